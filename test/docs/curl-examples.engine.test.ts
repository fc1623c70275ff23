import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import test, {type ExecutionContext} from 'ava';
import type {KeyEnvironment} from '#core/access/api-key.ts';
import {openApiDocument} from '#src/openapi/document.ts';
import {docsPage} from '#src/site/docs-page.ts';
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

const commandsIn = (text: string) =>
  text.matchAll(/^(?:<pre><code>)?(curl .+?)(?:<\/code>.*)?$/gm).map(([, command = '']) => command);

test('every call of the reference answers a vehicle or the dataset', async t => {
  const page = docsPage(documented).body.replaceAll('&quot;', '"');
  const {info} = openApiDocument(documented);
  const commands = [...commandsIn(page), ...commandsIn(info.description ?? '')];
  t.is(commands.length, 2);
  const ask = await runner(t);
  for (const command of commands) {
    const answer = JSON.parse(await ask(command));
    t.true('registrationNumber' in answer || 'importedAt' in answer, command);
  }
});
