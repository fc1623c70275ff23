import {writeFile} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';
import {endpoints} from '#src/api/index.ts';
import {exampleOf, examplesFolder, exampleTarget} from '#src/openapi/example.ts';
import {commandLine} from './command-line.ts';
import {run} from './processes/run.ts';
import {Unable} from './processes/service.ts';
import {demo} from './quickstart/kept-key.ts';
import {runningApi} from './quickstart/running-api.ts';

/**
 * Asks the API for every example of the interface description, and keeps what it answers. `--url` and
 * `--key` say which API, by default the quickstart's.
 */
await commandLine(async say => {
  const {address, key} = await runningApi(demo);
  for (const {operationId, path, method = 'GET'} of endpoints) {
    const example = exampleOf(operationId);
    const target = exampleTarget(path, example);
    const body = example.body === undefined ? null : JSON.stringify(example.body);
    const answer = await fetch(address + target, {method, headers: {'X-Api-Key': key}, body});
    if (answer.status !== 200) throw new Unable(`${method} ${target} answers ${answer.status}.`);
    const kept = JSON.stringify({...example, answer: await answer.json()}, undefined, 2);
    await writeFile(new URL(`${operationId}.json`, examplesFolder), `${kept}\n`);
    say(`${method} ${target}`);
  }
  const {code, output} = await run('biome', ['check', '--write', fileURLToPath(examplesFolder)]);
  if (code !== 0) throw new Unable(output);
  return 0;
});
