import test from 'ava';
import {needPythonClient} from '#local/prerequisites/packages.ts';
import {openApiDocument} from '#src/openapi/document.ts';
import {readDescription} from '#src/site/reference/description.ts';
import {samplesOf} from '#src/site/reference/samples.ts';
import {momentary} from '../contract/provocations.ts';
import {importSample} from '../helpers/extracts/import-extract.ts';
import {sharedFixture} from '../helpers/scope.ts';
import {documented, newcomer} from './newcomer.ts';

const sample = sharedFixture(test, t => importSample(t));
let python: string;
test.before(async t => {
  python = await needPythonClient(line => t.log(line));
});

const reference = readDescription(openApiDocument(documented));
/** Those of exports need files, and a plan that includes them: test/exports asks for these. */
const operations = reference.operations.filter(({operationId}) => !/Export/.test(operationId));
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
}
