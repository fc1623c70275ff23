import {stat, utimes} from 'node:fs/promises';
import {createServer} from 'node:http';
import {join} from 'node:path';
import test from 'ava';
import type {ProcessEntry} from '#local/processes/process-table.ts';
import {developerStack, stackOf} from '#local/stack/stack.ts';
import {freePort} from '../helpers/servers/free-port.ts';
import {onLoopback} from '../helpers/servers/on-loopback.ts';
import {aStack, command, discard, processesOf, run} from './command.ts';

const inShell = (line: string) => run('sh', ['-c', line]);

/** The line that a user would copy. */
const curlIn = (output: string): string => /^ {2}(curl .*)$/m.exec(output)?.[1] ?? 'false';

/** The user ids of processes, where the system shows them as files. */
const ownersOf = (entries: readonly ProcessEntry[]): Promise<readonly number[]> =>
  process.platform === 'linux'
    ? Promise.all(entries.map(async ({pid}) => (await stat(`/proc/${pid}`)).uid))
    : Promise.resolve([]);

const write = (url: string) =>
  fetch(url, {method: 'PUT', headers: {'content-type': 'application/json'}, body: '{}'});

/** Changes members of what the live index says about itself. */
const changeMeta = async (elasticsearch: string, members: Readonly<Record<string, unknown>>) => {
  const url = `${elasticsearch}/vehicles/_mapping`;
  const found = (await (await fetch(url)).json()) as Record<string, {mappings: {_meta: object}}>;
  const [live] = Object.values(found);
  const body = JSON.stringify({_meta: {...live?.mappings._meta, ...members}});
  await fetch(url, {method: 'PUT', headers: {'content-type': 'application/json'}, body});
};

/** One story rather than many tests: an Elasticsearch takes ten seconds of both cores to start. */
test('a stack beside the others starts once, serves the quickstart, and leaves no process', async t => {
  t.timeout(300_000);
  const {name, elasticsearch, ...settings} = await aStack();
  const ports = {PORT: String(await freePort()), OPS_PORT: String(await freePort())};
  const env = {...settings.env, ...ports};
  const stack = command('local/stack.ts', env);
  const quickstart = command('local/quickstart.ts', env);
  t.teardown(async () => {
    await quickstart('--down');
    await discard(env);
  });

  // Two starts at once: one starts the engines, the other waits and finds them.
  const [one, other] = await Promise.all([stack('up'), stack('up')]);
  t.deepEqual([one.code, other.code], [0, 0], one.output + other.output);
  t.is((one.output + other.output).match(/^Starting .*/gm)?.length, 2);
  t.is((await stack('status')).code, 0);
  const engines = await processesOf(name);
  t.false((await ownersOf(engines)).includes(0), 'an engine runs as root');

  // A write to a name that does not exist makes no index: it may be an alias that got lost.
  t.is((await write(`${elasticsearch}/vehicles/_doc/1`)).status, 404);

  // The quickstart uses the engines that run, and its curl answers. Again two at once: one imports.
  const [first, beside] = await Promise.all([quickstart('--detach'), quickstart('--detach')]);
  t.deepEqual([first.code, beside.code], [0, 0], first.output + beside.output);
  t.is((first.output + beside.output).match(/^Importing/gm)?.length, 1);
  t.is(curlIn(beside.output), curlIn(first.output));
  const curl = curlIn(first.output);
  const answer = await inShell(`${curl} --silent --fail`);
  t.is(answer.code, 0, answer.output);
  const [reference = ''] = /http\S+\/docs$/m.exec(first.output) ?? [];
  t.is((await fetch(reference)).status, 200);
  const [, key = 'none'] = /X-Api-Key: (\w+)/.exec(curl) ?? [];
  t.true((await (await fetch(reference.replace(/docs$/, 'explore'))).text()).includes(`"${key}"`));
  const {registrationNumber} = JSON.parse(answer.stdout) as {registrationNumber: string};
  t.true(decodeURIComponent(curl).includes(`/plate/${registrationNumber}`));

  // A second run finds everything there.
  const running = await processesOf(name);
  t.is(running.length, engines.length + 1);
  const second = await quickstart('--detach');
  t.is(second.code, 0, second.output);
  t.is(curlIn(second.output), curl);
  t.deepEqual(await processesOf(name), running);

  // A run with another port neither asks where no API is nor ends the one that runs.
  const elsewhere = {...env, PORT: String(await freePort())};
  const third = await command('local/quickstart.ts', elsewhere)('--detach');
  t.is(third.code, 1);
  t.regex(
    third.output,
    new RegExp(`already running with different settings:[^]+PORT=${ports.PORT}`),
  );
  t.deepEqual(await processesOf(name), running);

  // Code that was changed since the API started is what runs next.
  const {folder} = await stackOf(developerStack(env), () => {});
  await utimes(join(folder, 'api.pid'), 0, 0);
  const changed = await quickstart('--detach');
  t.is(changed.code, 0, changed.output);
  t.regex(changed.output, /^Stopping the API, because its code has changed/m);
  t.notDeepEqual(await processesOf(name), running);

  // Data in a form that this code does not read is imported again, unless it is not the sample.
  await changeMeta(elasticsearch, {mappingVersion: 1, vehicleCount: 1});
  const foreign = await quickstart('--detach');
  t.is(foreign.code, 1);
  t.regex(foreign.output, /mapping version 1, and this code reads \d+\. Import the extract again/);
  await changeMeta(elasticsearch, {vehicleCount: 20_000});
  const again = await quickstart('--detach');
  t.is(again.code, 0, again.output);
  t.regex(
    again.output,
    /^Importing the sample extract again, because the data has mapping version 1/m,
  );

  // The test environment runs beside it, with data and a key of its own.
  const testPorts = {PORT: String(await freePort()), OPS_PORT: String(await freePort())};
  const withTest = await command('local/quickstart.ts', {...env, ...testPorts})(
    '--test',
    '--detach',
  );
  t.is(withTest.code, 0, withTest.output);
  const tested = await inShell(`${curlIn(withTest.output)} --silent --fail`);
  t.like(JSON.parse(tested.stdout), {registrationNumber: 'TE20000'});
  t.is((await inShell(`${curl} --silent --fail`)).code, 0);

  // What is stopped is named, and so is what runs elsewhere.
  const apis = `api on http://127\\.0\\.0\\.1:${ports.PORT}, test-api on http://127\\.0\\.0\\.1:${testPorts.PORT}`;
  const api = `${apis}, redis on .*, elasticsearch on ${elasticsearch}`;
  const {env: another} = await aStack();
  t.teardown(() => discard(another));
  const elsewhereDown = await command('local/quickstart.ts', another)('--down');
  t.regex(
    elsewhereDown.output,
    new RegExp(`^Nothing was running on this stack\\.\n(?:.*\n)*Still running: ${api}`),
  );
  const stopped = await quickstart('--down');
  t.is(stopped.code, 0);
  t.regex(stopped.output, new RegExp(`^Stopped ${api}\\.$`, 'm'));
  t.deepEqual(await processesOf(name), []);
});

test('a port the API cannot have is named before anything is started', async t => {
  const stack = await aStack();
  const port = await onLoopback(t, createServer());
  const env = {...stack.env, PORT: String(port), OPS_PORT: String(await freePort())};
  t.teardown(() => discard(env));

  const {code, output} = await command('local/quickstart.ts', env)('--detach');
  t.is(code, 1);
  t.regex(output, new RegExp(`^Port ${port} is in use by another program\\. .*PORT`));
  t.deepEqual(await processesOf(stack.name), []);
});
