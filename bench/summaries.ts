import type { Db } from '#server/db/db.ts';
import { median } from './compare.ts';

const ROUNDS = 9;
const EACH = 160;
/** Who is written to: one project, so that all rows stand under one key of each summary. */
const WRITE = `insert into app.fund_exec (company_id, subcompany_id, key_name, create_entity, project_entity, department_entity, project_type, period, source, done_price, paid_price)
  select company_id, subcompany_id, 'bench', 1, id, department_entity, project_type, date '2026-01-01', $1::bigint, 1, 1 from app.project where company_id = 1 and id = $2::bigint`;

/** Rows a second that so many writers add one by one to one key of the summaries of execution. */
async function speed(db: Db, writers: number, from: number, project: number): Promise<number> {
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let n = writer; n < EACH; n += writers) await db.query(WRITE, [from + n, project]);
    }),
  );
  return (EACH / (performance.now() - begun)) * 1000;
}

/** What summaries cost who writes: the same rows with them and with their triggers switched off, in turn. What was written goes again. */
export async function summariesBench(db: Db, project: number): Promise<string[]> {
  const triggers = await db.query<{ name: string }>(
    `select tgname as name from pg_trigger where tgrelid = 'app.fund_exec'::regclass and tgname like 'sum.%'`,
  );
  const switched = (how: 'enable' | 'disable') =>
    db.query(triggers.map(({ name }) => `alter table app.fund_exec ${how} trigger "${name}"`).join('; '));
  const lines: string[] = [];
  let from = 1_000;
  for (const writers of [1, 16]) {
    const ratios: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const kept = await speed(db, writers, from, project);
      await switched('disable');
      const bare = await speed(db, writers, from + EACH, project);
      from += 2 * EACH;
      await switched('enable');
      ratios.push(kept / bare);
    }
    lines.push(`rows added one by one to one key by ${writers}: ${median(ratios).toFixed(2)} of the same without summaries`);
  }
  await db.query(`delete from app.fund_exec where company_id = 1 and key_name = 'bench' and source > 1000`);
  for (const name of ['fund_exec.month', 'fund_exec.year']) await db.query('select sum.fill($1)', [name]);
  return lines;
}
