import {readFile, writeFile} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';
import {z} from 'zod';
import {OperationalError} from '#core/command-line/errors.ts';
import {runCommand} from '#core/command-line/run.ts';
import {endpoints} from '#src/api/index.ts';
import {answersFile, exampleOf, exampleTarget} from '#src/openapi/examples.ts';
import {run} from './processes/run.ts';
import {apiCommand, demo, runningApi} from './quickstart/key.ts';

const program = apiCommand(
  'examples',
  'Requests every example of the interface description, and saves the answers.',
  'that',
);

/** Members that differ between days or runs: their examples stay as they are. */
const passing: Readonly<Record<string, readonly string[]>> = {
  getDataset: ['importedAt', 'version', 'serial'],
  // The quickstart has one release, which changed nothing.
  listChanges: ['data', 'next', 'serial'],
  getVehicleChanges: ['data', 'next', 'serial'],
  listReleases: ['data', 'metadata'],
  listExports: ['data'],
  getAccountUsage: ['month', 'used', 'remaining', 'usedByKey', 'resetsAt'],
};

const Answer = z.record(z.string(), z.unknown());

/** Today's answer, with the passing members of the previous example. */
const renewed = (operationId: string, before: unknown, now: unknown) => {
  const [old, answer] = [Answer.parse(before), Answer.parse(now)];
  const kept = passing[operationId]?.filter(name => name in old && name in answer) ?? [];
  return {...answer, ...Object.fromEntries(kept.map(name => [name, old[name]]))};
};

await runCommand(async () => {
  const {address, key} = await runningApi(demo, program);
  const answers: Record<string, unknown> = JSON.parse(await readFile(answersFile, 'utf8'));
  for (const {operationId, path, method = 'GET', responses} of endpoints) {
    // The quickstart writes no files.
    if (responses.mediaTypes) continue;
    const example = exampleOf(operationId);
    const target = exampleTarget(path, example);
    const body = example.body === undefined ? null : JSON.stringify(example.body);
    const answer = await fetch(address + target, {method, headers: {'X-Api-Key': key}, body});
    if (answer.status !== 200) {
      throw new OperationalError(`${method} ${target} answers ${answer.status}.`);
    }
    if (operationId in answers || example.answer === undefined) {
      answers[operationId] = renewed(operationId, answers[operationId] ?? {}, await answer.json());
    }
    console.log(`${method} ${target}`);
  }
  await writeFile(answersFile, `${JSON.stringify(answers, undefined, 2)}\n`);
  await run('biome', ['check', '--write', fileURLToPath(answersFile)]);
});
