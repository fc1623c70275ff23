import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {aFolder} from '../helpers/extracts/files.ts';
import {run} from './command.ts';

const entry = join(import.meta.dirname, '../../local/audit.ts');

type Answer = {readonly json: string; readonly exitCode: number};

const clean: Answer = {json: '{"vulnerabilities": {}}', exitCode: 0};
const vulnerable: Answer = {json: '{"vulnerabilities": {"koa": {}}}', exitCode: 1};
const signed: Answer = {json: '{"invalid": [], "missing": []}', exitCode: 0};
const forged: Answer = {json: '{"invalid": [{"name": "koa"}], "missing": []}', exitCode: 1};
const refused: Answer = {json: '{"message": "405 Method Not Allowed"}', exitCode: 1};
const unreachable: Answer = {json: '', exitCode: 1};

/** Runs the audit with a stand-in for npm that gives these answers. */
const audit = async (t: ExecutionContext, advisories: Answer, signatures: Answer) => {
  const folder = aFolder(t);
  const says = ({json, exitCode}: Answer) => `echo '${json}'; exit ${exitCode}`;
  const script = `#!/bin/sh
case "$*" in "audit signatures"*) ${says(signatures)};; *) ${says(advisories)};; esac
`;
  await writeFile(join(folder, 'npm'), script, {mode: 0o755});
  return run(process.execPath, [entry], {env: {PATH: `${folder}:${process.env['PATH']}`}});
};

const ends = test.macro({
  title: title => title ?? '',
  async exec(t, advisories: Answer, signatures: Answer, code: number, unchecked: string[]) {
    const {code: found, output} = await audit(t, advisories, signatures);
    t.is(found, code);
    const skipped = Array.from(
      output.matchAll(/^(npm [a-z ]+): not checked/gm),
      ([, name]) => name,
    );
    t.deepEqual(skipped, unchecked);
  },
});

test('an audit that finds nothing succeeds', ends, clean, signed, 0, []);
test('an audit that finds a vulnerability fails', ends, vulnerable, signed, 1, []);
test('an audit that finds a forged signature fails', ends, clean, forged, 1, []);
test('what the registry does not offer is skipped in words', ends, refused, unreachable, 0, [
  'npm audit',
  'npm audit signatures',
]);
test('what is skipped hides nothing that is found', ends, refused, forged, 1, ['npm audit']);
