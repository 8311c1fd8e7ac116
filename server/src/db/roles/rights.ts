/** What PostgreSQL calls a privilege. */
export type Right =
  | ('select' | 'insert' | 'update' | 'delete' | 'truncate' | 'references' | 'trigger' | 'maintain')
  | ('usage' | 'execute' | 'create' | 'temporary');

/** Something in the database that rights are given on. */
export interface Thing {
  kind: 'database' | 'schema' | 'table' | 'view' | 'sequence' | 'function';
  /** Its schema; of a schema itself its own name, of the database ''. */
  schema: string;
  name: string;
}

/** The engine's own schemas: what stands elsewhere in a database is not ours to give or to take. */
export const SCHEMAS = ['app', 'fw', 'hist', 'sum', 'pgboss'] as const;

const READ: readonly Right[] = ['select'];
const WRITE_ONCE: readonly Right[] = ['select', 'insert'];
const KEEP: readonly Right[] = ['select', 'insert', 'update'];
const ALL: readonly Right[] = ['select', 'insert', 'update', 'delete'];
const CALL: readonly Right[] = ['execute'];
const NONE: readonly Right[] = [];

/** The engine's tables by name. A table that is not named gives the role that serves nothing, and a test says so. */
export const ENGINE: Readonly<Record<string, readonly Right[]>> = {
  address_bucket: ALL,
  address_vouched: ALL,
  board_layer: KEEP,
  change: ALL,
  change_row: ALL,
  choice: ALL,
  company: WRITE_ONCE,
  credential: ALL,
  device: ALL,
  dict_said: KEEP,
  entry_link: ALL,
  eyes: ALL,
  factor: ALL,
  factor_pending: ALL,
  factor_ticket: ALL,
  file: ALL,
  file_sum: KEEP,
  flow_agent: ALL,
  flow_anchor: READ,
  flow_case: KEEP,
  flow_def: WRITE_ONCE,
  flow_log: WRITE_ONCE,
  flow_look: KEEP,
  flow_todo: KEEP,
  forgotten: ALL,
  identity_bucket: ALL,
  key_check: NONE,
  login_used: ALL,
  mail: ALL,
  menu_said: KEEP,
  meta_object: READ,
  migration: NONE,
  notice: KEEP,
  number: KEEP,
  outbox: ['select', 'insert', 'delete'],
  outbox_place: ['select', 'update'],
  own_link: ALL,
  reading: KEEP,
  recovery_code: ALL,
  registration: ALL,
  remembered: ALL,
  rid: ALL,
  rights_version: KEEP,
  role_change: WRITE_ONCE,
  role_flag: ['select', 'insert', 'delete'],
  role_grant: ['select', 'insert', 'delete'],
  role_said: ALL,
  security_log: WRITE_ONCE,
  seed: WRITE_ONCE,
  session: ALL,
  set_up_code: ALL,
  signin_site: WRITE_ONCE,
  table_change: READ,
  table_version: READ,
  table_seal: NONE,
};
const ENGINE_FUNCTIONS = [
  'keywords',
  'bigrams',
  'initials',
  'plain_text',
  'place_address',
  'sweep_security_log',
  'end_sessions',
  'fold_changes',
];

/** Of summaries the view of each, not what it should be of the rows; and what keeps them (docs/decisions/264). */
const OF_SUMMARIES = ['fold', 'recount', 'aside', 'fill'];

/** The durable queue's. Its partitions are reached through `job` alone. It asks at each start for queues that stand already. */
const QUEUE: Readonly<Record<string, readonly Right[]>> = {
  archive: ['select', 'insert', 'delete'],
  job: ALL,
  queue: WRITE_ONCE,
  schedule: KEEP,
  version: ['select', 'update'],
};

/**
 * All that the role that serves may do, and all that is given to it. Rows of definitions are never removed (a deleted one is marked), closed
 * versions are written by the trigger alone, logs grow only.
 */
export function rightsOn({ kind, schema, name }: Thing): readonly Right[] {
  if (kind === 'database') return NONE;
  if (kind === 'schema') return SCHEMAS.some((ours) => ours === name) ? ['usage'] : NONE;
  const ours = BY_SCHEMA[schema as (typeof SCHEMAS)[number]];
  return ours?.[kind]?.(name) ?? NONE;
}

type Naming = Partial<Record<Thing['kind'], (name: string) => readonly Right[]>>;
const BY_SCHEMA: Readonly<Record<(typeof SCHEMAS)[number], Naming>> = {
  app: { table: () => KEEP, view: () => READ, sequence: () => ['usage'] },
  hist: { table: () => READ },
  sum: {
    view: (name) => (name.endsWith('.rows') ? NONE : READ),
    function: (name) => (OF_SUMMARIES.includes(name) ? CALL : NONE),
  },
  fw: {
    table: (name) => ENGINE[name] ?? NONE,
    sequence: (name) => (name === 'flow_todo_id_seq' ? ['usage'] : NONE),
    function: (name) => (ENGINE_FUNCTIONS.includes(name) ? CALL : NONE),
  },
  pgboss: { table: (name) => QUEUE[name] ?? NONE, function: (name) => (name === 'create_queue' ? CALL : NONE) },
};
