import { Refusal } from '#protocol/codes.ts';
import { formState } from '#protocol/rules/states.ts';
import { dayIn } from '#protocol/wire/clock.ts';
import type { Db } from '#server/db/db.ts';
import type { Catalogue, ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import type { Clock } from '#server/ports/clock.ts';
import type { Gate, NameGate, Reader } from '#server/query/gate.ts';
import { inCompany } from '#server/query/source.ts';
import { and, bound, boundLate, column, FALSE, oneOf, or, type Sql, TRUE } from '#server/query/sql.ts';
import { tellsCase } from './of-case.ts';
import { itemOf, loadRights, names, type Rights, type RoleGrant } from './rights.ts';
import { actsFor, grantRows, groundRows, hasParticipants, indexedGround, participantRows, type RowScope, ruled } from './rows.ts';

/** A gate that also says what the caller may write. */
export interface Grant extends Gate {
  readonly op: string;
  /** The roles' grants that give it. */
  readonly parts: readonly RoleGrant[];
  /** Whether a to-do row of the case gives it too. */
  readonly participant: boolean;
  /** Whether the field may be changed: always, never, or on the rows of a condition. */
  writes(field: string, alias: string): true | false | Sql;
}

/** Everything a session may do, for one request. */
export interface Access {
  readonly session: Session;
  readonly reader: Reader;
  readonly flags: ReadonlySet<string>;
  /** The table of a cloud name; unknown reads like forbidden: 312. */
  table(cloud: string): ResolvedTable;
  /** Whether a permission item gives the op on the table, on some rows. */
  may(table: ResolvedTable, op: string): boolean;
  /** On which of the rows that `read` gives another op is given too: all, none, or those of a condition. */
  also(read: Grant, op: string, alias: string): boolean | Sql;
  /** Of a record's holders and applicant those for whom the caller may act now, on a table with a flow: a list in SQL. */
  actsFor(table: ResolvedTable, alias: string): Sql;
  /** The gate for an op, 312 when nothing gives it. */
  grant(table: ResolvedTable, op: string): Grant;
}

/** Ops that a to-do row of the case gives on its record, its sub-tables and files. */
const PARTICIPANT_OPS = new Set(['Show', 'Get', 'Download', 'Preview', 'Process', 'Review', 'Reply', 'LoadTable']);
/** Ops on what lies in the recycle bin, and on nothing else. */
const DELETED_OPS = new Set(['Recycle', 'Restore']);
/** What a table in `storage: view` answers. */
const READS = new Set(['List', 'LoadTable']);
/** Read with every row that is read: no role hides them. */
const ALWAYS_SEEN = new Set(['id', 'version', 'review_state']);
const ROOT_GRANT: RoleGrant = { group_name: '', scope: 2, items: new Set(), hide: new Set(), readonly: new Set() };

type Opened = { access: Access; db: Db; catalogue: Catalogue; clock: Clock; today: string };
const opened = new WeakMap<Session, Opened>();

/** Reads the session's rights and answers what follows from them, purely: kept as long as the session, which names their version, and the day are the same. */
export async function openAccess(house: Pick<House, 'db' | 'catalogue' | 'clock'>, session: Session): Promise<Access> {
  const { db, catalogue, clock } = house;
  const today = dayIn(session.company.time_zone, clock.now());
  const known = opened.get(session);
  if (known?.db === db && known.catalogue === catalogue && known.clock === clock && known.today === today) return known.access;
  const access = createAccess(catalogue, await loadRights(db, session), session, clock);
  opened.set(session, { access, db, catalogue, clock, today });
  return access;
}

/** The gate for one op on one table, by cloud name; 312 for what is unknown or not given. */
export async function grantFor(house: House, session: Session, cloud: string, op: string): Promise<Grant> {
  const access = await openAccess(house, session);
  return access.grant(access.table(cloud), op);
}

export function createAccess(catalogue: Catalogue, rights: Rights, session: Session, clock: Clock): Access {
  const scope = rowScope(catalogue, session, clock);
  const of: (table: ResolvedTable, op: string) => Grant | undefined = keptBy(
    (table: ResolvedTable, op: string) => `${op} ${table.cloud} ${table.pin ?? ''}`,
    (table, op) => grantOf(table, op, rights, scope, (other) => of(other, 'Show')),
  );
  const reader: Reader = {
    ...scope.reader,
    gate: (cloud) => {
      const table = catalogue.table(cloud);
      return table && of(table, 'List');
    },
    names: (cloud) => {
      const table = catalogue.table(cloud);
      return table && nameGate(table, scope, () => of(table, 'List'));
    },
  };
  return {
    session,
    reader,
    flags: rights.flags,
    table: (cloud) => catalogue.table(cloud) ?? refuse(),
    may: (table, op) => partsOf(table, op, rights, session).length > 0,
    also: (read, op, alias) => also(read, partsOf(read.table, op, rights, session), scope, alias),
    actsFor: (table, alias) => actsFor(table, scope, alias),
    grant: (table, op) => of(table, op) ?? refuse(),
  };
}

/** The same answer for the same key, worked out once. */
function keptBy<Args extends unknown[], Value>(key: (...args: Args) => string, work: (...args: Args) => Value): (...args: Args) => Value {
  const known = new Map<string, Value>();
  return (...args) => {
    const at = key(...args);
    if (!known.has(at)) known.set(at, work(...args));
    return known.get(at) as Value;
  };
}

const refuse = (): never => {
  throw new Refusal(312);
};

function rowScope(catalogue: Catalogue, session: Session, clock: Clock): RowScope {
  return {
    catalogue,
    session,
    reader: {
      company: bound(session.company.id, 'bigint'),
      zone: bound(session.company.time_zone, 'text'),
      today: dayIn(session.company.time_zone, clock.now()),
      user: { id: session.user.id, department_entity: session.department?.id ?? null },
    },
    userId: bound(session.user.id, 'bigint'),
    departments: bound(session.departments, 'bigint[]'),
    domain: bound(session.domain.id, 'bigint'),
    domains: bound(
      session.domains.map((domain) => domain.id),
      'bigint[]',
    ),
    now: boundLate(() => clock.now(), 'timestamptz'),
  };
}

/** key_name of a public table is everyone's in the company, also of a row in the recycle bin: it stays the creator's name. */
function nameGate(table: ResolvedTable, scope: RowScope, list: () => Gate | undefined): NameGate | undefined {
  if (table.def.public_name === 1) return { table, open: true, rows: (alias) => inCompany(table, scope.reader, alias) };
  const gate = list();
  return gate && gate.sees('key_name', 't') === true ? { table, open: false, rows: gate.rows } : undefined;
}

/** The grants that give an op, role by role. A platform table is changed by the super administrator, or by an explicit grant. */
function partsOf(table: ResolvedTable, op: string, rights: Rights, session: Session): readonly RoleGrant[] {
  const item = itemOf(op);
  if (item !== 'LoadTable' && table.variant?.ops && !table.variant.ops.some((one) => itemOf(one) === item)) return [];
  if (table.def.storage === 'view' && (op === 'History' || !READS.has(item))) return [];
  const own = rights.grants.filter((grant) => grant.group_name === table.permission);
  if (session.super || (session.root && (table.tenancy !== 'platform' || READS.has(item)))) return [ROOT_GRANT];
  return item === 'LoadTable' ? own : own.filter((grant) => grant.items.has(item));
}

type ShowGate = (table: ResolvedTable) => Gate | undefined;

function grantOf(table: ResolvedTable, op: string, rights: Rights, scope: RowScope, show: ShowGate): Grant | undefined {
  const parts = partsOf(table, op, rights, scope.session);
  const participant = PARTICIPANT_OPS.has(op) && !parts.includes(ROOT_GRANT) && hasParticipants(scope.catalogue, table);
  if (parts.length === 0 && !participant) return undefined;
  const rowsOf = (some: readonly RoleGrant[], alias: string): Sql =>
    or(...some.map((part) => grantRows(table, part, scope, alias)), ...(participant ? [participantRows(table, scope, alias)] : []));
  const open = (rule: (part: RoleGrant) => ReadonlySet<string>[], field: string, alias: string): true | false | Sql => {
    const free = parts.filter((part) => !rule(part).some((set) => names(set, table, field)));
    if (free.length === parts.length) return true;
    return free.length === 0 ? false : rowsOf(free, alias);
  };
  return {
    table,
    op,
    parts,
    participant,
    rows: keptBy(
      (alias) => alias,
      (alias) => and(groundRows(table, scope, alias, DELETED_OPS.has(op)), rowsOf(parts, alias)),
    ),
    ground: (alias) => (DELETED_OPS.has(op) ? undefined : indexedGround(table, scope, alias, !participant)),
    sees: keptBy(
      (field, alias) => `${alias} ${field}`,
      (field, alias) => {
        if (ALWAYS_SEEN.has(field)) return table.fields.has(field);
        if (field === 'subcompany_id') return table.tenancy === 'domain';
        const byRole = open((part) => [part.hide], field, alias);
        const there = byRole === false ? false : both(byRole, viewable(table, field, scope, alias));
        return there === false ? false : both(there, tellsCase(table, field, scope, alias, show));
      },
    ),
    writes: (field, alias) => open((part) => [part.hide, part.readonly], field, alias),
  };
}

function also(read: Grant, parts: readonly RoleGrant[], scope: RowScope, alias: string): boolean | Sql {
  if (parts.length === 0) return false;
  if (!read.participant && read.parts.every((part) => parts.includes(part))) return true;
  const rows = or(...parts.map((part) => grantRows(read.table, part, scope, alias)));
  return rows === TRUE ? true : rows === FALSE ? false : rows;
}

/** A field with view_state or view_where is there only in those states and where that holds, for everyone (B10). */
function viewable(table: ResolvedTable, fieldName: string, scope: RowScope, alias: string): true | false | Sql {
  const def = table.fields.get(fieldName)?.def;
  if (!def) return false;
  const states = def.view_state ? inStates(table, def.view_state, alias) : true;
  if (states === false) return false;
  return both(states, def.view_where ? ruled(table, def.view_where, scope, alias) : true);
}

/** rules/states.ts on a column: 0 and 1 are one. Tables without flow are always in 1. */
function inStates(table: ResolvedTable, list: string, alias: string): boolean | Sql {
  const states = list.split(',').map((state) => formState(Number(state)));
  if (table.def.flow !== 1) return states.includes(1);
  const wanted = states.includes(1) ? [0, ...states] : states;
  return oneOf(column(alias, 'review_state'), wanted);
}

const asSql = (of: boolean | Sql): Sql => (of === true ? TRUE : of === false ? FALSE : of);

function both(one: boolean | Sql, other: boolean | Sql): true | Sql {
  const sum = and(asSql(one), asSql(other));
  return sum === TRUE ? true : sum;
}
