import { openAccess } from '#server/access/access.ts';
import type { Db } from '#server/db/db.ts';
import type { House } from '#server/meta/house.ts';
import { sessionFor } from '#server/meta/testing-session.ts';
import { readBoard } from '#server/records/board/read.ts';
import { readReport } from '#server/records/report/read.ts';
import { median, spread } from '../compare.ts';
import { onDemo } from '../on-demo.ts';

const [PROJECTS, VERSIONS] = [20_000, 10];
const FIRST_ID = 1_000_000;
const ROUNDS = 25;
/** Half of the versions were closed before its end. */
const MONTH = '2024-06';
const ENDS = '2024-06-30T15:59:59.999999Z';

/** Reports as of a month of the past: 20,000 projects, each changed ten times, a change every two months; beside the same figures of now, and by hand. */
export const asOfBench = (): Promise<string> =>
  onDemo(undefined, async (house, db) => {
    await fill(db);
    return measure(house);
  });

async function fill(db: Db): Promise<void> {
  await db.query(
    `insert into app.project (company_id, id, subcompany_id, key_name, review_state, create_entity, create_time, code, department_entity, level, project_state, project_type, total_price)
     select 1, $1::bigint + n, 1, '工程' || n, 1, 1, timestamptz '2023-01-01Z' + n * interval '1 minute', 'B-' || n, u.ids[(1 + n % u.size)::int], 1 + n % 6, 1 + n % 4, 1 + n % 3,
       (n * 7919::bigint % 1000003)::numeric / 100
     from generate_series(1, $2::bigint) n, (select array_agg(id) ids, count(*) size from app.department where company_id = 1) u`,
    [FIRST_ID, PROJECTS],
  );
  for (let nth = 1; nth <= VERSIONS; nth += 1)
    await db.query(
      `update app.project set total_price = total_price + 1, level = 1 + (level + id) % 6, modify_entity = 1, version = version + 1,
       modify_time = timestamptz '2023-03-01Z' + $2::int * interval '2 months' + (id % 40000) * interval '1 minute' where id > $1`,
      [FIRST_ID, nth],
    );
  for (const table of ['app.project', 'hist.project']) await db.query(`vacuum analyze ${table}`);
}

const FIGURES =
  'count(*), sum(t.total_price), sum(t.total_price) filter (where t.project_state = 2), sum(t.total_price) filter (where t.project_state in (3, 4))';
const OURS = 't.company_id = $1 and t.subcompany_id = any($2::bigint[]) and t.deleted_time is null and t.project_state <> 6';
const COLUMNS = 'company_id, subcompany_id, deleted_time, project_type, level, project_state, total_price';
const STOOD = `(select ${COLUMNS} from app.project where company_id = $1 and coalesce(modify_time, create_time) <= $3
  union all select ${COLUMNS} from hist.project where company_id = $1 and valid_from <= $3 and valid_to > $3) t`;
const BY_HAND = `select t.project_type, t.level, ${FIGURES} from ${STOOD} where ${OURS} group by grouping sets ((t.project_type, t.level), (t.project_type), ())`;

async function measure(house: House): Promise<string> {
  const access = await openAccess(house, await sessionFor(house.db, 'leader', { company: 'demo' }));
  const domains = access.session.domains.map(({ id }) => id);
  const report = (cloud: string, past: object) => () => readReport(house, access, { cloud, page: 1, rows: 50, ...past });
  const past = { as_of: MONTH };
  const works: [string, () => Promise<unknown>][] = [
    ['classes by stage as of a month, cold (p95 goal 400 ms)', report('project_by_class', past)],
    ['the same figures by hand', () => house.db.query(BY_HAND, [access.session.company.id, domains, ENDS])],
    ['the same now, cold', report('project_by_class', {})],
    ['by unit as of that month, cold', report('project_by_unit', past)],
    ['before there was anything: since when there is, cold', report('project_by_class', { as_of: '2020-01' })],
    ['the leadership view as of that month, cold', () => readBoard(house, access, { cloud: 'EI', ...past })],
    ['as of that month, unchanged', report('project_by_class', past)],
  ];
  const times = works.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, [name, work]] of works.entries()) {
      // changed before each: nothing is known of what it counts
      if (!name.endsWith('unchanged')) await house.db.query(`update app.project set key_name = key_name where id = ${FIRST_ID + 1}`);
      else await work();
      const begun = performance.now();
      await work();
      times[at]!.push(performance.now() - begun);
    }
  const [{ n }] = (await house.db.query<{ n: number }>('select count(*)::int as n from hist.project')) as [{ n: number }];
  const p95 = (of: readonly number[]): string => [...of].sort((a, b) => a - b)[Math.ceil(of.length * 0.95) - 1]!.toFixed(0);
  return [
    `${PROJECTS} projects, ${n} closed versions, ${ROUNDS} rounds in turn; median ms (middle half), p95`,
    '',
    '| what | median ms (middle half) | p95 ms |',
    '|---|---|---|',
    ...works.map(([name], at) => `| ${name} | ${spread(times[at]!, 0)} | ${p95(times[at]!)} |`),
    '',
    `to the same by hand: ${median(times[0]!.map((ours, at) => times[1]![at]! / ours)).toFixed(2)}`,
  ].join('\n');
}
