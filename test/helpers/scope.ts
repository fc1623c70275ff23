import type {ExecutionContext, TestFn} from 'ava';

/** What a fixture needs of a test: to be undone at its end. */
export type Scope = Pick<ExecutionContext, 'teardown'>;

/** The scope of fixtures that the tests of a file share: undone after the last of them, newest first. */
export const fileScope = (test: TestFn): Scope => {
  const undo: (() => unknown)[] = [];
  test.after.always(async () => {
    for (const step of undo.toReversed()) await step();
  });
  return {teardown: step => void undo.push(step)};
};
