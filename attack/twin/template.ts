import type { Answered } from '#protocol/testing-person.ts';
import type { Db } from '#server/db/db.ts';
import { type TestDatabase, templateDatabase } from '#server/db/testing.ts';
import { DEMONSTRATION, demonstration, serve, type TestApp } from '#server/testing-app.ts';
import { laidOver, lay } from '../lay.ts';
import { memoryFiles } from './files.ts';
import { layRows } from './laid-rows.ts';
import { addPeople } from './people.ts';

/**
 * The demonstration with all that can be hidden: people of every kind, cases at several steps with opinions, copies and files, past
 * versions of rows that were another's then, records in the recycle bin, and a second company with rows of the same kinds. The open
 * data is thinned out, so that a world is copied in no time.
 */
export async function twinDatabase(): Promise<TestDatabase> {
  await (await demonstration(memoryFiles())).close();
  return templateDatabase('twin', prepare, { on: DEMONSTRATION });
}

async function prepare(db: Db, _url: string): Promise<void> {
  await thin(db);
  await lay(db, memoryFiles());
  await addPeople(db);
  const app = await serve({ db, url: '', serving: db, servingUrl: '', close: async () => undefined }, memoryFiles(), laidOver());
  await runFlows(app);
  await comeBack(app);
  await gone(app);
  await change(app);
  await secondCompany(app);
  await layRows(db, (op, form, as, company) => must(app, '/app', op, form, as, company));
  await past(db);
  await strayFiles(db);
  await app.close();
}

async function thin(db: Db): Promise<void> {
  for (const [table, every] of [
    ['city_project_report', 12],
    ['power_unit', 24],
  ] as const) {
    await db.query(`alter table app.${table} disable trigger user`);
    await db.query(`delete from app.${table} where id % ${every} <> 0`);
    await db.query(`alter table app.${table} enable trigger user`);
  }
}

/** The call's answer, which must be the expected one: a template with holes would attack nothing. */
async function must(app: TestApp, path: string, op: string, form: Record<string, string>, as: string, company = 'demo'): Promise<Answered> {
  const answer = await app.call(path, op, form, as, company);
  // 102 is done, and says something
  if (answer.code !== 200 && answer.code !== 102) throw new Error(`the world of twins: ${op} as ${as}: ${JSON.stringify(answer)}`);
  return answer;
}

const FUND = (price: string, note: string) =>
  JSON.stringify({ 'initiation_fund.initiation_entity': [{ op: 'Add', fund_source: 1, note, price }] });

interface Applied {
  price: string;
  name: string;
  department: string;
}

async function formOf(app: TestApp, { price, name, department }: Applied): Promise<Record<string, string>> {
  const [at] = await app.house.db.query<Record<string, number>>(
    `select (select id from app.department where company_id = 1 and code = $1) as department,
       (select id from app.invest_subject where company_id = 1 and subcompany_id = 1 order by id limit 1) as subject,
       (select id from app.province order by id limit 1) as province`,
    [department],
  );
  return {
    cloud: 'initiation',
    key_name: name,
    project_type: '2',
    department_entity: String(at!.department),
    invest_subject_entity: String(at!.subject),
    industry: '1',
    construct_nature: '4',
    benefit_type: '2',
    province_entity: String(at!.province),
    place: `${name}所在`,
    manager_entity: '2',
    mobile: '13800002617',
    members: ',2,3,',
    est_price: price,
    plan_begin: '2027-02-01',
    plan_end: '2027-11-30',
    in_year_plan: '1',
    plan_year: '2027',
    npv: '12.5',
    irr: '8.25',
    payback: '6',
    content_kinds: ',1,3,',
    scale: `${name}规模`,
    necessity: `${name}必要`,
    _subtables: FUND(price, `${name}自筹`),
  };
}

/** A waiting file of this person for a field; the row is enough, its bytes are made of its key. */
async function fileFor(app: TestApp, login: string, field: string, name: string): Promise<string> {
  const key = `twin${field.replace(/\W/g, '')}${name}`.padEnd(32, 'k').slice(0, 32);
  await app.house.db.query(
    `insert into fw.file (company_id, key_name, file_name, mime, length, sha256, source, field, create_entity, create_time)
     select company_id, $1, $2, 'application/octet-stream', $3, '', 'initiation', $4, id, now() from app."user" where login_name = $5 and company_id = 1`,
    [key, `${name}.pdf`, `file ${key}`.length, field, login],
  );
  return key;
}

type Step = readonly [login: string, event: number, extra?: Record<string, string>];
const REVIEW: readonly Step[] = [
  ['depthead', 21],
  ['investmgr', 31, { review_no: 'PS-1' }],
  ['finance', 41, { remark: '同意' }],
  ['legal', 41, { remark: '同意' }],
  ['tech', 41, { remark: '同意' }],
  ['safety', 41, { remark: '同意' }],
  ['vicepres', 51],
];

/** Cases from the draft to the ledger: `steps` of the review are done, then `last`. */
async function runFlows(app: TestApp): Promise<void> {
  const cases: readonly { name: string; price: string; steps: number; last?: readonly Step[] }[] = [
    { name: '甲一', price: '500', steps: 0 },
    { name: '甲二', price: '700', steps: 1 },
    { name: '甲三', price: '5200', steps: 2 },
    { name: '甲四', price: '900', steps: 3 },
    { name: '甲五', price: '300', steps: 7 },
    { name: '甲六', price: '450', steps: 0, last: [['depthead', 22, { remark: '先补材料' }]] },
    { name: '甲七', price: '650', steps: 1, last: [['investmgr', 33, { remark: '不符合规划' }]] },
  ];
  for (const [at, { name, price, steps, last = [] }] of cases.entries()) {
    const proposal = await fileFor(app, 'applicant', 'proposal', `p${at}`);
    const opinion = await fileFor(app, 'applicant', 'legal_opinion', `l${at}`);
    const form = await formOf(app, { name, price, department: '0102' });
    const files = { proposal, legal_opinion: opinion, copies: ',4,14,' };
    const added = await must(app, '/app', 'Add', { ...form, ...files, _event: '11' }, 'applicant');
    const id = String(added.data?.id);
    for (const [login, event, extra = {}] of [...REVIEW.slice(0, steps), ...last])
      await must(app, '/app', 'Modify', { cloud: 'initiation', id, _event: String(event), ...extra }, login);
  }
}

/** One that legal signed and a reader of copies looked at, sent back, changed in its fields, rows and files, and submitted once more: it is told what is another. */
async function comeBack(app: TestApp): Promise<void> {
  const form = await formOf(app, { name: '甲八', price: '800', department: '0102' });
  const proposal = await fileFor(app, 'applicant', 'proposal', 'p8');
  const added = await must(app, '/app', 'Add', { ...form, proposal, copies: ',14,', _event: '11' }, 'applicant');
  const id = String(added.data?.id);
  const say = (login: string, event: number, extra: Record<string, string> = {}) =>
    must(app, '/app', 'Modify', { cloud: 'initiation', id, _event: String(event), ...extra }, login);
  for (const [login, event, extra] of REVIEW.slice(0, 4)) await say(login, event, extra);
  await must(app, '/app', 'Show', { cloud: 'initiation', id }, 'viewer');
  await app.house.db.query(
    `update fw.flow_todo set read_time = read_time - interval '2 hours' where rowid = $1::bigint and review_entity = 14`,
    [id],
  );
  const ids =
    'select (select id from fw.flow_todo where rowid = $1::bigint and review_state = 1) as back, (select id from app.initiation_fund where initiation_entity = $1::bigint) as fund';
  const [at] = await app.house.db.query<{ back: number; fund: number }>(ids, [id]);
  await say('safety', 42, { remark: '再议', back_id: String(at!.back) });
  const rows = [
    { op: 'Modify', id: at!.fund, price: '500', note: '甲八另筹' },
    { op: 'Add', fund_source: 2, price: '300', note: '甲八贷款' },
  ];
  const other = await formOf(app, { name: '甲九', price: '800', department: '0102' });
  const { cloud: _cloud, key_name: _name, ...fields } = other;
  const opinion = await fileFor(app, 'applicant', 'legal_opinion', 'l8');
  const changed = { ...fields, npv: '13.5', irr: '9.25', benefit_type: '1', legal_opinion: opinion };
  await say('applicant', 11, { ...changed, _subtables: JSON.stringify({ 'initiation_fund.initiation_entity': rows }) });
}

/** One that waits for countersignatures and lies in the recycle bin: whom it waits for keeps his row, and is told nothing of the case. */
async function gone(app: TestApp): Promise<void> {
  const proposal = await fileFor(app, 'applicant', 'proposal', 'p10');
  const opinion = await fileFor(app, 'applicant', 'legal_opinion', 'l10');
  const form = await formOf(app, { name: '甲十', price: '550', department: '0102' });
  const added = await must(app, '/app', 'Add', { ...form, proposal, legal_opinion: opinion, _event: '11' }, 'applicant');
  const id = String(added.data?.id);
  for (const [login, event, extra = {}] of REVIEW.slice(0, 3))
    await must(app, '/app', 'Modify', { cloud: 'initiation', id, _event: String(event), ...extra }, login);
  await app.house.db.query('update app.initiation set deleted_time = now(), deleted_entity = 1 where id = $1::bigint', [id]);
}

/** Saved drafts with several versions, records in the recycle bin or moved away, an agent for a person who is away. */
async function change(app: TestApp): Promise<void> {
  const subject = { cloud: 'invest_subject', code: 'TW1', key_name: '孪生主体', name_en: 'Twin entity', kind: '1' };
  const { data } = await must(app, '/app', 'Add', subject, 'investmgr');
  await must(app, '/app', 'Modify', { cloud: 'invest_subject', id: String(data?.id), name_en: 'Twin entity of old' }, 'investmgr');
  await must(app, '/app', 'Modify', { cloud: 'invest_subject', id: String(data?.id), name_en: 'Twin entity of today' }, 'investmgr');
  for (const [login, later] of [
    ['applicant', null],
    ['twineditor', null],
    ['twineditor', '0103'],
    ['twinmixed', null],
    ['twinmixed', '0104'],
  ] as const) {
    const {
      irr: _i,
      npv: _n,
      payback: _p,
      place: _l,
      benefit_type: _b,
      _subtables: _s,
      ...open
    } = await formOf(app, { name: `${login}草稿`, price: '88', department: '0102' });
    for (const part of ['留', '删']) {
      const draft = await must(app, '/app', 'Add', { ...open, key_name: `${login}${part}${later ?? ''}` }, login);
      const id = String(draft.data?.id);
      if (later) await move(app, id, later);
      else await must(app, '/app', 'Modify', { cloud: 'initiation', id, est_price: '99' }, login);
      if (part === '删' && !later) await must(app, '/app', 'Delete', { cloud: 'initiation', id }, login);
    }
  }
  await app.house.db.query(
    `insert into fw.flow_agent (company_id, user_entity, agent_entity, begin_time, end_time)
     select 1, f.id, m.id, now() - interval '1 day', now() + interval '10 days'
     from app."user" f, app."user" m where f.login_name = 'tech' and m.login_name = 'twinmixed'`,
  );
}

/** The record is another department's from now on; its first version was not. */
const move = (app: TestApp, id: string, department: string) =>
  app.house.db.query(
    `update app.initiation set version = version + 1, department_entity = (select id from app.department where company_id = 1 and code = $2)
     where id = $1::bigint`,
    [id, department],
  );

async function secondCompany(app: TestApp): Promise<void> {
  for (const at of [1, 2, 3]) {
    await must(app, '/app', 'Add', { cloud: 'initiation', key_name: `他司立项${at}`, est_price: '77' }, 'twinclerk', 'other');
    await must(app, '/app', 'Add', { cloud: 'invest_subject', code: `T1${at}`, key_name: `他司主体${at}` }, 'twinclerk', 'other');
  }
}

/** Rows that were another department's, another person's or another amount's before. */
async function past(db: Db): Promise<void> {
  await db.query(
    `update app.project set modify_time = now() - interval '2 days', department_entity = (select id from app.department where company_id = 1 and code = '0102'),
       total_price = total_price + 7, name_en = name_en || ' once', manager_entity = 2, version = version + 1
     where company_id = 1 and id % 9 = 0`,
  );
  await db.query(
    `update app.project set modify_time = now() - interval '1 day', department_entity = (select id from app.department where company_id = 1 and code = '0103'),
       total_price = total_price + 9, remark = coalesce(remark, '') || '改', manager_entity = 3, version = version + 1
     where company_id = 1 and id % 18 = 0`,
  );
  await db.query(
    `update app.project_stage set modify_time = now() - interval '1 day', approved_price = approved_price + 1, doc_no = 'W-' || id, version = version + 1 where id % 7 = 0`,
  );
  await db.query(
    `update app.power_unit set modify_time = now() - interval '1 day', capacity_mw = capacity_mw + 1, version = version + 1 where id % 5 = 0`,
  );
  await db.query(`update app.project set deleted_time = now(), deleted_entity = 1 where company_id = 1 and id % 31 = 0`);
}

/** Files of tables and people of all kinds; those of the second company too. */
async function strayFiles(db: Db): Promise<void> {
  await db.query(
    `insert into fw.file (company_id, key_name, file_name, mime, length, sha256, source, field, rowid, create_entity, create_time)
     select i.company_id, 'twinstray' || lpad(i.id::text, 23, 'k'), 'stray' || i.id || '.pdf', 'application/pdf', 37, '', 'initiation', 'proposal', i.id, i.create_entity, now()
     from app.initiation i`,
  );
  await db.query(`update fw.file set length = length('file ' || key_name)`);
}
