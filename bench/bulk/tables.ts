import type { TableDef } from '#protocol/meta/table.ts';
import { handlers, installed, loadSuites } from '#server/installed.ts';
import type { Catalogue } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import { copies, submitted } from '../decisions.ts';

/** A table whose records are changed: who does it, which records, what they get, and the same by a hand that asks nobody. */
export interface BulkTable {
  name: string;
  cloud: string;
  by: string;
  /** so many records, as the first round finds them */
  fill(house: House, rows: number): Promise<void>;
  filters: { fields: Record<string, { op: 'like' | '='; value: string }> };
  /** what they get in a round: another value than in the one before */
  values(round: number): Record<string, string>;
  /** one statement of $1, the round: the history's trigger with it */
  hand: string;
}

/** Of what is filled in here: no row of the demonstration begins so. */
const MARK = 'BULK-';
const like = (field: string) => ({ fields: { [field]: { op: 'like' as const, value: MARK } } });
const byHand = (table: string, field: string, mark: string, value = "'hand ' || $1::int") =>
  `update app."${table}" set ${field} = ${value}, version = version + 1, modify_entity = 1, modify_time = now()
   where company_id = 1 and deleted_time is null and ${mark} like '${MARK}%' and $1::int >= 0`;

const plain: BulkTable = {
  name: 'invest_subject',
  cloud: 'invest_subject',
  by: 'admin',
  filters: like('code'),
  values: (round) => ({ kind: String(1 + (round % 2)) }),
  hand: byHand('invest_subject', 'name_en', 'code'),
  fill: async ({ db }, rows) => {
    await db.query(
      `insert into app.invest_subject (company_id, subcompany_id, key_name, code, review_state, create_entity, create_time)
       select 1, 1, 'bulk ' || n, '${MARK}' || n, 1, 1, now() from generate_series(1, $1::int) n
       where not exists (select from app.invest_subject where company_id = 1 and code = '${MARK}' || n)`,
      [rows],
    );
    await db.query(`update app.invest_subject set kind = 2 where company_id = 1 and code like '${MARK}%' and kind is distinct from 2`);
  },
};

/** A file of each record, as its form bound it. */
const FILES = `insert into fw.file (company_id, key_name, file_name, mime, length, sha256, source, field, rowid, create_entity, create_time)
  select 1, lpad(t.id::text, 12, '0') || left(md5($1::text || t.id), 16), 'a.png', 'image/png', 9, '', $1::text, $2::text, t.id, 1, now()`;

async function fillPeople({ db }: House, rows: number): Promise<void> {
  await db.query(
    `insert into app."user" (company_id, login_name, key_name, review_state, department_entity, domain_entities, role_entities, status, create_entity, create_time)
     select 1, 'blk' || n, '${MARK}' || n, 1, u.department_entity, u.domain_entities, u.role_entities, 1, 1, now()
     from generate_series(1, $1::int) n, app."user" u
     where u.company_id = 1 and u.login_name = 'applicant' and not exists (select from app."user" where company_id = 1 and login_name = 'blk' || n)`,
    [rows],
  );
  const without = `from app."user" t where t.company_id = 1 and t.login_name like 'blk%' and t.avatar is null`;
  await db.query(`${FILES} ${without}`, ['user', 'avatar']);
  await db.query(
    `update app."user" t set avatar = array[f.id] from fw.file f
     where t.company_id = 1 and t.avatar is null and t.login_name like 'blk%' and f.source = 'user' and f.field = 'avatar' and f.rowid = t.id`,
  );
}

const people: BulkTable = {
  name: 'user',
  cloud: 'user',
  by: 'admin',
  fill: fillPeople,
  filters: like('key_name'),
  values: (round) => ({ title: `职务${round}` }),
  hand: byHand('user', 'title', 'key_name'),
};

/** The same, of what says what people may do. */
const departments: BulkTable = {
  ...people,
  name: 'user.department',
  values: (round) => ({ department_entity: String(11 - (round % 2)) }),
  hand: byHand('user', 'department_entity', 'key_name', '12 + $1::int % 2'),
};

async function fillOrders({ db }: House, rows: number): Promise<void> {
  await db.query(
    `insert into app.sample_type (company_id, subcompany_id, key_name, code, state, price, review_state, create_entity, create_time)
     select 1, 1, 'bulk ' || n, '${MARK}' || n, 1, 100, 1, 1, now() from generate_series(1, $1::int) n
     where not exists (select from app.sample_type where company_id = 1 and code = '${MARK}' || n)`,
    [rows],
  );
  const without = `from app.sample_type t where t.company_id = 1 and t.code like '${MARK}%' and t.papers is null`;
  await db.query(
    `insert into app.sample_line (company_id, subcompany_id, sample_entity, kind, item, qty, price, amount, review_state, create_entity, create_time)
     select 1, 1, t.id, 1, 'item ' || k, k, 5, k * 5, 1, 1, now() from generate_series(1, 2) k, (select t.id ${without}) t`,
  );
  await db.query(`${FILES} ${without}`, ['sample_type', 'papers']);
  await db.query(
    `update app.sample_type t set papers = array[f.id], lines_total = 15, lines_count = 2, grade = 'C' from fw.file f
     where t.company_id = 1 and t.papers is null and t.code like '${MARK}%' and f.source = 'sample_type' and f.rowid = t.id`,
  );
}

const orders: BulkTable = {
  name: 'sample_type',
  cloud: 'sample_type',
  by: 'admin',
  fill: fillOrders,
  filters: like('code'),
  values: (round) => ({ note: `备注${round}` }),
  hand: byHand('sample_type', 'note', 'code'),
};

/** Applications that were sent back, each with its case, to-dos and a row: what their applicant may change. */
async function fillApplications(house: House, rows: number): Promise<void> {
  const { db } = house;
  const [{ there }] = (await db.query<{ there: number }>(
    `select count(*)::int as there from app.initiation where company_id = 1 and place like '${MARK}%' and deleted_time is null`,
  )) as [{ there: number }];
  if (there >= rows) return;
  const { base } = await submitted(house);
  const from = await copies(house, base, rows - there);
  await db.query(
    `update app.initiation set place = '${MARK}', review_state = 1, reviewers = array[create_entity] where company_id = 1 and id >= $1 and id < $1 + $2`,
    [from, rows - there],
  );
}

const applications: BulkTable = {
  name: 'initiation',
  cloud: 'initiation',
  by: 'applicant',
  fill: fillApplications,
  filters: like('place'),
  values: (round) => ({ scale: `规模${round}` }),
  hand: byHand('initiation', 'scale', 'place'),
};

export const BULK_TABLES: readonly BulkTable[] = [plain, people, departments, orders, applications];

/** The shipped definitions, and applications may be changed several at once, as a company may say. */
export function withSeveralApplications(): Catalogue {
  const BATCH = { uid: 'capex.initiation.batch', op: 'Batch', key_name: '批量修改', key_name_en: 'Edit several' } as const;
  const several = (table: TableDef): TableDef => ({
    ...table,
    fields: table.fields.map((field) => (field.field_name === 'scale' ? { ...field, batch: 1 as const } : field)),
    states: table.states.map((state) => (state.value === '*' ? { ...state, actions: [...(state.actions ?? []), BATCH] } : state)),
  });
  const suites = installed(['capex', 'opendata', 'sample']).suites.map((suite) => ({
    ...suite,
    tables: suite.tables.map((table) => (table.uid === 'capex.initiation' ? several(table) : table)),
  }));
  return loadSuites(suites, 'bench', undefined, handlers());
}
