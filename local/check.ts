import {runCommand} from '#core/command-line/run.ts';
import {folders} from '../.dependency-cruiser.ts';
import {exitCodeOf} from './processes/run.ts';
import {checkout} from './stack/stack.ts';

const code = [...folders, 'clients/typescript/src'];

/** Rules of the house that no other program checks: terms, walks, linear regular expressions. */
const rules = ['test/docs/architecture.test.ts', 'test/regular-expressions.test.ts'];

/**
 * The programs and their arguments: format and lint, types, unused code, layers, rules of the house.
 * The client's types are made first.
 */
const checks: readonly (readonly [program: string, ...args: string[]])[] = [
  ['node', 'docs/generate/client-schema.ts'],
  ['biome', 'ci'],
  // A single checker finds the same as several, in little more than half of the processor time.
  ['tsc', '-p', '.', '--checkers', '1'],
  // Without Node's types: these run in browsers.
  ['tsc', '-p', 'src/site/assets'],
  ['tsc', '-p', 'clients/typescript', '--noEmit'],
  ['knip'],
  ['depcruise', '--config', '.dependency-cruiser.ts', '--output-type', 'err', ...code],
  ['ava', ...rules],
];

await runCommand(async () => {
  const failed: string[] = [];
  for (const [program, ...args] of checks) {
    if ((await exitCodeOf(program, args, {cwd: checkout})) !== 0) failed.push(program);
  }
  if (failed.length === 0) return 0;
  const fixable = failed.includes('biome') ? ' "npm run fix" mends what it can of biome.' : '';
  console.error(`Failed: ${failed.join(', ')}.${fixable}`);
  return 1;
});
