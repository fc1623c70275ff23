import {hash} from 'node:crypto';
import {readdirSync, readFileSync} from 'node:fs';
import {stripTypeScriptTypes} from 'node:module';
import type {StaticDocument} from '#src/http/static-documents.ts';

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  ts: 'text/javascript; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

const folder = new URL('assets/', import.meta.url);

const endOf = (name: string): string => name.split('.').at(-1) ?? '';

/** A script without its types. Silences Node's warning about this feature, which would not be an entry of the log. */
const script = (code: string): string => {
  const {emitWarning} = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(code);
  } finally {
    process.emitWarning = emitWarning;
  }
};

/** Libraries that pages load, each a single file. */
const libraries = Object.entries({
  'minisearch.js': new URL(import.meta.resolve('minisearch')),
  'chart.js': new URL('chart.umd.min.js', import.meta.resolve('chart.js')),
}).map(([name, file]) => ({name, body: readFileSync(file, 'utf8')}));

const own = readdirSync(folder, {recursive: true, encoding: 'utf8'})
  .filter(name => endOf(name) in types)
  .toSorted()
  .map(name => {
    const text = readFileSync(new URL(name, folder), 'utf8');
    return {name, body: endOf(name) === 'ts' ? script(text) : text};
  });

const files = [...own, ...libraries];

const digest = hash('sha256', files.map(({body}) => body).join(), 'base64url').slice(0, 12);

/** The path of a file of the folder. */
export const assetPath = (name: string): string => `/site/${digest}/${name}`;

/** The files of the folder. Their paths contain a digest of them all, so they can be cached forever. */
export const assets: readonly StaticDocument[] = files.map(({name, body}) => ({
  path: assetPath(name),
  contentType: `${types[endOf(name)]}`,
  body,
  headers: {'Cache-Control': 'public, max-age=31536000, immutable'},
}));
