import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { Db } from '#server/db/db.ts';
import type { Canary } from '../canary/canary.ts';
import { departmentField, type Sight, type Stored, type StoredRow, TABLES, waysUp } from './oracle.ts';

/**
 * Makes world B of one person: everything that he may not see is changed, taken away or added to; all he may see, every id that is
 * given next and every number stay. What tells of itself by nature (docs/decisions/050) the worlds agree on.
 */
export async function differ(db: Db, stored: Stored, sight: Sight, canary: Canary): Promise<Changes> {
  const made: Changes = { rows: 0, fields: 0, versions: 0, gone: 0, added: 0, flow: 0, files: 0, accounts: 0 };
  const live = new Map<string, ReadonlySet<number>>();
  for (const table of TABLES) {
    await db.query(`alter table app."${table.table_name}" disable trigger user`);
    live.set(table.table_name, await differTable(db, table, stored, sight, canary, made));
  }
  for (const table of TABLES.filter(({ table_name }) => !OFFERED.has(table_name))) {
    const unknown = stored.get(table.table_name)!.filter((row) => !live.get(table.table_name)!.has(row.id) && !isPublic(table, row, sight));
    made.gone += await takeAway(db, table, unknown.slice(0, 6));
    made.added += await add(db, table, unknown.slice(-6), canary);
  }
  await differCases(db, sight, live, made);
  await differFiles(db, stored, sight, canary, made);
  made.accounts += await differAccounts(db, stored, sight);
  for (const table of TABLES) await db.query(`alter table app."${table.table_name}" enable trigger user`);
  return made;
}

export interface Changes {
  /** rows out of sight that were changed, fields of rows in sight, closed versions */
  rows: number;
  fields: number;
  versions: number;
  gone: number;
  added: number;
  flow: number;
  files: number;
  /** passwords, changes of roles, and rights in other companies */
  accounts: number;
}

/**
 * What the engine itself goes by, whoever looks: who holds which step, who is in which department, how a case goes on. A changed
 * value would not be a leak but another course of events that the person takes part in.
 */
const ENGINE: Readonly<Record<string, readonly string[]>> = {
  user: ['login_name', 'department_entity', 'role_entities', 'post_entities', 'domain_entities', 'status'],
  role: ['code', 'root', 'factor'],
  post: ['code', 'status'],
  department: ['code', 'parent_entity', 'manager_entity', 'leader_entity'],
  domain: ['currency', 'currency_en'],
  dict: ['code', 'key_name', 'name_en', 'suite', 'status'],
  module: ['uid', 'suite', 'code', 'flag', 'key_name', 'name_en', 'icon', 'remark', 'remark_en', 'ordinal', 'hidden'],
  menu: [
    ...['uid', 'suite', 'module_entity', 'parent_entity', 'type', 'key_name', 'name_en', 'icon', 'target', 'target_op'],
    ...['link', 'home', 'address', 'params', 'ordinal', 'hidden'],
  ],
  dict_item: ['dict_entity', 'number', 'key_name', 'name_en', 'look', 'code', 'ordinal', 'hidden'],
  // a row stands in the sub-table of its kind, and a record has the hours of its rows, whoever looks
  laid_job: ['grade', 'judge_entity', 'hours_planned', 'hours_done'],
  laid_step: ['kind', 'hours'],
  initiation: ['est_price', 'fund_total', 'fund_gap', 'department_entity', 'manager_entity', 'project_type'],
};
/** Rows of the company that everybody is offered, whoever may list them: the choices of his forms, and his menus. */
const OFFERED = new Set(['dict', 'dict_item', 'module', 'menu']);
const SCOPES = ['id', 'company_id', 'subcompany_id', 'create_entity', 'create_department', 'review_state', 'reviewers'];

/** Answers the ids that the person sees of the table. */
async function differTable(
  db: Db,
  table: TableDef,
  stored: Stored,
  sight: Sight,
  canary: Canary,
  made: Changes,
): Promise<ReadonlySet<number>> {
  const rows = stored.get(table.table_name)!;
  const seen = new Set(rows.filter((row) => sight.sees(table, row)).map((row) => row.id));
  const change = changer(table, stored, sight, canary);
  const changed = rows.flatMap((row) => change(row, seen.has(row.id)) ?? []);
  await write(db, `app."${table.table_name}"`, changed, ['id']);
  made.rows += changed.filter((row) => !seen.has(row.id)).length;
  made.fields += changed.filter((row) => seen.has(row.id)).reduce((all, row) => all + Object.keys(row).length - 1, 0);
  made.versions += await differPast(db, table, sight, seen, change);
  return seen;
}

/** The name and the existence of rows of such a table are known in its company. */
const isPublic = (table: TableDef, row: StoredRow, sight: Sight): boolean =>
  table.public_name === 1 && (table.tenancy === 'platform' || row.company_id === sight.person.company);

/** What the address book tells everybody of a company about who works there (`user[contact]`). */
const BOOK: ReadonlySet<string> = new Set(['key_name', 'name_en', 'department_entity', 'post_entities', 'mobile', 'avatar']);
const isInBook = ({ table_name }: TableDef, { status, company_id }: StoredRow, sight: Sight, name: string): boolean =>
  table_name === 'user' && Number(status) === 1 && company_id === sight.person.company && BOOK.has(name);

/** What calls a row: its name, and its name in English where nobody keeps that from him. */
const isName = (table: TableDef, field: FieldDef, hidden: ReadonlySet<string> | undefined): boolean =>
  field.field_name === 'key_name' || (field.field_name === table.english_name && !hidden?.has(field.field_name));

type Changer = (row: StoredRow, seen: boolean) => (Record<string, unknown> & { id: number }) | undefined;

function changer(table: TableDef, stored: Stored, sight: Sight, canary: Canary): Changer {
  const foreign = (row: StoredRow) => table.tenancy !== 'platform' && row.company_id !== sight.person.company;
  const kept = new Set([
    ...SCOPES,
    table.owner_field ?? '',
    departmentField(table),
    table.parent_field ?? '',
    ...(table.unique ?? []).flat(),
    ...waysUp(table).map((way) => way.field),
  ]);
  return (row, seen) => {
    const hidden = seen ? sight.hides(table, row) : undefined;
    const names = table.fields.filter((field) => hidden === undefined || hidden.has(field.field_name));
    const engine = foreign(row) && table.table_name !== 'user' && table.table_name !== 'role' ? [] : (ENGINE[table.table_name] ?? []);
    const open = names.filter(
      (field) =>
        !kept.has(field.field_name) &&
        !engine.includes(field.field_name) &&
        !field.unique &&
        !field.number &&
        !(isName(table, field, hidden) && isPublic(table, row, sight)) &&
        !isInBook(table, row, sight, field.field_name) &&
        !refersToDeletable(field, sight),
    );
    const values = open.flatMap((field) => {
      const value = another(field, row, stored, canary, `${table.table_name}.${field.field_name} of ${row.id}`);
      return value === undefined ? [] : [[field.field_name, value] as const];
    });
    const wider = seen ? [] : [['version', 77] as const];
    return values.length + wider.length ? { id: row.id, ...Object.fromEntries([...values, ...wider]) } : undefined;
  };
}

/** Whether he may delete what the field refers to: a refused delete tells that somebody refers to it. */
const refersToDeletable = (field: FieldDef, sight: Sight): boolean =>
  TABLES.some((table) => table.table_name === field.source && sight.may(table, 'Delete'));

/** A value that the field could have as well; undefined: it stays. */
function another(field: FieldDef, row: StoredRow, stored: Stored, canary: Canary, place: string): unknown {
  const now = row[field.field_name];
  switch (field.data_type) {
    case 'text':
    case 'textarea':
    case 'mobile':
    case 'email':
    case 'html':
      return fitting(field, canary.text(place));
    case 'numeric':
      return String(field.length).startsWith('18') ? `${canary.number(place)}.25` : now === null ? '3.5' : null;
    case 'int':
      return (Number(now ?? 0) % 1000) + 1;
    case 'date':
      return canary.day;
    case 'year':
      return now === '2031' ? '2032' : '2031';
    case 'select':
    case 'radio':
      return Number(now) === 1 ? 2 : 1;
    case 'checkbox':
      return [2];
    case 'entity':
      return otherId(field, row, stored, Number(now));
    case 'entities':
      return [otherId(field, row, stored, 0)].filter((id) => id !== undefined);
    default:
      return undefined;
  }
}

/** The end of a marker tells it from others where a column is too short for all of it. */
const fitting = (field: FieldDef, marker: string): string => marker.slice(-(Number(field.length) || marker.length));

function otherId(field: FieldDef, row: StoredRow, stored: Stored, now: number): number | undefined {
  const choices = (stored.get(field.source ?? '') ?? []).filter(
    (one) => (one.company_id === undefined || one.company_id === row.company_id) && one.id !== now && !one.deleted_time,
  );
  return choices[row.id % Math.max(1, choices.length)]?.id;
}

/** Writes rows of any columns, those of the same columns in one statement. */
async function write(db: Db, table: string, rows: readonly Record<string, unknown>[], key: readonly string[]): Promise<void> {
  const alike = new Map<string, Record<string, unknown>[]>();
  for (const row of rows) {
    const columns = Object.keys(row).sort().join();
    alike.set(columns, [...(alike.get(columns) ?? []), row]);
  }
  for (const [columns, some] of alike) {
    const names = columns.split(',').filter((name) => !key.includes(name));
    const sets = names.map((name) => `"${name}" = v."${name}"`);
    const on = key.map((name) => `t."${name}" = v."${name}"`).join(' and ');
    await db.query(`update ${table} t set ${sets} from jsonb_populate_recordset(null::${table}, $1::jsonb) v where ${on}`, [
      JSON.stringify(some),
    ]);
  }
}

/** Closed versions: those of rows out of sight that were never in sight, and hidden fields of the others. */
async function differPast(db: Db, table: TableDef, sight: Sight, seen: ReadonlySet<number>, change: Changer): Promise<number> {
  const past = await db.query<StoredRow & { valid_from: string }>(`select * from hist."${table.table_name}"`);
  const changed = past.flatMap((row) => {
    const made = change(row, seen.has(row.id) || sight.sees(table, row));
    return made ? [{ ...made, valid_from: row.valid_from }] : [];
  });
  await write(db, `hist."${table.table_name}"`, changed, ['id', 'valid_from']);
  return changed.length;
}

/** Rows that nothing else refers to are taken away, as many as go. */
async function takeAway(db: Db, table: TableDef, rows: readonly StoredRow[]): Promise<number> {
  let gone = 0;
  for (const row of rows)
    gone += await db.query(`delete from app."${table.table_name}" where id = $1 returning 1`, [row.id]).then(
      (found) => found.length,
      () => 0,
    );
  return gone;
}

/** Copies of hidden rows under ids that no sequence will give. */
async function add(db: Db, table: TableDef, rows: readonly StoredRow[], canary: Canary): Promise<number> {
  let added = 0;
  for (const row of rows) {
    const fresh = Object.fromEntries(
      table.fields
        .filter((field) => field.data_type === 'text')
        .map((field) => [field.field_name, fitting(field, canary.text(`an added row of ${table.table_name}`))]),
    );
    const { keywords: _keywords, ...values }: Record<string, unknown> = { ...row, ...fresh, id: row.id + EXTRA };
    const columns = Object.keys(values).map((name) => `"${name}"`);
    added += await db
      .query(
        `insert into app."${table.table_name}" (${columns}) overriding system value
         select ${columns.map((name) => `v.${name}`)} from jsonb_populate_record(null::app."${table.table_name}", $1::jsonb) v returning 1`,
        [JSON.stringify(values)],
      )
      .then(
        (found) => found.length,
        () => 0,
      );
  }
  return added;
}
/** Far from any id that a sequence gives. */
export const EXTRA = 500_000;

/** Opinions, copies and to-dos of records out of sight, and who reads what of those in sight. */
async function differCases(db: Db, sight: Sight, live: ReadonlyMap<string, ReadonlySet<number>>, made: Changes): Promise<void> {
  const { company, id } = sight.person;
  const seen = TABLES.filter(({ flow }) => flow === 1).flatMap(({ table_name }) =>
    [...(live.get(table_name) ?? [])].map((rowid) => `${table_name} ${rowid}`),
  );
  // his own to-do of a record that is gone stays his, and his principal's
  const others = `(t.company_id <> $1 or not (t.source || ' ' || t.rowid = any($2::text[]))) and t.review_entity <> $3 and coalesce(t.done_entity, 0) <> $3
    and not exists (select 1 from fw.flow_agent a where a.agent_entity = $3 and a.user_entity = t.review_entity)`;
  const changed = await db.query(
    `update fw.flow_todo t set remark = t.remark || '另议', urgent = 1 - t.urgent, limit_time = now() + interval '9 days'
     where ${others} returning 1`,
    [company, seen, id],
  );
  // where such a case stands, how it ended and who holds it
  const held = await db.query(
    `update fw.flow_todo t set review_state = 3, outcome = 1, finish_time = t.create_time + interval '1 hour' where t.review_state = 2 and ${others} returning 1`,
    [company, seen, id],
  );
  const cases = await db.query(
    `update fw.flow_case c set state = case when c.state = 5 then 3 else 5 end, end_kind = case when c.status = 1 then 'refuse' end
     where c.company_id <> $1 or not (c.source || ' ' || c.rowid = any($2::text[])) returning 1`,
    [company, seen],
  );
  // who has read a copy, or still has to, is nobody else's business
  const read = await db.query(
    `update fw.flow_todo set review_state = 12, finish_time = create_time + interval '1 hour', read_time = create_time + interval '1 hour'
     where review_state = 6 and review_entity <> $1 returning 1`,
    [id],
  );
  await db.query('alter table fw.flow_log disable trigger user');
  const log = await db.query(
    `update fw.flow_log l set remark = l.remark || '另议' from fw.flow_case c
     where c.company_id = l.company_id and c.id = l.case_id and (c.company_id <> $1 or not (c.source || ' ' || c.rowid = any($2::text[]))) returning 1`,
    [company, seen],
  );
  await db.query('alter table fw.flow_log enable trigger user');
  made.flow += changed.length + held.length + cases.length + read.length + log.length;
}

/** Names and lengths of files of records or fields out of sight. */
async function differFiles(db: Db, stored: Stored, sight: Sight, canary: Canary, made: Changes): Promise<void> {
  type File = { id: number; company_id: number; source: string; field: string; rowid: number | null; create_entity: number };
  const files = await db.query<File>('select id, company_id, source, field, rowid, create_entity from fw.file');
  const secret = files.filter((file) => {
    if (file.company_id !== sight.person.company) return true;
    if (file.rowid === null) return file.create_entity !== sight.person.id;
    const table = TABLES.find((one) => one.table_name === file.source)!;
    const row = stored.get(file.source)!.find((one) => one.id === file.rowid);
    return row === undefined || !sight.sees(table, row) || sight.hides(table, row).has(file.field);
  });
  await write(
    db,
    'fw.file',
    secret.map(({ id }) => ({ id, file_name: `${canary.text(`file ${id}`)}.pdf`, length: 40 })),
    ['id'],
  );
  made.files += secret.length;
}

/** When passwords were set, who changed a role and when, and what roles of another company give: told to whoever keeps those accounts and roles. */
async function differAccounts(db: Db, stored: Stored, sight: Sight): Promise<number> {
  const beyond = (name: string, item: string): number[] => {
    const table = TABLES.find((one) => one.table_name === name)!;
    const keeps = sight.may(table, item);
    return stored
      .get(name)!
      .filter((row) => !keeps || !sight.sees(table, row))
      .map(({ id }) => id);
  };
  const [people, roles] = [beyond('user', 'Account'), beyond('role', 'Auth')];
  const passwords = await db.query(
    `update fw.credential set changed_at = changed_at - interval '3 days' where user_id = any($1::bigint[]) returning 1`,
    [people],
  );
  await db.query('alter table fw.role_change disable trigger user');
  const said = await db.query(
    `update fw.role_change set at = at - interval '3 days', after = '{"grants": [], "flags": ["capex"]}' where role_id = any($1::bigint[]) returning 1`,
    [roles],
  );
  await db.query('alter table fw.role_change enable trigger user');
  const given = await db.query(
    `update fw.role_grant set scope = (scope + 1) % 3 where company_id <> $1 and role_id = any($2::bigint[]) returning 1`,
    [sight.person.company, roles],
  );
  return passwords.length + said.length + given.length;
}
