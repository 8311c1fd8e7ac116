import { openAccess } from '#server/access/access.ts';
import { readLevel } from '#server/records/read/levels/levels.ts';
import { readPage } from '#server/records/read/page.ts';
import { median, spread } from './compare.ts';
import { onProjects } from './pages.ts';

const ROUNDS = 9;

/** The same groups by a hand: names joined with what was counted, the reader's rows only, and what all come to. */
const BY_HAND = `
with g as (
  select department_entity as id, count(*) as num, sum(total_price) as total_price from app.project
  where company_id = $1 and deleted_time is null and subcompany_id = $2 group by 1)
select g.id, d.key_name, g.num, g.total_price::text, (sum(g.num) over ())::bigint as whole, (sum(g.total_price) over ())::text as all_of
from g left join app.department d on d.company_id = $1 and d.id = g.id order by d.key_name collate "zh-x-icu", g.id limit 100`;

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

/** Grouping with subtotals over 1,000,000 rows beside hand-written SQL, in turn, and as who reads English has it; then the rows of an opened group. */
export const groupingBench = () =>
  onProjects(async (house, access) => {
    const grant = access.grant(access.table('project'), 'Group');
    const { company, domain } = access.session;
    const level = () => readLevel(house, access, grant, { field: 'department_entity', stat: 1 });
    const english = await openAccess(house, { ...access.session, locale: 'en_US' });
    const inEnglish = () => readLevel(house, english, grant, { field: 'department_entity', stat: 1 });
    const hand = () => house.db.query<{ id: number; num: number }>(BY_HAND, [company.id, domain.id]);
    const [told, plain] = [await level(), await hand()];
    const [ours, theirs] = [told.rows!.map(({ num }) => num), plain.map(({ num }) => num)];
    if (JSON.stringify(ours) !== JSON.stringify(theirs)) throw new Error(`the counts differ: ${ours} and ${theirs}`);
    const rounds: { ours: number; hand: number; english: number; month: number; open: number }[] = [];
    const again = await openAccess(house, access.session);
    const page = again.grant(again.table('project'), 'Page');
    const within: [string, number][] = [['department_entity', (told.rows![0] as unknown as { value: number }).value]];
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({
        ours: await timed(level),
        hand: await timed(hand),
        english: await timed(inEnglish),
        month: await timed(() => readLevel(house, access, grant, { field: 'create_time:month', stat: 1 })),
        open: await timed(() => readPage(house, again, page, { page: 1, rows: 10, filters: { within }, fields: 'key_name,code' })),
      });
    const of = (key: keyof (typeof rounds)[number]) =>
      spread(
        rounds.map((one) => one[key]),
        0,
      );
    return [
      `${told.data!.all} rows in ${told.total} groups; ms, median (middle half) of ${ROUNDS} rounds in turn`,
      '',
      `grouping with subtotals: ours ${of('ours')}, by hand ${of('hand')}; ratio ${median(rounds.map((one) => one.hand / one.ours)).toFixed(2)}, goal 0.5`,
      `the same in English: ${of('english')}; ratio ${median(rounds.map((one) => one.hand / one.english)).toFixed(2)}`,
      `by month, with subtotals: ${of('month')}; ten rows of an opened group with their total: ${of('open')}`,
    ].join('\n');
  });
