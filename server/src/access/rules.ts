import { itemOf, opDef } from '#protocol/meta/ops.ts';
import type { Scope } from '#protocol/meta/suite.ts';
import { defineCache, identityOf, MIB, PROCESS } from '#server/cache/cache.ts';
import type { Catalogue, ResolvedTable } from '#server/meta/catalogue.ts';
import type { Gate, NameGate, Reader } from '#server/query/gate.ts';
import { columnOf } from '#server/query/names.ts';
import { inCompany } from '#server/query/source.ts';
import { and, FALSE, isOnly, or, type Sql, sql, TRUE } from '#server/query/sql.ts';
import { scopeOf } from './grants/item-scope.ts';
import { ruleOf } from './grants/naming.ts';
import type { Rights, RoleGrant } from './grants/rights.ts';
import { tellsCase } from './of-case.ts';
import { actsFor, grantRows, groundRows, hasParticipants, indexedDepartment, indexedGround, openTo, participantRows } from './rows.ts';
import { withEverybodys } from './variant.ts';
import { asSql, both, isVeiled, viewable } from './viewable.ts';

/** A gate that also says what its holder may write. */
export interface Grant extends Gate {
  readonly op: string;
  /** The roles' grants that give it. */
  readonly parts: readonly RoleGrant[];
  /** On whose rows these give it: each range once, and none beside all rows. With `participant` it is all that the rows hang on, of one table and op. */
  readonly scopes: readonly Scope[];
  /** Whether a to-do row of the case gives it too. */
  readonly participant: boolean;
  /** Whether the roles let the field be read, whatever the state and the values of a row make of it: always, never, or on the rows of a condition. */
  shows(field: string, alias: string): true | false | Sql;
  /** Whether no role of his hides the field; who takes part without a role: whether none of the company does. */
  leaves(field: string): boolean;
  /** What is not always shown of the rows of the table's group, as rules of roles name it: where each is. */
  keeps(alias: string): ReadonlyMap<string, false | Sql>;
  /** Whether the field may be changed: always, never, or on the rows of a condition. */
  writes(field: string, alias: string): true | false | Sql;
}

/** Whether somebody is above the rules of roles: in his company, or on the platform. */
export interface Standing {
  readonly root: boolean;
  readonly super: boolean;
}

/**
 * What a set of roles may do, whoever has it: it knows no person, no department and no domain, only that there are such (query/asker.ts).
 * So a thousand people of seven roles are seven of these, and share what hangs on them: grants, views and statements.
 */
export interface Rules {
  readonly flags: ReadonlySet<string>;
  readonly reader: Reader;
  /** Whether a permission item gives the op on the table, on some rows */
  may(table: ResolvedTable, op: string): boolean;
  /** On which of the rows that `read` gives another op is given too: all, none, or those of a condition. */
  also(read: Grant, op: string, alias: string): boolean | Sql;
  /** Of a record's holders and applicant those for whom the asker may act now, on a table with a flow: a list in SQL. */
  actsFor(table: ResolvedTable, alias: string): Sql;
  /** undefined when nothing gives it */
  grant(table: ResolvedTable, op: string): Grant | undefined;
  /** Whether all that gives the op keeps a field from being written, on whatever row: as the grant says it, without one that is worked out and kept for it. */
  closes(table: ResolvedTable, op: string): (field: string) => boolean;
}

/** What a table in `storage: view` answers. */
const READS = new Set(['List', 'LoadTable']);
/** Read with every row that is read: no role hides them. */
const ALWAYS_SEEN = new Set(['id', 'version', 'review_state']);
const ROOT_GRANT: RoleGrant = { group_uid: '', scope: 2, items: new Set(), hide_uids: new Set(), readonly_uids: new Set() };

const rulesets = defineCache<Rules>({
  name: 'rules',
  holds: 'sets of roles, as what hangs on them names them',
  key: 'number of the tables of the definitions, number of the rights, whether root or super',
  ends: 'with the rights, and with the definitions',
  bytes: 1 * MIB,
});
const grants = defineCache<Grant>({
  name: 'grants',
  holds: 'what an op is given on: rows and fields of a table',
  key: 'number of the set of roles, op, table, the published flow that it is read under where that is not its own',
  ends: 'with the set of roles',
  bytes: 12 * MIB,
});
/** Of a grant, what it says of a field under the aliases that statements use. */
const OF_FIELD = 200;

/** The rules of these rights: the same object for all who have them. */
export function rulesOf(catalogue: Catalogue, rights: Rights, { root, super: above }: Standing): Rules {
  const key = `${identityOf(catalogue.tables())} ${identityOf(rights)} ${Number(root)}${Number(above)}`;
  const known = rulesets.of(PROCESS).get(key);
  if (known) return known;
  const ofRules = (of: Rules, name: string) => `${identityOf(of)} ${name}`;
  const rules: Rules = createRules(
    catalogue,
    rights,
    { root, super: above },
    {
      get: (name) => grants.of(PROCESS).get(ofRules(rules, name)),
      set: (name, grant) => grants.of(PROCESS).set(ofRules(rules, name), grant, 2_000 + OF_FIELD * grant.table.fields.size),
    },
  );
  rulesets.of(PROCESS).set(key, rules, 1_000);
  return rules;
}

/** The same for rights that nobody has who comes back: what hangs on them goes with them, and takes no place from those of people at work. */
export const rulesFor = (catalogue: Catalogue, rights: Rights, standing: Standing): Rules =>
  createRules(catalogue, rights, standing, new Map());

/** Grants by op and table, each worked out once. */
interface Kept {
  get(name: string): Grant | undefined;
  set(name: string, grant: Grant): unknown;
}

function createRules(catalogue: Catalogue, rights: Rights, standing: Standing, kept: Kept): Rules {
  const of = (table: ResolvedTable, op: string): Grant | undefined => {
    const name = `${op} ${table.cloud} ${table.pin ?? ''}`;
    const known = kept.get(name);
    if (known) return known;
    const grant = grantOf(
      table,
      op,
      { parts: partsOf(table, op, rights, standing), hidden: rights.hidden?.get(table.group) },
      catalogue,
      (other) => of(other, 'Show'),
    );
    if (grant) kept.set(name, grant);
    return grant;
  };
  const reader: Reader = {
    gate: (cloud) => {
      const table = catalogue.table(cloud);
      return table && of(table, 'List');
    },
    names: (cloud) => {
      const table = catalogue.table(cloud);
      const hides = (field: string) => table?.def.flow === 1 && rights.hidden?.get(table.group)?.has(ruleOf(table, field)) === true;
      return table && nameGate(table, () => of(table, 'List'), hides);
    },
  };
  const rules: Rules = {
    flags: rights.flags,
    reader,
    may: (table, op) => partsOf(table, op, rights, standing).length > 0,
    also: (read, op, alias) => also(read, partsOf(read.table, op, rights, standing), catalogue, alias),
    actsFor: (table, alias) => actsFor(table, standing.root, alias),
    grant: of,
    closes: (table, op) => {
      const parts = partsOf(table, op, rights, standing);
      return (field) =>
        parts.length > 0 &&
        parts.every(({ hide_uids, readonly_uids }) => [hide_uids, readonly_uids].some((set) => set.has(ruleOf(table, field))));
    },
  };
  return rules;
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

/** The same of a field under an alias: asked of every field of every record that is written. */
function keptOfField<Value>(work: (field: string, alias: string) => Value): (field: string, alias: string) => Value {
  const known = new Map<string, Map<string, Value>>();
  return (field, alias) => {
    const of = known.get(alias) ?? new Map<string, Value>();
    if (of.size === 0) known.set(alias, of);
    if (!of.has(field)) of.set(field, work(field, alias));
    return of.get(field) as Value;
  };
}

/**
 * key_name of a public table is everyone's in the company, also of a row in the recycle bin: it stays the creator's name. So is the name
 * in English, unless one of the reader's roles hides that field, or of the company's where he has none on a table with a flow, whose records are given.
 */
function nameGate(table: ResolvedTable, list: () => Gate | undefined, hides: (field: string) => boolean): NameGate | undefined {
  const gate = list();
  const english = englishOf(table, gate, hides);
  if (table.def.public_name === 1) return { table, open: true, ...english, rows: (alias) => inCompany(table, alias) };
  if (!gate || gate.sees('key_name', 't') === false) return undefined;
  return { table, open: false, ...english, rows: (alias) => and(gate.rows(alias), asSql(gate.sees('key_name', alias))) };
}

function englishOf(
  { englishName, def }: ResolvedTable,
  gate: Gate | undefined,
  hides: (field: string) => boolean,
): Pick<NameGate, 'english'> {
  if (!englishName || (!gate && (def.public_name !== 1 || hides(englishName.name)))) return {};
  const { name } = englishName;
  if (!gate || gate.sees(name, 'e') === true) return { english: (alias) => columnOf(alias, englishName) };
  if (gate.sees(name, 'e') === false) return {};
  return { english: (alias) => sql`case when ${gate.sees(name, alias) as Sql} then ${columnOf(alias, englishName)} end` };
}

/** The grants that give an op, role by role. A platform table is changed by the super administrator, or by an explicit grant. */
function partsOf(table: ResolvedTable, op: string, rights: Rights, standing: Standing): readonly RoleGrant[] {
  const item = itemOf(op);
  if (item !== 'LoadTable' && table.variant?.ops && !table.variant.ops.some((one) => itemOf(one) === item)) return [];
  if (table.def.storage === 'view' && (op === 'History' || !READS.has(item))) return [];
  const own = rights.grants.filter((grant) => grant.group_uid === table.group);
  if (standing.super || (standing.root && (table.tenancy !== 'platform' || READS.has(item))))
    return withEverybodys(table, op, [ROOT_GRANT], own);
  return withEverybodys(table, op, item === 'LoadTable' ? own : own.flatMap((grant) => partOf(grant, item)), own);
}

/** What a grant gives of an item: itself, or the same on fewer rows. */
function partOf(grant: RoleGrant, item: string): RoleGrant[] {
  if (!grant.items.has(item)) return [];
  const scope = scopeOf(grant, item);
  return [scope === grant.scope ? grant : { ...grant, scope }];
}

/** Roles that give the same range, in whatever order, are one condition; what one of them gives whole no other makes wider. */
function scopesOf(parts: readonly RoleGrant[]): readonly Scope[] {
  const scopes = [...new Set(parts.map(({ scope }) => scope))].toSorted();
  return scopes.includes(2) ? [2] : scopes;
}

/** What roles make of an op on a table: whose give it, and what some role of the company hides there, for who only takes part. */
interface Given {
  parts: readonly RoleGrant[];
  hidden: ReadonlySet<string> | undefined;
}

type ShowGate = (table: ResolvedTable) => Gate | undefined;

/** The rows that some of the parts give, with those that one takes part in; and where something is open that a part may close, by the rules that it names. */
function givenBy(table: ResolvedTable, { parts, hidden }: Given, participant: boolean, catalogue: Catalogue) {
  const byRole = (some: readonly RoleGrant[], alias: string): Sql =>
    or(...scopesOf(some).map((scope) => grantRows(table, { scope }, catalogue, alias)));
  const rowsOf = (some: readonly RoleGrant[], alias: string): Sql =>
    or(byRole(some, alias), participant ? participantRows(table, catalogue, alias) : FALSE);
  // of a record that he only takes part in somebody sees what his roles leave open, but for what was hidden from who gave it to him
  const open = (sets: (part: RoleGrant) => ReadonlySet<string>[], rule: string, alias: string): true | false | Sql => {
    const free = parts.filter((part) => !sets(part).some((set) => set.has(rule)));
    if (free.length === 0 && parts.length > 0) return false;
    const given = participant && hidden?.has(rule) ? openTo(table, rule, catalogue, alias) : TRUE;
    if (free.length === parts.length) return asRule(or(byRole(free, alias), given));
    const closed = parts.filter((part) => !free.includes(part));
    const apart = () => and(participantRows(table, catalogue, alias), given, sql`not ${byRole(closed, alias)}`);
    return or(byRole(free, alias), participant ? apart() : FALSE);
  };
  return { rowsOf, open };
}

function grantOf(table: ResolvedTable, op: string, { parts, hidden }: Given, catalogue: Catalogue, show: ShowGate): Grant | undefined {
  const participant = opDef(op).takesPart === true && !parts.includes(ROOT_GRANT) && hasParticipants(catalogue, table);
  if (parts.length === 0 && !participant) return undefined;
  const { rowsOf, open } = givenBy(table, { parts, hidden }, participant, catalogue);
  const shown = (rule: string, alias: string) => open((part) => [part.hide_uids], rule, alias);
  const shows = keptOfField((field, alias) => shown(ruleOf(table, field), alias));
  return {
    table,
    op,
    parts,
    scopes: scopesOf(parts),
    participant,
    rows: keptBy(
      (alias) => alias,
      (alias) => and(groundRows(table, catalogue, alias, opDef(op).ofDeleted === true), rowsOf(parts, alias)),
    ),
    summary: keptBy(
      (alias, columns) => `${alias} ${[...columns].join()}`,
      (alias, columns) => {
        if (opDef(op).ofDeleted === true) return undefined;
        const rows = and(groundRows(table, catalogue, alias, 'live'), rowsOf(parts, alias));
        return isOnly(rows, alias, columns) ? rows : undefined;
      },
    ),
    department: (alias) =>
      participant || opDef(op).ofDeleted === true || scopesOf(parts).join() !== '1'
        ? undefined
        : indexedDepartment(table, catalogue, alias),
    ground: (alias) => (opDef(op).ofDeleted === true ? undefined : indexedGround(table, catalogue, alias, !participant)),
    sees: keptOfField((field, alias) => {
      if (ALWAYS_SEEN.has(field)) return table.fields.has(field);
      if (field === 'subcompany_id') return table.tenancy === 'domain';
      if (isVeiled(table, field) && !parts.includes(ROOT_GRANT)) return false;
      const byRole = shows(field, alias);
      const there = byRole === false ? false : both(byRole, viewable(table, field, catalogue, alias));
      return there === false ? false : both(there, tellsCase(table, field, catalogue, alias, show));
    }),
    shows,
    leaves: (field) =>
      !(parts.length > 0 ? parts.some(({ hide_uids }) => hide_uids.has(ruleOf(table, field))) : hidden?.has(ruleOf(table, field))),
    keeps: (alias) =>
      keptIn(new Set([...(participant ? (hidden ?? []) : []), ...parts.flatMap((part) => [...part.hide_uids])]), (rule) =>
        shown(rule, alias),
      ),
    writes: keptOfField((field, alias) => open((part) => [part.hide_uids, part.readonly_uids], ruleOf(table, field), alias)),
  };
}

const asRule = (of: Sql): true | Sql => (of === TRUE ? true : of);

/** Of these rules those by which something is not always shown. */
function keptIn(rules: ReadonlySet<string>, shown: (rule: string) => true | false | Sql): ReadonlyMap<string, false | Sql> {
  const all = [...rules].map((rule) => [rule, shown(rule)] as const);
  return new Map(all.filter((kept): kept is [string, false | Sql] => kept[1] !== true));
}

function also(read: Grant, parts: readonly RoleGrant[], catalogue: Catalogue, alias: string): boolean | Sql {
  if (parts.length === 0) return false;
  if (!read.participant && read.parts.every((part) => parts.includes(part))) return true;
  const rows = or(...scopesOf(parts).map((scope) => grantRows(read.table, { scope }, catalogue, alias)));
  return rows === TRUE ? true : rows === FALSE ? false : rows;
}
