import type {ExecutionContext} from 'ava';
import {engineProxy} from '../../helpers/engines/elasticsearch-proxy.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {createTestGeneration} from '../../helpers/engines/test-index.ts';
import {anExtractFile} from '../../helpers/extracts/extract-files.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';
import {sentencesOf, startIndexer} from '../../helpers/processes/run-indexer.ts';

export type Refusal = {
  readonly content: string | Uint8Array;
  /** Of the one sentence. */
  readonly words: RegExp;
  readonly fromPipe?: boolean;
  /** What the gate refuses a person may force; what cannot be read to its end nobody may. */
  readonly isJudged?: boolean;
  readonly env?: Readonly<Record<string, string>>;
};

const wayPast = 'To put it live anyway: --force "<reason>".';

/**
 * Imports a file that must be refused, where one vehicle is live: exit code 65, one sentence, and
 * afterwards everything as it was. Answers with the indices of vehicles and references that the
 * import asked the engine to create on the way.
 */
export const isRefused = async (
  t: ExecutionContext,
  {content, words, fromPipe = false, isJudged = false, env = {}}: Refusal,
): Promise<readonly string[]> => {
  const {client, prefix, indices, vehicles} = anInstallation(t);
  await createTestGeneration(
    t,
    [aVehicleDocument({kind: {id: '1', name: 'Passenger car', originalName: 'Personbil'}})],
    {
      client,
      prefix,
      meta: {extractedAt: null},
    },
  );
  const before = await indices();
  const created: string[] = [];
  const address = await engineProxy(t, ({method, path}) => {
    if (method === 'PUT' && /^\/[^/?]*(?:vehicles|references)-\d[^/]*$/.test(path)) {
      created.push(path);
    }
    return 'pass';
  });

  const file = fromPipe ? '-' : await anExtractFile(t, content);
  const {child, ended} = startIndexer(t, ['import', file], {
    INDEX_PREFIX: prefix,
    ELASTICSEARCH_NODES: address,
    GATE_MAX_KIND_SHIFT_POINTS: '100',
    ...env,
  });
  // A pipe that is refused is closed before it has been read to its end.
  child.stdin.on('error', ({message}) => t.regex(message, /EPIPE|ECONNRESET/));
  child.stdin.end(fromPipe ? content : undefined);
  const {code, stderr} = await ended;
  const said = sentencesOf(stderr).filter(line => !line.startsWith('The rejected records are'));
  t.is(code, 65, stderr);
  t.regex(said[0] ?? '', words);
  t.regex(said[0] ?? '', /^The extract was refused: .+\.$/);
  t.deepEqual(said.slice(1), isJudged ? [wayPast] : []);

  const after = await indices();
  const data = (all: object) => Object.entries(all).filter(([name]) => /-\d{8}-/.test(name));
  t.deepEqual(data(after), data(before), 'neither an index nor an alias is left or moved');
  t.is(await vehicles(), 1);
  return created;
};
