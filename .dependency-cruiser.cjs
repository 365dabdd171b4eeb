// The arrows of the house: who may use whom. ARCHITECTURE.md draws them; this file holds them.

const SERVER = '^packages/server/src';

/** Each feature and the features it may use; nothing else of features/. */
const FLOORS = {
  audit: [],
  project: ['audit'],
  push: ['audit', 'project', 'deliveries'],
  channels: ['audit', 'project', 'deliveries', 'push'],
  keys: ['audit', 'project', 'push'],
  people: ['audit', 'project', 'push'],
  demo: ['audit', 'project', 'keys', 'actions'],
  live: ['audit', 'project'],
  limits: [],
  rules: ['audit', 'project'],
  billing: ['audit', 'project'],
  signing: ['audit'],
  deliveries: ['audit', 'project'],
  actions: ['audit', 'project', 'billing', 'rules', 'live', 'deliveries', 'signing', 'push', 'channels'],
  stats: ['audit', 'project', 'billing'],
  interactions: ['audit', 'project', 'people', 'push', 'channels', 'actions'],
  hooks: ['actions'],
  watchers: ['audit', 'billing', 'project', 'live', 'deliveries', 'actions'],
};

const forbid = (name, from, to, extra = {}) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: to, ...extra },
});

const features = Object.entries(FLOORS).map(([feature, below]) => ({
  name: `feature-${feature}`,
  severity: 'error',
  from: { path: `${SERVER}/features/${feature}/` },
  to: {
    path: `${SERVER}/features/`,
    pathNot: [feature, ...below].map((name) => `${SERVER}/features/${name}/`),
  },
}));

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'nothing-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'every-feature-has-a-floor',
      severity: 'error',
      from: {},
      to: { path: `${SERVER}/features/`, pathNot: `${SERVER}/features/(${Object.keys(FLOORS).join('|')})/` },
    },
    forbid('contract-stands-alone', '^packages/contract/', '^packages/(?!contract/)'),
    forbid('contract-runs-anywhere', '^packages/contract/', undefined, { dependencyTypes: ['core'] }),
    forbid('sdk-knows-only-shapes', '^packages/sdk/', '^packages/(?!sdk/|contract/)'),
    {
      name: 'sdk-has-no-runtime-dependency',
      severity: 'error',
      from: { path: '^packages/sdk/src', pathNot: '\\.test\\.ts$|/adapters/' },
      to: { pathNot: '^packages/sdk/src', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'an-adapter-knows-its-framework-and-the-client',
      severity: 'error',
      from: { path: '^packages/sdk/src/adapters/' },
      to: {
        pathNot:
          '^packages/sdk/src/(adapters/tool-call|arguments|failure-text|index|spans|unreported)\\.ts$|node_modules/(ai|langchain|@langchain|@openai)/',
      },
    },
    forbid('the-client-knows-no-adapter', '^packages/sdk/src/(?!adapters/)', '^packages/sdk/src/adapters/'),
    forbid(
      'cli-uses-the-sdk',
      '^packages/cli/',
      '^packages/(?!cli/|sdk/src/index\\.ts|contract/src/(shown/|audit-|checkpoint))',
    ),
    forbid('web-stands-on-the-client', '^packages/web/', '^packages/(server|cli)/'),
    forbid(
      'contents-know-no-screen',
      '^packages/web/src/(content|parts|keyboard|live)/',
      '^packages/web/src/(inbox|people|settings)/',
    ),
    forbid('server-uses-no-client', SERVER, '^packages/(sdk|web|cli)/'),
    forbid('base-is-the-ground', `${SERVER}/base/`, `${SERVER}/(?!base/)`),
    forbid('world-stands-on-base', `${SERVER}/world/`, `${SERVER}/(?!world/|base/)`),
    forbid('storage-stands-on-base-and-world', `${SERVER}/storage/`, `${SERVER}/(?!storage/|world/|base/)`),
    forbid('doors-know-no-feature', `${SERVER}/(http|mcp|sweeps)/`, `${SERVER}/(features|storage|commands)/`),
    forbid('one-file-knows-the-protocol', `${SERVER}/(?!mcp/protocol\\.ts)`, 'node_modules/@modelcontextprotocol'),
    {
      name: 'the-protocol-is-loaded-late',
      severity: 'error',
      from: { path: SERVER },
      to: { path: `${SERVER}/mcp/protocol\\.ts`, dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    forbid('doors-do-not-meet', `${SERVER}/http/`, `${SERVER}/(mcp|sweeps)/`),
    forbid(
      'features-know-no-door',
      `${SERVER}/features/`,
      `${SERVER}/(http|mcp|sweeps|commands)/|${SERVER}/(boot/|boot\\.ts|main\\.ts)`,
    ),
    forbid(
      'only-storage-speaks-sql',
      `${SERVER}/(?!storage/|features/[^/]+/(chain-|data-)?store\\.ts)`,
      'node_modules/kysely',
    ),
    ...features,
  ],
  options: {
    tsConfig: { fileName: 'packages/server/tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.test\\.ts$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
      extensions: ['.ts', '.js'],
    },
  },
};
