import { openAccess } from '#server/access/access.ts';
import type { Db } from '#server/db/db.ts';
import type { House } from '#server/meta/house.ts';
import { sessionFor } from '#server/meta/testing-session.ts';
import { readPage } from '#server/records/read/page.ts';
import { onDemo } from '../on-demo.ts';

const ROWS = 1_000_000;
const CHANGED = 200_000;
const ROUNDS = 5;
const CALLS = 8;

/**
 * A list as of a past time beside the same list now, on 1,000,000 rows of which 200,000 changed since: history is a table of closed
 * versions. Five alternating rounds of 20 calls; medians, their spread and the ratio.
 */
export const historyBench = (): Promise<string> => onDemo(undefined, async (house, db) => measure(house, await fill(db)));

/** Answers an instant between the filling and the changes. */
async function fill(db: Db): Promise<string> {
  await db.query(
    `insert into app.project (company_id, id, subcompany_id, key_name, review_state, create_entity, create_time, code, department_entity, level, project_state, project_type, total_price)
     select 1, 1000000 + n, 1, '压测项目' || n, 1, 1, timestamptz '2026-01-01' + n * interval '1 second', 'P-' || n, 10, 2, 1, 1 + n % 3, (n * 7919 % 1000003)::numeric / 100
     from generate_series(1, $1::bigint) n`,
    [ROWS],
  );
  const [row] = await db.query<{ at: string }>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
  );
  await db.query(
    `update app.project set total_price = total_price + 1, modify_time = now(), modify_entity = 1, version = version + 1
     where company_id = 1 and id > 1000000 and id % 5 = 0 and id <= 1000000 + $1::bigint * 5`,
    [CHANGED],
  );
  await db.query('vacuum analyze app.project');
  await db.query('vacuum analyze hist.project');
  return row!.at;
}

const KINDS = ['now, default order', 'as of, default order', 'now, by amount', 'as of, by amount'] as const;
type Kind = (typeof KINDS)[number];

async function measure(house: House, past: string): Promise<string> {
  const access = await openAccess(house, await sessionFor(house.db, 'admin'));
  const grant = access.grant(access.table('project'), 'Page');
  const ask = (kind: Kind) => ({
    rows: 20,
    ...(kind.startsWith('as of') ? { as_of: past } : {}),
    ...(kind.endsWith('amount') ? { filters: { sort: [['total_price', 'desc']] as [string, 'desc'][] } } : {}),
  });
  const times = new Map<Kind, number[]>(KINDS.map((kind) => [kind, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const kind of KINDS) {
      const calls: number[] = [];
      for (let page = 1; page <= CALLS; page += 1) {
        const begun = performance.now();
        await readPage(house, access, grant, { page, ...ask(kind) });
        calls.push(performance.now() - begun);
      }
      times.get(kind)!.push(median(calls));
    }
  }
  return report(times);
}

function report(times: ReadonlyMap<Kind, readonly number[]>): string {
  const of = (kind: Kind) => times.get(kind)!;
  const line = (kind: Kind) =>
    `| ${kind} | ${median(of(kind)).toFixed(1)} | ${Math.min(...of(kind)).toFixed(1)} to ${Math.max(...of(kind)).toFixed(1)} |`;
  const ratio = (past: Kind, now: Kind) => (median(of(past)) / median(of(now))).toFixed(2);
  return [
    `${ROWS} rows, ${CHANGED} closed versions; median ms of ${CALLS} pages of 20 in each of ${ROUNDS} alternating rounds, total counted to 1,000`,
    '',
    '| list | median | spread |',
    '|---|---|---|',
    ...KINDS.map(line),
    '',
    `Ratio as of / now: default order ${ratio('as of, default order', 'now, default order')}, by amount ${ratio('as of, by amount', 'now, by amount')}.`,
  ].join('\n');
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
