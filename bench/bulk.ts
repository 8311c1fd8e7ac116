import { beginChange } from '#server/changes/begin.ts';
import { turnOnce } from '#server/changes/run.ts';
import type { House } from '#server/meta/house.ts';
import { sessionFor } from '#server/meta/testing-session.ts';
import { findBeginner } from '#server/signin/session.ts';
import { median, spread } from './compare.ts';
import { onProjects } from './pages.ts';

const ROUNDS = 5;
/** Codes of what it fills: no row of the demonstration begins so. */
const MARK = 'BULK-';

const FILL = `
insert into app.invest_subject (company_id, subcompany_id, key_name, code, review_state, create_entity, create_time)
select 1, 1, 'bulk ' || n, '${MARK}' || n, 1, 1, now() from generate_series(1, $1::int) n
where not exists (select from app.invest_subject where company_id = 1 and code = '${MARK}' || n)`;

/** The same change by a hand that asks nobody: one statement, the history's trigger with it. */
const BY_HAND = `update app.invest_subject set name_en = $2, version = version + 1, modify_entity = 1, modify_time = now()
  where company_id = 1 and deleted_time is null and code like '${MARK}%' and $1 > 0`;

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

/** `npm run bench bulk 10000`: a change of all that match as a job, each record a Modify, beside one hand-written update, in turn. */
export const bulkBench = () =>
  onProjects(async (house) => {
    const rows = Number(process.argv[3] ?? 10_000);
    const session = await sessionFor(house.db, 'admin');
    await house.db.query(FILL, [rows]);
    await house.db.query(
      `insert into fw.credential (company_id, user_id, login_id, v, sealed) values (1, $1, 'bench bulk', '', '') on conflict do nothing`,
      [session.user.id],
    );
    // what was measured before counts towards a day's most, and left them as the first round makes them
    await house.db.query('delete from fw.change where company_id = 1 and user_id = $1', [session.user.id]);
    await house.db.query(
      `update app.invest_subject set kind = 2 where company_id = 1 and code like '${MARK}%' and kind is distinct from 2`,
    );
    const rounds: { begun: number; ours: number; hand: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      let id = 0;
      const begin = async () => {
        const filters = { fields: { code: { op: 'like' as const, value: MARK } } };
        ({ id } = (
          await beginChange(house, session, { cloud: 'invest_subject', values: { kind: String(1 + (round % 2)) }, filters })
        ).data);
      };
      rounds.push({
        begun: await timed(begin),
        ours: await timed(() => toItsEnd(house)),
        hand: await timed(() => house.db.query(BY_HAND, [rows, `round ${round}`])),
      });
      const [told] = await house.db.query<{ changed: number }>('select changed from fw.change where company_id = 1 and id = $1', [id]);
      if (told!.changed !== rows) throw new Error(`${told!.changed} of ${rows} were changed`);
    }
    const of = (key: keyof (typeof rounds)[number]) =>
      spread(
        rounds.map((one) => one[key]),
        0,
      );
    return [
      `${rows} records; ms, median (middle half) of ${ROUNDS} rounds in turn`,
      '',
      `all that match as a job: ours ${of('ours')}, by hand ${of('hand')}; ratio ${median(rounds.map((one) => one.hand / one.ours)).toFixed(3)}, goal 0.5`,
      `found and noted, before the answer: ${of('begun')}`,
    ].join('\n');
  });

async function toItsEnd(house: House): Promise<void> {
  const troubled = (error: unknown) => {
    throw error;
  };
  while (await turnOnce(house, (change) => findBeginner(house, change), troubled));
}
