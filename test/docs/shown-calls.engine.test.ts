import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import test, {type ExecutionContext} from 'ava';
import type {KeyEnvironment} from '#core/access/api-key.ts';
import {needPythonClient} from '#local/prerequisites/need-python-client.ts';
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

test('each of the 30 questions and more has the call that answers it', t => {
  const {text = ''} = pages.find(({path}) => path === 'docs/questions.md') ?? {};
  const [, ...questions] = text.split(/^### /m);
  t.true(questions.length >= 30);
  for (const question of questions) t.is(examplesIn(question).length, 1, question);
});

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

const reference = readDescription(openApiDocument(documented));
const samples = reference.operations.map(operation => samplesOf(reference, operation));
const samplesIn = (language: string) =>
  samples.map(each => each.find(sample => sample.language === language)?.code ?? '');

/** Programs that print the answer of each sample on a line of its own. */
const programs: Readonly<Record<string, (python: string) => string>> = {
  curl: () =>
    samplesIn('curl')
      .map(code => `${code}; echo`)
      .join('\n'),
  TypeScript: () => `node --input-type=module <<'END'
const key = process.env.KEY;
${samplesIn('TypeScript')
  .map(code => `{${code}\nconsole.log(JSON.stringify(answer));}`)
  .join('\n')}
END`,
  Python: python => `${python} <<'END'
import httpx, json, os
key = os.environ["KEY"]
${samplesIn('Python')
  .map(code => `${code}\nprint(json.dumps(answer))`)
  .join('\n')}
END`,
};

const membersOf = (answer: unknown) => Object.keys(answer as object).toSorted();

for (const [language, program] of Object.entries(programs)) {
  test(`every sample of the reference in ${language} answers what it shows`, async t => {
    t.timeout(300_000);
    const python = await needPythonClient(line => t.log(line));
    const printed = await (await runner(t))(program(python));
    const answers = printed
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as unknown);
    t.is(answers.length, reference.operations.length);
    for (const [at, {operationId, replies}] of reference.operations.entries()) {
      const {example} = replies.find(({status}) => status === '200') ?? {};
      const isOfNow = operationId === 'getAccountUsage' || operationId === 'getDataset';
      const seen = isOfNow ? membersOf : (answer: unknown) => answer;
      t.deepEqual(seen(answers[at]), seen(example), operationId);
    }
  });
}

test('the guide shows a call that finds a vehicle', async t => {
  const [command = ''] = /^curl .*$/m.exec(reference.guide) ?? [];
  t.true('registrationNumber' in JSON.parse(await (await runner(t))(command)));
});
