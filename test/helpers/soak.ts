import type {TestFn} from 'ava';

/** Whether this is `npm run test:soak`, and not `npm run test:full`. */
const isSoak = process.env['SOAK'] === '1';

/**
 * The number of times that a test repeats slow work: `few` in `npm run test:full`, `many`
 * in `npm run test:soak`. The names of such test files end in `.soak.test.ts`.
 */
export const rounds = (few: number, many: number): number => (isSoak ? many : few);

/**
 * The seed of random events: always the same in `npm run test:full`, another one in each
 * `npm run test:soak`, and that of `SOAK_SEED`, if set, to repeat a run.
 */
export const soakSeed = (fixed: number): number =>
  Number(process.env['SOAK_SEED'] ?? (isSoak ? Date.now() % 2 ** 31 : fixed));

/** For a test that measures, and so is not part of `npm run test:full`. */
export const soakOnly = (test: TestFn): TestFn | TestFn['skip'] => (isSoak ? test : test.skip);
