import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { decideRecord } from '#server/flow/act/decide.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { sessionFor } from '#server/meta/testing-session.ts';
import { spread } from './compare.ts';
import { onProjects } from './pages.ts';

const PGBENCH = process.env.PGBENCH ?? '/usr/lib/postgresql/15/bin/pgbench';
const ROUNDS = 5;
const EACH = 100;

/** Until what is called often has been compiled, and every statement prepared. */
const WARM = 100;

/**
 * An approval of step 2 to step 3, one after the other, by the house without http, beside a pgbench script (`-M prepared`) that says by
 * hand what it takes, each thing plainly: lock, case with to-dos, handlers, id, case and log and outbox, close, open, record. Both on copies
 * of one case, on the same server, each with one connection over TCP, durable.
 */
export const decisionBench = (): Promise<string> =>
  onProjects(async (house, _access, url) => {
    const { base, holder } = await submitted(house);
    const from = await copies(house, base, WARM + ROUNDS * EACH * 2);
    await ours(house, holder, from, WARM);
    const folder = await mkdtemp(join(tmpdir(), 'formwork-pgbench-'));
    const times: number[][] = [[], []];
    const cpu: number[] = [];
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        const first = from + WARM + round * EACH * 2;
        const before = process.cpuUsage();
        times[0]!.push(await ours(house, holder, first));
        const { user, system } = process.cpuUsage(before);
        cpu.push((user + system) / 1000 / EACH);
        times[1]!.push(await theirs(url, folder, holder, first + EACH));
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    const ratios = times[1]!.map((physical, at) => physical / times[0]![at]!);
    return [
      `${EACH} decisions a round, ${ROUNDS} alternating rounds, one connection; ms a decision`,
      '',
      '| ours | of it CPU of Node | pgbench | ratio (goal 0.6) |',
      '|---|---|---|---|',
      `| ${spread(times[0]!)} | ${spread(cpu)} | ${spread(times[1]!)} | ${spread(ratios)} |`,
    ].join('\n');
  });

/** One initiation, submitted by the applicant of the demonstration, and who has it then. */
export async function submitted(house: House): Promise<{ base: number; holder: Session }> {
  const applicant = await sessionFor(house.db, 'applicant');
  const key = 'b'.repeat(16) + String(Date.now()).slice(-8);
  await house.db.query(
    `insert into fw.file (company_id, key_name, file_name, mime, length, sha256, source, field, create_entity, create_time)
     values (1, $1, 'a.pdf', 'application/pdf', 9, '', 'initiation', 'proposal', $2, now())`,
    [key, applicant.user.id],
  );
  const [subject] = await house.db.query<{ id: number }>(
    'select id from app.invest_subject where company_id = 1 and subcompany_id = $1 limit 1',
    [applicant.domain.id],
  );
  const [province] = await house.db.query<{ id: number }>('select id from app.province limit 1');
  const fields = {
    ...{
      key_name: '压测立项',
      project_type: 2,
      department_entity: applicant.department!.id,
      invest_subject_entity: subject!.id,
      industry: 1,
    },
    ...{ construct_nature: 1, benefit_type: 1, province_entity: province!.id, manager_entity: applicant.user.id, est_price: '3000' },
    ...{ plan_begin: '2027-01-01', plan_end: '2028-12-31', in_year_plan: 1, scale: '一', necessity: '二', proposal: key },
  };
  const subtables = { 'initiation_fund.initiation_entity': [{ op: 'Add', fund_source: 1, price: '3000' }] };
  const decided = await decideRecord(house, applicant, house.catalogueOf(null).table('initiation')!, { event: 11, fields, subtables });
  const [who] = await house.db.query<{ login: string }>('select login_name as login from app."user" where company_id = 1 and id = $1', [
    decided.holders[0],
  ]);
  return { base: decided.id, holder: await sessionFor(house.db, who!.login) };
}

/** Copies of the record with its case and to-dos; their records have consecutive ids from the one that is answered. */
export async function copies({ db }: Pick<House, 'db'>, base: number, count: number): Promise<number> {
  const listed = async (schema: string, table: string, without: string[]) => {
    const [row] = await db.query<{ list: string }>(
      `select string_agg(quote_ident(column_name), ', ') as list from information_schema.columns
       where table_schema = $1 and table_name = $2 and is_generated = 'NEVER' and not column_name = any($3)`,
      [schema, table, without],
    );
    return row!.list;
  };
  const record = await listed('app', 'initiation', ['id', 'code']);
  const fund = await listed('app', 'initiation_fund', ['id', 'initiation_entity']);
  const flowCase = await listed('fw', 'flow_case', ['id', 'rowid']);
  const todo = await listed('fw', 'flow_todo', ['id', 'case_id', 'rowid']);
  const [{ from }] = (await db.query<{ from: number }>('select greatest(max(id), 5000000) + 1 as from from app.initiation')) as [
    { from: number },
  ];
  await db.query(
    `insert into app.initiation (id, code, ${record}) select $2::bigint + n, 'B-' || $2::bigint + n, ${record}
    from app.initiation, generate_series(0, $3::int - 1) n where company_id = 1 and id = $1`,
    [base, from, count],
  );
  await db.query(
    `insert into app.initiation_fund (initiation_entity, ${fund}) select $2::bigint + n, ${fund}
     from app.initiation_fund, generate_series(0, $3::int - 1) n where company_id = 1 and initiation_entity = $1`,
    [base, from, count],
  );
  await db.query(
    `insert into fw.flow_case (rowid, ${flowCase}) select $2::bigint + n, ${flowCase}
    from fw.flow_case, generate_series(0, $3::int - 1) n where company_id = 1 and source = 'initiation' and rowid = $1`,
    [base, from, count],
  );
  await db.query(
    `insert into fw.flow_todo (case_id, rowid, ${todo}) select c.id, c.rowid, ${todo
      .split(', ')
      .map((one) => `t.${one}`)
      .join(', ')}
    from fw.flow_todo t join fw.flow_case c on c.company_id = 1 and c.source = 'initiation' and c.rowid >= $2
    where t.company_id = 1 and t.source = 'initiation' and t.rowid = $1`,
    [base, from],
  );
  return from;
}

async function ours(house: House, holder: Session, first: number, each = EACH): Promise<number> {
  const table = house.catalogueOf(null).table('initiation')!;
  const begun = performance.now();
  for (let id = first; id < first + each; id += 1) await decideRecord(house, holder, table, { id, event: 21, fields: {} });
  return (performance.now() - begun) / each;
}

const script = (holder: Session, first: number): string => `
\\set at :at + 1
\\set id ${first} + :at - 1
begin;
select * from app.initiation where company_id = 1 and id = :id for no key update;
select c.id as "case", d.def, (select json_agg(w) from fw.flow_todo w where w.company_id = 1 and w.case_id = c.id) as todos from fw.flow_case c
  join fw.flow_def d on d.id = c.def_id where c.company_id = 1 and c.source = 'initiation' and c.rowid = :id;
select id as "case" from fw.flow_case where company_id = 1 and source = 'initiation' and rowid = :id \\gset
select u.id from app."role" r join app."user" u on u.company_id = r.company_id and u.role_entities @> array[r.id] where r.company_id = 1 and r.code = 'investmgr';
select nextval('fw.flow_todo_id_seq') as todo \\gset
with c as (update fw.flow_case set state = 3, visit = 2, seq = seq + 1 where company_id = 1 and id = :case returning id, seq),
  l as (insert into fw.flow_log (company_id, case_id, seq, op, actor, from_state, to_state, remark, data, at)
    select 1, c.id, c.seq, 'Review', ${holder.user.id}, 2, 3, '', '{}', now() from c)
  insert into fw.outbox (company_id, user_id, kind, payload) values (1, ${holder.user.id}, 'counts', '{}'), (1, 4, 'todo', '{}');
update fw.flow_todo set review_state = 3, finish_time = now(), outcome = 1 where company_id = 1 and case_id = :case and review_state = 2;
insert into fw.flow_todo (company_id, id, case_id, source, rowid, key_name, applicant, review_state, review_entity, create_entity, back_state, visit, ord, rule, create_time)
  values (1, :todo, :case, 'initiation', :id, 'x', 2, 2, 4, ${holder.user.id}, 3, 2, 1, 'any', now());
update app.initiation set review_state = 3, reviewers = '{4}' where company_id = 1 and id = :id;
commit;
`;

async function theirs(url: string, folder: string, holder: Session, first: number): Promise<number> {
  const file = join(folder, 'decision.sql');
  await writeFile(file, script(holder, first));
  const { hostname, port, username, password, pathname } = new URL(url);
  const args = ['-n', '-M', 'prepared', '-c', '1', '-t', String(EACH), '-D', 'at=0', '-f', file];
  const run = await promisify(execFile)(PGBENCH, [...args, '-h', hostname, '-p', port, '-U', username, pathname.slice(1)], {
    env: { ...process.env, PGPASSWORD: password },
  });
  const said = /latency average = ([\d.]+) ms/.exec(run.stdout);
  if (!said || !run.stdout.includes(`processed: ${EACH}/${EACH}`)) throw new Error(`pgbench: ${run.stdout}${run.stderr}`);
  return Number(said[1]);
}
