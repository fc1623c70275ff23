import {execFile} from 'node:child_process';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {parse} from '@swc/core';
import test from 'ava';
import {check} from 'recheck';

const root = join(import.meta.dirname, '..');

/** The rooms that see input from outside: extracts, requests, settings, responses of servers. */
const rooms = ['admin', 'core', 'indexer', 'mappings', 'src'];

type Expression = {readonly source: string; readonly flags: string};

type Callee = {readonly property?: {readonly value?: unknown}};

type Node = Readonly<Record<string, unknown>> & {
  readonly callee?: Callee & {readonly value?: unknown; readonly base?: Callee};
  readonly arguments?: readonly {readonly expression?: Node}[] | null;
};

const literalOf = ({type, pattern, flags}: Node): readonly Expression[] =>
  type === 'RegExpLiteral' ? [{source: String(pattern), flags: String(flags)}] : [];

/** The expression by which a call splits a text: it starts again behind each match, as with a `g`. */
const splitterOf = ({callee, arguments: given}: Node): readonly Expression[] =>
  (callee?.base ?? callee)?.property?.value === 'split'
    ? literalOf(given?.[0]?.expression ?? {}).map(({source, flags}) => ({
        source,
        flags: `${flags}g`,
      }))
    : [];

/** The regular expressions that are written in a syntax tree, and how many are made of parts. */
const expressionsIn = (tree: unknown) => {
  const written: Expression[] = [];
  let made = 0;
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    written.push(...literalOf(node as Node), ...splitterOf(node as Node));
    if ((node as Node).callee?.value === 'RegExp') made += 1;
    for (const child of Object.values(node)) visit(child);
  };
  visit(tree);
  return {written, made};
};

/** The expressions that modules make of parts while they are loaded. */
const expressionsMadeBy = async (files: readonly string[]): Promise<readonly Expression[]> => {
  const made: RegExp[] = [];
  const {RegExp: original} = globalThis;
  globalThis.RegExp = new Proxy(original, {
    construct: (target, args: [string, string?]) => {
      const expression = new target(...args);
      // Libraries make some, too.
      const caller = new Error('where').stack?.split('\n')[2] ?? '';
      if (files.some(file => caller.includes(join(root, file)))) made.push(expression);
      return expression;
    },
  });
  try {
    for (const file of files) await import(join(root, file));
  } finally {
    globalThis.RegExp = original;
  }
  return made;
};

const {stdout} = await promisify(execFile)('git', ['ls-files', ...rooms], {cwd: root});
const files = stdout.split('\n').filter(file => file.endsWith('.ts'));
const found = await Promise.all(
  files.map(async file => {
    const text = await readFile(join(root, file), 'utf8');
    return {file, ...expressionsIn(await parse(text, {syntax: 'typescript', target: 'es2024'}))};
  }),
);

/** By automata theory alone: this is a proof, where the other way of recheck is a search. */
const proof = {checker: 'automaton', maxRepeatCount: 1000, maxNFASize: 1e6} as const;

const isSafe = async (source: string, flags: string): Promise<boolean> =>
  (await check(source, flags, {...proof, timeout: 60_000})).status === 'safe';

/** A run of characters of one kind, or a character and the rest of the text: a match takes all that was read for it. */
const takesAll = /^(?:(?:\\[dDsSwW]|\[(?:[^\]\\]|\\.)+\])\+\/\w*|\W\(\.\*\)\/\w*s\w*)$/;

/**
 * Whether one match, and all matches of one that starts again, take time in proportion to the length of the
 * text. A short match may have read far, and the next one reads that again: so an expression that starts again must be
 * linear from every place even if it never matches, which `[]` makes of it.
 */
const isLinear = async ({source, flags}: Expression): Promise<boolean> => {
  if (!(await isSafe(source, flags))) return false;
  if (!flags.includes('g') || takesAll.test(`${source}/${flags}`)) return true;
  return await isSafe(`(?:${source})[]`, flags.replace('g', ''));
};

test('every regular expression takes linear time', async t => {
  const makers = found.filter(({made}) => made > 0);
  const made = await expressionsMadeBy(makers.map(({file}) => file));
  t.is(
    made.length,
    makers.reduce((sum, maker) => sum + maker.made, 0),
    'an expression is made of parts in a function: make it while its module is loaded',
  );
  const all = [...found.flatMap(({written}) => written), ...made];
  t.true(all.length > 50);
  const others: string[] = [];
  for (const {source, flags} of all) {
    if (!(await isLinear({source, flags}))) others.push(`/${source}/${flags}`);
  }
  t.deepEqual(others, [], 'rewrite them, or search with indexOf');
});

test('an expression that starts again takes longer if short matches read far', async t => {
  const quoted = String.raw`(?:[^",]|"(?:[^"\\]|\\.)*")+`;
  t.true(await isLinear({source: quoted, flags: ''}));
  t.false(await isLinear({source: quoted, flags: 'g'}));
  t.false(await isLinear({source: 'a(?:.*b)?', flags: 'g'}));
  for (const source of [String.raw`\s+`, '"[^"]*"', '[A-Z]']) {
    t.true(await isLinear({source, flags: 'g'}), source);
  }
  const splitting = await parse('each?.name.split(/a(?:.*b)?/s)', {syntax: 'typescript'});
  t.true(expressionsIn(splitting).written.some(({flags}) => flags === 'sg'));
});

test('an expression that takes longer is found', async t => {
  for (const source of [String.raw`\/+$`, String.raw`<\?[\s\S]*?\?>`, '(?:a|a)*b', 'x*x*y']) {
    t.false(await isLinear({source, flags: 'g'}), source);
  }
});
