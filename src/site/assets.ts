import {hash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import type {StaticDocument} from '#src/http/static-documents.ts';

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/** Files of a folder, by name. Their paths contain a digest of them all, so they can be cached forever. */
const assets = <const Name extends string>(
  folder: URL,
  names: readonly Name[],
): Readonly<Record<Name, StaticDocument>> => {
  const bodies = names.map(name => readFileSync(new URL(name, folder), 'utf8'));
  const digest = hash('sha256', bodies.join(), 'base64url').slice(0, 12);
  const pages = names.map((name, index) => [
    name,
    {
      path: `/site/${digest}/${name}`,
      contentType: types[name.split('.').at(-1) ?? ''] ?? 'text/plain; charset=utf-8',
      body: bodies[index],
      headers: {'Cache-Control': 'public, max-age=31536000, immutable'},
    },
  ]);
  return Object.fromEntries(pages);
};

export const ownAssets = assets(new URL('assets/', import.meta.url), [
  'site.css',
  'icon.svg',
  'docs.css',
  'forms.css',
  'docs.js',
  'explorer.css',
  'chart.css',
  'explorer/bar-chart.js',
  'explorer/call.js',
  'explorer/chart.js',
  'explorer/elements.js',
  'explorer/filters.js',
  'explorer/group-fields.js',
  'explorer/line-chart.js',
  'explorer/main.js',
  'explorer/metric-fields.js',
  'explorer/state.js',
  'explorer/statistics.js',
  'explorer/values.js',
  'explorer/vehicle.js',
  'explorer/vehicles.js',
]);
