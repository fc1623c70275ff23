import {readdirSync, rmSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {needPythonClient} from '#local/prerequisites/packages.ts';
import {openApiDocument} from '#src/openapi/document.ts';
import {answersWithFile, readDescription} from '#src/site/reference/description.ts';
import {samplesOf} from '#src/site/reference/samples.ts';
import {momentary} from '../contract/provocations.ts';
import {content, name, writtenExport} from '../exports/written-export.ts';
import {testPrefix} from '../helpers/engines/test-index.ts';
import {aFolder} from '../helpers/extracts/files.ts';
import {importSample} from '../helpers/extracts/import-extract.ts';
import {sharedFixture} from '../helpers/scope.ts';
import {documented, newcomer} from './newcomer.ts';

const sample = sharedFixture(test, t => importSample(t));
let python: string;
test.before(async t => {
  python = await needPythonClient(line => t.log(line));
});

const reference = readDescription(openApiDocument(documented));
const files = reference.operations.filter(answersWithFile);
const operations = reference.operations.filter(operation => !answersWithFile(operation));
const samples = operations.map(operation => samplesOf(reference, operation));

/** What runs a sample, which is its input, without another word. */
const interpreters: Readonly<Record<string, (python: string) => string>> = {
  curl: () => 'bash',
  TypeScript: () => `${process.execPath} --input-type=module-typescript`,
  Python: python => python,
};

const membersOf = (answer: unknown) => Object.keys(answer as object).toSorted();

for (const [language, interpreter] of Object.entries(interpreters)) {
  test(`every sample of the reference in ${language} runs as it stands, and answers what it shows`, async t => {
    t.timeout(300_000);
    const programs = samples
      .flatMap(each => each.filter(sample => sample.language === language))
      .map(({code}) => `${interpreter(python)} <<'END'\n${code}\nEND`);
    const run = await newcomer(t, await sample());
    const answers = (await run(programs)).map(text => JSON.parse(text) as unknown);
    t.is(answers.length, operations.length);
    for (const [at, {operationId, replies}] of operations.entries()) {
      const {example} = replies.find(({status}) => status === '200') ?? {};
      const seen = momentary.has(operationId) ? membersOf : (answer: unknown) => answer;
      t.deepEqual(seen(answers[at]), seen(example), operationId);
    }
  });

  test(`every sample of a file in ${language} writes that file, and fails without it`, async t => {
    t.timeout(300_000);
    const directory = writtenExport(t);
    const run = await newcomer(t, testPrefix(), 'live', {exports: {directory}});
    t.is(files.length, 1);
    for (const operation of files) {
      const {code = ''} =
        samplesOf(reference, operation).find(sample => sample.language === language) ?? {};
      const folder = aFolder(t);
      const program = `cd ${folder}\n${interpreter(python)} <<'END'\n${code}\nEND`;
      t.deepEqual(await run([program]), ['']);
      t.true((await readFile(join(folder, name))).equals(content));
      rmSync(join(folder, name));
      rmSync(join(directory, '3', name));
      await t.throwsAsync(run([program]));
      t.deepEqual(readdirSync(folder), []);
    }
  });
}
