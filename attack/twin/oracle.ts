import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { Db } from '#server/db/db.ts';
import { capex } from '#suites/capex/suite.ts';
import { opendata } from '#suites/opendata/suite.ts';
import { sys } from '#suites/sys/suite.ts';
import { laid } from '../laid.ts';
import { rulesOf, uidOf } from '../uids.ts';

/**
 * What a person may see, worked out from the definitions, the stored grants and the stored rows alone: it shares no code with the
 * gate that it judges. Where the house is stricter (an op that he has no right to), the oracle may say "visible": then less is
 * attacked, and nothing wrongly.
 */
export interface Sight {
  readonly person: Person;
  /** the row as he may look at it, in any of his domains, alive or in a recycle bin of his */
  sees(table: TableDef, row: StoredRow): boolean;
  /** fields of such a row that he may not read */
  hides(table: TableDef, row: StoredRow): ReadonlySet<string>;
  /** whether a role of his gives the item on the table */
  may(table: TableDef, item: string): boolean;
}
export interface Person {
  id: number;
  company: number;
  department: number | null;
  departments: readonly number[];
  domains: readonly number[];
  root: boolean;
}
export type StoredRow = Readonly<Record<string, unknown>> & { id: number; company_id?: number };
export type Stored = ReadonlyMap<string, readonly StoredRow[]>;
interface Grant {
  group_uid: string;
  scope: number;
  items: string[];
  hide_uids: string[];
}

/** Tables that hold rows of their own. */
export const TABLES: readonly TableDef[] = [sys, capex, opendata, laid]
  .flatMap((suite) => suite.tables)
  .filter((table) => table.storage !== 'view');
export const permissionOf = (table: TableDef): string => table.permission ?? table.table_name;

/** Every row of every table, alive or not. */
export async function readStored(db: Db): Promise<Stored> {
  const rows = new Map<string, readonly StoredRow[]>();
  for (const { table_name } of TABLES) rows.set(table_name, await db.query<StoredRow>(`select * from app."${table_name}" order by id`));
  return rows;
}

export async function sightOf(db: Db, stored: Stored, login: string, company: number): Promise<Sight> {
  const person = personOf(stored, login, company);
  const roles = (stored.get('user')!.find((row) => row.id === person.id)!.role_entities as number[] | null) ?? [];
  const grants = await db.query<Grant>(
    'select group_uid, scope, items, hide_uids from fw.role_grant where company_id = $1 and role_id = any($2::bigint[]) and cardinality(items) > 0',
    [company, roles],
  );
  const cases = new Set(
    (
      await db.query<{ at: string }>(
        `select source || ':' || rowid as at from fw.flow_todo t
         where company_id = $1 and (review_entity = $2 or done_entity = $2 or exists (
           select 1 from fw.flow_agent a where a.company_id = $1 and a.agent_entity = $2 and a.user_entity = t.review_entity))`,
        [company, person.id],
      )
    ).map((row) => row.at),
  );
  const eyes: Eyes = { stored, person, grants, cases };
  return {
    person,
    sees: (table, row) => sees(eyes, table, row),
    hides: (table, row) => hides(eyes, table, row),
    may: (table, item) => person.root || grantsOn(eyes, table).some((grant) => grant.items.includes(item)),
  };
}

function personOf(stored: Stored, login: string, company: number): Person {
  const user = stored.get('user')!.find((row) => row.login_name === login && row.company_id === company)!;
  const tree = stored.get('department')!;
  const own = user.department_entity as number | null;
  const departments = own === null ? [] : [own];
  for (const at of departments) departments.push(...tree.filter((row) => row.parent_entity === at).map((row) => row.id));
  const roles = stored.get('role')!.filter((row) => (user.role_entities as number[]).includes(row.id));
  const root = user.id === 1 || roles.some((row) => Number(row.root) === 1);
  return { id: user.id, company, department: own, departments, domains: user.domain_entities as number[], root };
}

interface Eyes {
  stored: Stored;
  person: Person;
  grants: readonly Grant[];
  cases: ReadonlySet<string>;
}

const grantsOn = ({ grants }: Eyes, table: TableDef): Grant[] => grants.filter((grant) => grant.group_uid === uidOf(permissionOf(table)));
const tenancyOf = (table: TableDef): string => table.tenancy ?? 'domain';

function sees(eyes: Eyes, table: TableDef, row: StoredRow): boolean {
  const mine = tenancyOf(table) === 'platform' || row.company_id === eyes.person.company;
  if (!mine) return false;
  const inBin = row.deleted_time !== null && row.deleted_time !== undefined;
  const grants = grantsOn(eyes, table).filter((grant) => !inBin || grant.items.includes('Delete'));
  if (eyes.person.root || isOwn(eyes.person, table, row) || (!inBin && isTold(table, row))) return true;
  return grants.some((grant) => gives(eyes, table, row, grant.scope)) || (!inBin && takesPart(eyes, table, row));
}

/** Who he is, where he works and in which domains everybody is told about himself. */
const isOwn = (person: Person, { table_name }: TableDef, { id }: StoredRow): boolean =>
  (table_name === 'user' && id === person.id) ||
  (table_name === 'department' && id === person.department) ||
  (table_name === 'domain' && person.domains.includes(id));

/** A message of today: `message[web]` tells it to everybody of the company. */
function isTold({ table_name }: TableDef, { begin_date, end_date }: StoredRow): boolean {
  if (table_name !== 'message') return false;
  const today = new Date().toISOString().slice(0, 10);
  return String(begin_date) <= today && today <= String(end_date);
}

function hides(eyes: Eyes, table: TableDef, row: StoredRow): ReadonlySet<string> {
  if (isOwn(eyes.person, table, row)) return new Set();
  const grants = eyes.person.root ? [] : grantsOn(eyes, table);
  const secret = table.fields.map((field) => field.field_name).filter((name) => isHidden(eyes, table, row, grants, name));
  return new Set([...secret, ...endedFields(table, row)]);
}

function isHidden(eyes: Eyes, table: TableDef, row: StoredRow, grants: readonly Grant[], name: string): boolean {
  const [rule] = rulesOf(permissionOf(table), [`${table.table_name}.${name}`]);
  const open = grants.filter(({ hide_uids }) => !hide_uids.includes(rule!));
  if (open.length === grants.length) return false;
  return open.length === 0 || !(open.some((grant) => gives(eyes, table, row, grant.scope)) || takesPart(eyes, table, row));
}

/** What is shown in some states only, where the record will never come to another state. */
function endedFields(table: TableDef, row: StoredRow): string[] {
  const state = String(row.review_state);
  const ended = table.states.some((one) => one.value === state && one.end !== undefined);
  const shut = (field: FieldDef): boolean => field.view_state !== undefined && !field.view_state.split(',').includes(state);
  return ended ? table.fields.filter(shut).map((field) => field.field_name) : [];
}

function gives(eyes: Eyes, table: TableDef, row: StoredRow, scope: number): boolean {
  const above = parentRows(eyes, table, row);
  if (above) return above.some(([parent, one]) => inCompany(eyes, parent, one) && gives(eyes, parent, one, scope));
  const { person } = eyes;
  if (tenancyOf(table) === 'domain' && !person.domains.includes(row.subcompany_id as number)) return false;
  if (scope === 2) return true;
  if (scope === 1) return person.departments.includes(row[departmentField(table)] as number);
  return [row[table.owner_field ?? 'create_entity']].flat().includes(person.id);
}

const inCompany = ({ person }: Eyes, table: TableDef, row: StoredRow): boolean =>
  (tenancyOf(table) === 'platform' || row.company_id === person.company) && row.deleted_time === null;

function takesPart(eyes: Eyes, table: TableDef, row: StoredRow): boolean {
  const above = parentRows(eyes, table, row);
  if (above) return above.some(([parent, one]) => takesPart(eyes, parent, one));
  return table.flow === 1 && eyes.cases.has(`${table.table_name}:${row.id}`);
}

/** The rows that a row belongs to, where its table goes by another's permission; undefined where it stands for itself. */
function parentRows({ stored }: Eyes, table: TableDef, row: StoredRow): [TableDef, StoredRow][] | undefined {
  const ways = waysUp(table);
  if (ways.length === 0) return undefined;
  return ways.flatMap(({ parent, field }) =>
    (stored.get(parent.table_name) ?? [])
      .filter((one) => one.id === row[field] && one.company_id === row.company_id)
      .map((one): [TableDef, StoredRow] => [parent, one]),
  );
}

export const waysUp = (table: TableDef): { parent: TableDef; field: string }[] =>
  TABLES.filter((parent) => parent !== table && permissionOf(parent) === permissionOf(table)).flatMap((parent) =>
    (parent.subtables ?? [])
      .filter((sub) => sub.table_name === table.table_name && sub.inherit !== 0)
      .map((sub) => ({ parent, field: sub.parent_field })),
  );

export function departmentField(table: TableDef): string {
  const own = table.fields.some((field) => field.field_name === 'department_entity') ? 'department_entity' : 'create_department';
  return table.department_field ?? own;
}
