import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db, Tx } from '#server/db/db.ts';
import { knownRecords, submitted } from '../input/corpus.ts';
import { openTarget, type Target, type Told } from '../target.ts';

/** Each has a colleague with the very same roles, in another department and in other domains: `applicant` and `applicant2`. */
const PEOPLE = ['applicant', 'depthead', 'viewer', 'admin'] as const;
/** Who has no role but that of everybody, and of whom the first takes part in a case. */
const STAFF = ['clerk', 'clerk2'];

interface Said {
  text: string;
  values: readonly unknown[];
}
interface World {
  target: Target;
  said: Said[];
}
let worlds: World[];
const first = () => worlds[0]!.target;
const sql = <Row>(text: string, values?: unknown[]) => first().base.db.query<Row>(text, values);
const one = async (text: string, values?: unknown[]) => Number(Object.values((await sql<object>(text, values))[0] ?? {})[0]);
const idOf = (login: string) => one(`select id from app."user" where company_id = 1 and login_name = $1`, [login]);

/** An instant as the clock says it, to the millisecond. */
const NOW = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** The statements of a server with their values; of the clock only that it was asked. */
function heard(db: Db, said: Said[]): Db {
  const hears =
    (asked: Pick<Tx, 'query'>): Tx['query'] =>
    (text, values = []) => {
      said.push({ text, values: values.map((value) => (value instanceof Date || NOW.test(String(value)) ? 'now' : value)) });
      return asked.query(text, values);
    };
  return { ...db, query: hears(db), tx: (work, options) => db.tx((tx) => work({ query: hears(tx) }), options) };
}

async function open(like?: Target): Promise<World> {
  const said: Said[] = [];
  const target = await openTarget({ db: ({ serving }) => heard(serving, said), ...(like ? { base: like.base } : {}) });
  return { target, said };
}

const COLLEAGUE = `
insert into app."user" (company_id, id, login_name, key_name, review_state, department_entity, domain_entities, role_entities, status)
select company_id, id + 5000, login_name || '2', key_name || '2', review_state, $2,
  case when cardinality(domain_entities) > 1 then domain_entities[1:2] else domain_entities end, role_entities, status
from app."user" where company_id = 1 and login_name = $1`;
const CREDENTIAL = `
insert into fw.credential select (jsonb_populate_record(c, jsonb_build_object('user_id', u.id, 'login_id', c.login_id || u.id))).* from fw.credential c
join app."user" u on u.company_id = c.company_id and (u.id >= 5000) where c.company_id = 1 and c.user_id = $1 on conflict do nothing`;

let drafts: Record<string, number>;
let cases: Record<string, number>;
beforeAll(async () => {
  worlds = [await open()];
  const other = await one(`select max(id) from app."department" where company_id = 1`);
  for (const login of PEOPLE) await sql(COLLEAGUE, [login, other]);
  const staff = await one(`select id from app."role" where company_id = 1 and code = 'staff'`);
  for (const [at, login] of STAFF.entries())
    await sql(
      `insert into app."user" (company_id, id, login_name, key_name, review_state, department_entity, domain_entities, role_entities, status)
       select company_id, $1, $2, $2, review_state, department_entity, domain_entities, array[$3::bigint], status from app."user" where company_id = 1 and login_name = 'applicant'`,
      [6000 + at, login, staff],
    );
  await sql(CREDENTIAL, [await idOf('viewer')]);
  const known = await knownRecords(first());
  const mine = await submitted(first(), known);
  // the colleague's: a draft and a case of his own, in his own department, with its head
  await sql(
    `insert into app.initiation (company_id, subcompany_id, id, code, key_name, review_state, create_entity, create_department, department_entity, create_time)
     select company_id, subcompany_id, 900000 + n, 'S' || n, 'draft ' || n, 0, case when n = 1 then $1::bigint else $2 end, $3, case when n = 1 then department_entity else $3 end, now()
     from app.initiation, generate_series(1, 2) n where id = $4`,
    [await idOf('applicant'), await idOf('applicant2'), other, mine],
  );
  drafts = { applicant: 900001, applicant2: 900002 };
  await sql(
    `insert into app.initiation (company_id, subcompany_id, id, code, key_name, review_state, create_entity, create_department, department_entity, create_time, reviewers)
     select company_id, subcompany_id, 900003, 'S3', 'case of the other', 2, $1, $2, $2, now(), array[$3::bigint] from app.initiation where id = $4`,
    [await idOf('applicant2'), other, await idOf('depthead2'), mine],
  );
  await sql(
    `with c as (insert into fw.flow_case (company_id, source, rowid, subcompany_id, def_id, state, visit, status, seq, create_entity, create_time)
       select company_id, source, 900003, subcompany_id, def_id, state, visit, status, seq, $1, create_time from fw.flow_case where source = 'initiation' and rowid = $4 returning id)
     insert into fw.flow_todo (company_id, case_id, source, rowid, subcompany_id, key_name, applicant, review_state, review_entity, create_entity, back_state, visit, ord,
       rule, outcome, create_time, finish_time)
     select t.company_id, c.id, t.source, 900003, t.subcompany_id, 'case of the other', $1, t.review_state, case when t.review_state = 2 then $2::bigint else $1 end, $1, t.back_state, t.visit,
       t.ord, t.rule, t.outcome, t.create_time, t.finish_time from fw.flow_todo t, c where t.source = 'initiation' and t.rowid = $4
     union all select t.company_id, t.case_id, t.source, t.rowid, t.subcompany_id, t.key_name, t.applicant, 6, $3, $1, t.back_state, t.visit, 9, 'copy', null, t.create_time, null
       from fw.flow_todo t where t.source = 'initiation' and t.rowid = $4 and t.review_state = 2`,
    [await idOf('applicant2'), await idOf('depthead2'), await idOf('clerk'), mine],
  );
  cases = { applicant: mine, applicant2: 900003 };
  worlds.push(await open(first()), await open(first()));
});
afterAll(async () => {
  for (const world of worlds?.slice(1) ?? []) await world.target.close();
  await worlds?.[0]?.target.close();
});

const TABLES = [
  'initiation',
  'project',
  'todo',
  'message',
  'user',
  'department',
  'domain',
  'province',
  'invest_subject',
  'initiation_fund',
  'power_unit',
];
type Call = [url: string, form: Record<string, string>];
/** Reads of every kind, and changes that come to the record's lock and are refused behind it, for want of its version. */
function calls(): Call[] {
  const filters = (of: object) => JSON.stringify(of);
  const lists = TABLES.flatMap((cloud): Call[] => [
    ['/app?op=Page', { cloud, page: '1', rows: '50', exact: '1', stat: '1' }],
    [
      '/app?op=Page',
      { cloud, page: '2', rows: '5', exact: '0', filters: filters({ where: 'create_entity={user.id}|create_time<={today+1}' }) },
    ],
    ['/app?op=Page', { cloud, page: '1', rows: '5', filters: filters({ key_word: 'a' }) }],
    ['/app?op=Page', { cloud, page: '1', rows: '5', as_of: '2026-11-20T00:00:00Z' }],
    ['/app?op=List', { cloud }],
    ['/app?op=Recycle', { cloud, page: '1', rows: '5' }],
    ['/sys?op=LoadTable', { key_name: cloud }],
  ]);
  const records = [...Object.values(drafts), ...Object.values(cases)].flatMap((id): Call[] => [
    ['/app?op=Get', { cloud: 'initiation', id: String(id) }],
    ['/app?op=Show', { cloud: 'initiation', id: String(id) }],
    ['/app?op=History', { cloud: 'initiation', id: String(id), page: '1', rows: '5' }],
    ['/app?op=Version', { cloud: 'initiation', id: String(id), nth: '1' }],
    ['/app?op=Modify', { cloud: 'initiation', id: String(id), key_name: 'x', version: '99' }],
    ['/app?op=Delete', { cloud: 'initiation', id: String(id), version: '99' }],
    ['/flow?op=Process', { cloud: 'initiation', id: String(id) }],
    ['/flow?op=Chart', { cloud: 'initiation', id: String(id) }],
    ['/flow?op=Since', { cloud: 'initiation', id: String(id) }],
    ['/flow?op=CheckRight', { cloud: 'initiation', id: String(id) }],
    ['/app?op=Page', { cloud: 'initiation_fund', page: '1', rows: '5', filters: filters({ fields: { initiation_entity: id } }) }],
  ]);
  const rest: Call[] = [
    ['/app?op=Group', { cloud: 'initiation', field: 'department_entity' }],
    ['/app?op=Tree', { cloud: 'department' }],
    ['/sys?op=Counts', {}],
    ['/sys?op=LoadNav', {}],
    ['/sys?op=LoadMenu', { module: 'zb' }],
  ];
  return [...lists, ...records, ...rest];
}

/** What changes from call to call whoever asks. */
const masked = ({ body }: Told): string =>
  body
    .replace(/"duration":[0-9.]+/g, '')
    .replace(/tk=[\w.%-]+/g, '')
    .replace(/"mqtt":\{[^}]*\}/, '');
/** What is written or read anew for each session, and what is read once for a whole company: its rights, its flows, its dictionaries and menus. */
const OF_ALL = /\b(fw\.(security_log|session|role_grant|flow_def)\b|from app\."(dict" d|module" m) )/;
async function asked({ target, said }: World, who: string): Promise<{ answers: string[]; statements: Said[] }> {
  said.length = 0;
  const answers: string[] = [];
  for (const [url, form] of calls()) answers.push(`${url} ${JSON.stringify(form)} ${masked(await target.say(url, { as: who, form }))}`);
  return { answers, statements: said.filter(({ text }) => !OF_ALL.test(text)) };
}

describe('B4 B16 people of the same roles share what follows from them, and nothing else', () => {
  test.each([...PEOPLE, 'clerk'])('%s: after him his colleague says and hears the very same as without him', async (who) => {
    const [settled, shared, alone] = worlds as [World, World, World];
    const colleague = `${who}2`;
    // stamps of what was seen are made once
    await asked(settled, who);
    await asked(settled, colleague);
    const mine = await asked(shared, who);
    const his = await asked(shared, colleague);
    const without = await asked(alone, colleague);
    expect(his.answers).toEqual(without.answers);
    expect(his.statements).toEqual(without.statements);
    // and it was worth asking: they are not one and the same person to the server
    expect(his.statements).not.toEqual(mine.statements);
    expect(his.statements.length).toBeGreaterThan(10);
  });

  /** Ids of a list, in its order. */
  const listed = async (who: string, cloud: string, filters: object = {}) => {
    const form = { cloud, page: '1', rows: '1000', filters: JSON.stringify(filters) };
    const { code, rows } = await worlds[1]!.target.say('/app?op=Page', { as: who, form });
    expect(code).toBe(200);
    return rows!.map((row) => Number(row.id)).sort((a, b) => a - b);
  };
  const stored = async (text: string, values: unknown[]) =>
    (await sql<{ id: number }>(`${text} order by 1`, values)).map(({ id }) => Number(id));

  test("B4 asked at the same time, each of two has his own rows, his department's, his to-dos, and none of the other", async () => {
    for (let round = 0; round < 5; round += 1)
      await Promise.all(
        ['applicant', 'applicant2', 'viewer', 'viewer2', 'depthead', 'depthead2'].map(async (who) => {
          const id = await idOf(who);
          expect(await listed(who, 'todo', { fields: { review_state: { op: 'in', value: [2, 4, 7, 13] } } }), who).toEqual(
            await stored('select id from fw.flow_todo where company_id = 1 and review_entity = $1 and review_state in (2, 4, 7, 13)', [id]),
          );
          const domain = await one(`select domain_entities[1] from app."user" where company_id = 1 and id = $1`, [id]);
          const inside = `select id from app.initiation where company_id = 1 and deleted_time is null and subcompany_id = ${domain}`;
          const department = `with recursive below (id) as (select department_entity from app."user" where company_id = 1 and id = $1
              union select d.id from app."department" d join below b on d.parent_entity = b.id where d.company_id = 1) ${inside} and department_entity in (select id from below)`;
          expect(await listed(who, 'initiation'), who).toEqual(
            await stored(who.startsWith('applicant') ? `${inside} and create_entity = $1` : department, [id]),
          );
        }),
      );
    expect(await listed('applicant', 'initiation')).toContain(drafts.applicant);
    expect(await listed('applicant2', 'initiation')).toEqual([drafts.applicant2, cases.applicant2]);
    expect(await listed('depthead', 'todo')).not.toEqual(await listed('depthead2', 'todo'));
    expect((await listed('viewer2', 'initiation')).length).toBeGreaterThan(0);
  });

  test('B16 who takes part in a case opens it, his colleague of the same roles does not, whoever asked before', async () => {
    const show = (who: string) =>
      worlds[2]!.target.say('/app?op=Show', { as: who, form: { cloud: 'initiation', id: String(cases.applicant) } });
    for (const turn of ['clerk', 'clerk2', 'clerk', 'clerk2'])
      expect([turn, (await show(turn)).code]).toEqual([turn, turn === 'clerk' ? 200 : 312]);
  });

  test('B4 a total that is kept is that of what one may see', async () => {
    await sql(
      `insert into app.initiation (company_id, subcompany_id, id, code, key_name, review_state, create_entity, create_department, department_entity, create_time)
       select company_id, subcompany_id, 910000 + n, 'T' || n, 'many', 0, create_entity, create_department, department_entity, now()
       from app.initiation, generate_series(1, 1500) n where id = $1`,
      [drafts.applicant],
    );
    const total = async (who: string) =>
      (await worlds[1]!.target.say('/app?op=Page', { as: who, form: { cloud: 'initiation', page: '1', rows: '1', exact: '0' } })).total;
    for (let round = 0; round < 3; round += 1) expect([await total('applicant'), await total('applicant2')]).toEqual([1000, 2]);
  });
});
