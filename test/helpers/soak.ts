import type {TestFn} from 'ava';

/** Whether this is `npm run test:soak`, and not `npm run test:full`. */
const isSoak = process.env['SOAK'] === '1';

/**
 * How often a test repeats what takes long by nature: `few` times in `npm run test:full`, `many` times
 * in `npm run test:soak`. The files of such tests end in `.soak.test.ts`.
 */
export const rounds = (few: number, many: number): number => (isSoak ? many : few);

/**
 * The seed of what happens at random: always the same in `npm run test:full`, another one in each
 * `npm run test:soak`, and the one that `SOAK_SEED` says to see the same again.
 */
export const soakSeed = (fixed: number): number =>
  Number(process.env['SOAK_SEED'] ?? (isSoak ? Date.now() % 2 ** 31 : fixed));

/** For a test that measures, and so is none of `npm run test:full`. */
export const soakOnly = (test: TestFn): TestFn | TestFn['skip'] => (isSoak ? test : test.skip);
