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

const reference = readDescription(openApiDocument(documented));
/** Those of exports need files, and a plan that includes them: test/exports asks for these. */
const operations = reference.operations.filter(({operationId}) => !/Export/.test(operationId));
const samples = operations.map(operation => samplesOf(reference, operation));
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
    const printed = await (await newcomer(t, await sample()))(program(python));
    const answers = printed
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as unknown);
    t.is(answers.length, operations.length);
    for (const [at, {operationId, replies}] of operations.entries()) {
      const {example} = replies.find(({status}) => status === '200') ?? {};
      const seen = momentary.has(operationId) ? membersOf : (answer: unknown) => answer;
      t.deepEqual(seen(answers[at]), seen(example), operationId);
    }
  });
}
