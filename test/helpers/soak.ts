/**
 * How often a test repeats what takes long by nature: `few` times in `npm test`, `many` times in
 * `npm run test:soak`. The files of such tests end in `.soak.test.ts`.
 */
export const rounds = (few: number, many: number): number =>
  process.env['SOAK'] === '1' ? many : few;
