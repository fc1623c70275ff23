import type {ExecutionContext, TestFn} from 'ava';

/** The part of a test that a fixture needs, to be undone at its end. */
export type Scope = Pick<ExecutionContext, 'teardown'>;

/** The scope of fixtures that the tests of a file share: undone after the last of them, newest first. */
export const fileScope = (test: TestFn): Scope => {
  const undo: (() => unknown)[] = [];
  test.after.always(async () => {
    for (const step of undo.toReversed()) await step();
  });
  return {teardown: step => void undo.push(step)};
};

/** A fixture that is made once for each of its arguments, when a test of a file first asks for it. */
export const sharedFixture = <Arguments extends readonly unknown[], Fixture>(
  test: TestFn,
  make: (scope: Scope, ...args: Arguments) => Promise<Fixture>,
): ((...args: Arguments) => Promise<Fixture>) => {
  const scope = fileScope(test);
  const made = new Map<string, Promise<Fixture>>();
  return (...args) => {
    const key = JSON.stringify(args);
    const fixture = made.get(key) ?? make(scope, ...args);
    made.set(key, fixture);
    return fixture;
  };
};
