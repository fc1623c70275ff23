import {once} from 'node:events';
import {Agent, request} from 'node:http';
import {text} from 'node:stream/consumers';
import type {Bench} from '../bench.ts';
import type {RecordedBulks} from './recorded-bulks.ts';

/** Requests at once: more gain nothing on a few cores. */
const lanes = 4;

/**
 * Sends the bodies of an import again, to an index of the same definition, with nothing but HTTP
 * between: the most that Elasticsearch takes. Returns the seconds until all were answered.
 */
export const sendRawBulks = async (
  {engines, prefix, signal}: Bench,
  {file, ends, definition}: RecordedBulks,
): Promise<number> => {
  const index = `${prefix}raw`;
  await engines.deleteIndices(index);
  await engines.client.indices.create({index, ...definition});
  const agent = new Agent({keepAlive: true, maxSockets: lanes});
  const url = new URL(`/${index}/_bulk?filter_path=errors`, engines.elasticsearchUrl);
  const headers = {'content-type': 'application/x-ndjson'};

  const send = async (at: number): Promise<void> => {
    const start = ends[at - 1] ?? 0;
    const body = Buffer.allocUnsafe((ends[at] ?? start) - start);
    await file.read(body, 0, body.length, start);
    const sent = request(url, {
      method: 'POST',
      agent,
      headers: {...headers, 'content-length': body.length},
      signal,
    }).end(body);
    const [answer] = await once(sent, 'response');
    const said = await text(answer);
    // Documents of vehicles that are there already are refused, here as in the import.
    if (answer.statusCode !== 200) throw new Error(`Elasticsearch refused documents: ${said}`);
  };

  let next = 0;
  const lane = async () => {
    while (next < ends.length) {
      const at = next;
      next += 1;
      await send(at);
    }
  };
  const started = performance.now();
  try {
    await Promise.all(Array.from({length: lanes}, lane));
    return (performance.now() - started) / 1000;
  } finally {
    agent.destroy();
    await engines.deleteIndices(index);
  }
};
