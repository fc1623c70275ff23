import test from 'ava';
import {openApiDocument} from '#src/openapi/document.ts';
import {readDescription} from '#src/site/reference/description.ts';
import {importSample} from '../helpers/extracts/import-extract.ts';
import {sharedFixture} from '../helpers/scope.ts';
import {documented, documentedTest, newcomer} from './newcomer.ts';
import {codeBlocks, pages} from './pages.ts';

const sample = sharedFixture(test, t => importSample(t));

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

/** Its calls fetch files: test/exports does. */
const aboutFiles = 'docs/exports.md';

/** Of the API: test/docs/backup runs those of Elasticsearch. */
const calling = pages.filter(
  ({path, text}) => path !== aboutFiles && /^ *(?:\$ )?curl (?!.*\$ELASTICSEARCH)/m.test(text),
);

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
    const ask = await newcomer(t, await sample(), text.includes(documentedTest) ? 'test' : 'live');
    for (const {command, output} of examples) {
      t.true(command.startsWith('curl '), command);
      t.regex(await ask(command), shown(output), command);
    }
  });
}

test('the guide shows a call that finds a vehicle', async t => {
  const {guide} = readDescription(openApiDocument(documented));
  const [command = ''] = /^curl .*$/m.exec(guide) ?? [];
  const ask = await newcomer(t, await sample());
  t.true('registrationNumber' in JSON.parse(await ask(command)));
});
