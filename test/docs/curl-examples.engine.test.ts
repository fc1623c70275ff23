import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import test, {type ExecutionContext} from 'ava';
import type {KeyEnvironment} from '#core/access/api-key.ts';
import {openApiDocument} from '#src/openapi/document.ts';
import {readDescription} from '#src/site/reference/description.ts';
import {samplesOf} from '#src/site/reference/samples.ts';
import {startCopy} from '../helpers/api/start-copy.ts';
import {anAccount} from '../helpers/engines/account.ts';
import {startRedis} from '../helpers/engines/redis.ts';
import {testClient} from '../helpers/engines/test-index.ts';
import {importSample} from '../helpers/extracts/sample-import.ts';
import {codeBlocks, pages} from './pages.ts';

const run = promisify(execFile);
const documented = 'http://localhost:8080';
const documentedTest = 'http://localhost:8090';

let sample: Awaited<ReturnType<typeof importSample>>;
test.before(async () => {
  sample = await importSample();
});
test.after.always(() => sample.remove());

type Example = {readonly command: string; readonly output: string};

/** The commands that a text shows after a `$`, each with what it shows of the output. */
const examplesIn = (text: string): readonly Example[] =>
  codeBlocks(text, 'console')
    .flatMap(block => block.split(/^\$ /m).slice(1))
    .map(example => {
      const [, command = '', output = ''] = /^((?:.*\\\n)*.*)\n([\s\S]*)$/.exec(example) ?? [];
      return {command, output};
    });

/** Lines are broken where they are too long to read; `…` stands for what is left out. */
const shown = (output: string): RegExp => {
  const line = output.trim().replaceAll(/\n */g, '');
  const parts = line.split('…').map(part => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`, 's');
};

/** Runs a command in a shell as a newcomer would, with a key, against the API of the test. */
const runner = async (t: ExecutionContext, environment: KeyEnvironment = 'live') => {
  const {redis} = await startRedis(t);
  const {key} = await anAccount(redis, {}, {environment});
  const engines = {elasticsearch: testClient(t), redis};
  const api = await startCopy(t, engines, sample.indexPrefix, environment);
  const server = `http://127.0.0.1:${api.port}`;
  return async (command: string) => {
    const here = [documented, documentedTest, '<server>'].reduce(
      (changed, address) => changed.replaceAll(address, server),
      command,
    );
    const withKey = here
      .replaceAll('<your key>', key)
      .replace(/^curl /, 'curl --silent --show-error ');
    const {stdout} = await run('bash', ['-c', withKey], {env: {...process.env, KEY: key}});
    return stdout;
  };
};

const calling = pages.filter(({text}) => /^ *(?:\$ )?curl /m.test(text));

test('the README and the API guide show calls', t => {
  const paths = calling.map(({path}) => path);
  t.true(paths.includes('README.md'));
  t.true(paths.includes('docs/api.md'));
});

for (const {path, text} of calling) {
  test(`every call of ${path} answers what it shows`, async t => {
    const examples = examplesIn(text);
    const calls = text.match(/^ *(?:\$ )?curl .*$/gm) ?? [];
    t.is(examples.length, calls.length, 'a call without its answer');
    const ask = await runner(t, text.includes(documentedTest) ? 'test' : 'live');
    for (const {command, output} of examples) {
      t.true(command.startsWith('curl '), command);
      t.regex(await ask(command), shown(output), command);
    }
  });
}

const membersOf = (answer: unknown) => Object.keys(answer as object).toSorted();

const reference = readDescription(openApiDocument(documented));

test('the samples of every operation in the reference answer what it shows', async t => {
  const ask = await runner(t);
  for (const operation of reference.operations) {
    const {operationId, replies} = operation;
    const [curl, typescript] = samplesOf(reference, operation);
    const {example} = replies.find(({status}) => status === '200') ?? {};
    const answer: unknown = JSON.parse(await ask(curl?.code ?? ''));
    const program = `const key = process.env.KEY;\n${typescript?.code}\nconsole.log(JSON.stringify(answer))`;
    const printed: unknown = JSON.parse(
      await ask(`node --input-type=module <<'END'\n${program}\nEND`),
    );
    if (operationId === 'getAccountUsage' || operationId === 'getDataset') {
      t.deepEqual(membersOf(answer), membersOf(example), operationId);
    } else {
      t.deepEqual(answer, example, operationId);
      t.deepEqual(printed, answer, operationId);
    }
  }
});

test('the guide shows a call that finds a vehicle', async t => {
  const [command = ''] = /^curl .*$/m.exec(reference.guide) ?? [];
  t.true('registrationNumber' in JSON.parse(await (await runner(t))(command)));
});
