/*
 * Which room may import which, read by `npm run check`, by test/architecture.test.ts and by the picture
 * in docs/architecture.md. Dependency-cruiser resolves every path, so the spelling of an import does not
 * matter, and imports of types count.
 *
 * A room is a folder with everything in it, or a single file. What a room does not name, it may not import.
 */

import type {IConfiguration} from 'dependency-cruiser';

/** A room, and the rooms that it may import. */
const table = {
  mappings: '',

  'core/domain': 'mappings',
  'core/metrics.ts': '',
  'core/log': 'core/metrics.ts',
  'core/config': 'core/command-line',
  'core/command-line': '',
  'core/clients': 'core/config',
  'core/access': 'core/command-line core/domain core/metrics.ts',
  'core/tracing': 'core/config',
  'core/exports.ts': 'mappings',
  'core/releases.ts': 'mappings',

  'src/http': '',
  'src/services.ts': 'core/domain mappings',
  'src/search': 'core/clients core/domain core/metrics.ts core/releases.ts mappings',
  'src/api': 'src/http src/services.ts core/domain core/metrics.ts mappings',
  'src/openapi': 'src/api src/http src/services.ts core/domain mappings',
  'src/site': 'src/api src/http src/openapi core/domain',
  'src/ops': 'core/domain core/log core/metrics.ts',
  'src/config.ts': 'core/config',
  'src/processes': 'src/config.ts src/http src/ops core/log core/metrics.ts',
  'src/app.ts': 'src/api src/http src/openapi src/services.ts src/site core/log core/metrics.ts',
  'src/wiring.ts': 'src/config.ts src/search src/services.ts core/access core/exports.ts',
  'src/serve.ts': 'src/app.ts src/config.ts src/http src/ops src/processes src/wiring.ts core',
  'src/main.ts': 'src core',

  'indexer/config.ts': 'core/config',
  'indexer/fingerprints': '',
  'indexer/read': 'indexer/fingerprints core/command-line core/domain mappings',
  'indexer/fetch': 'indexer/read core/command-line core/config core/domain',
  'indexer/document': 'indexer/fingerprints indexer/read core/domain mappings',
  'indexer/write': `
    indexer/document indexer/fingerprints indexer/read core/clients core/command-line core/domain mappings
  `,
  'indexer/changes': `
    indexer/document indexer/fingerprints indexer/write core/domain core/releases.ts mappings
  `,
  'indexer/generations': `
    indexer/changes indexer/config.ts indexer/document indexer/fingerprints indexer/read indexer/write
    core/command-line core/domain core/releases.ts mappings
  `,
  'indexer/export': `
    indexer/changes indexer/generations indexer/write core/command-line core/exports.ts core/releases.ts
    mappings
  `,
  'indexer/exit-codes.ts':
    'indexer/generations indexer/read indexer/write core/clients core/command-line',
  'indexer/import.ts': `
    indexer/changes indexer/config.ts indexer/exit-codes.ts indexer/generations indexer/read indexer/write
    core/command-line
  `,
  'indexer/commands': `
    indexer/changes indexer/config.ts indexer/export indexer/fetch indexer/generations indexer/import.ts indexer/read
    indexer/write core/clients core/command-line core/config core/tracing mappings sample
  `,
  'indexer/main.ts': 'indexer/commands indexer/exit-codes.ts core/command-line',

  sample: 'core/domain',
  admin: 'core',
  webhooks: 'core mappings',
  doctor: 'admin indexer src core mappings',
  kibana: 'core/command-line core/config mappings',
  // Asks a running API for the examples of the interface description.
  'local/api-examples.ts': 'local src/api src/openapi core',
  local: 'admin src/config.ts core mappings',

  // Published by itself: it has nothing of the service.
  'clients/typescript': '',
  'clients/mcp': 'clients/typescript core/domain',
};

export const arrows: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(table).map(([room, allowed]) => [room, allowed.match(/\S+/g) ?? []]),
);

/** Packages that are the business of some rooms alone. */
const packages = {
  '@elastic/elasticsearch': [
    'core/clients',
    'core/releases.ts',
    'src/search',
    'src/wiring.ts',
    'indexer',
    'webhooks',
    'doctor',
  ],
  ioredis: ['core/clients', 'core/access', 'admin'],
  '@opentelemetry': ['core/tracing', 'core/clients', 'src/http', 'indexer/generations'],
  koa: ['src/http', 'src/app.ts'],
  '@koa': ['src/http'],
  'openapi-fetch': ['clients/typescript'],
  '@modelcontextprotocol/sdk': ['clients/mcp'],
};

const inRoom = (room: string) => `^${room}${room.includes('.') ? '$' : '/'}`;
const anyOf = (rooms: readonly string[]) => `^(${rooms.join('|')})(/|$)`;
/** The folders of the code, but for the client's. */
export const folders = [
  'src',
  'core',
  'indexer',
  'mappings',
  'sample',
  'admin',
  'webhooks',
  'doctor',
  'kibana',
  'local',
  'clients/mcp',
];
const withClient = [...folders, 'clients/typescript'];
const production = anyOf(withClient);
const anywhere = anyOf([...withClient, 'bench', 'docs', 'test']);

/** A file that may import more than its folder has a line of its own. */
const filesWithin = (room: string) =>
  Object.keys(arrows).filter(other => other.startsWith(`${room}/`));

const layerRules = Object.entries(arrows).map(([room, allowed]) => ({
  name: `layers: ${room}`,
  comment: `${room} may import ${allowed.join(', ') || 'packages alone'}.`,
  severity: 'error' as const,
  from: {path: inRoom(room), pathNot: filesWithin(room).map(inRoom)},
  to: {path: anywhere, pathNot: anyOf([room, ...allowed])},
}));

const packageRules = Object.entries(packages).map(([name, rooms]) => ({
  name: `packages: ${name}`,
  comment: `${name} is imported by ${rooms.join(', ')} alone.`,
  severity: 'error' as const,
  from: {path: production, pathNot: anyOf(rooms)},
  to: {path: `node_modules/${name}/`},
}));

const configuration = {
  forbidden: [
    {name: 'no cycles', severity: 'error' as const, from: {}, to: {circular: true}},
    {
      name: 'every import resolves',
      severity: 'error' as const,
      from: {},
      to: {couldNotResolve: true},
    },
    ...layerRules,
    ...packageRules,
  ],
  options: {
    // TypeScript 7 has no compiler API yet; swc reads the syntax, and Node's own rules resolve it.
    parser: 'swc',
    doNotFollow: {path: 'node_modules'},
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.mjs', '.js', '.json'],
    },
  },
} satisfies IConfiguration;

export default configuration;
