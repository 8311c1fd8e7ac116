import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '#server/db/db.ts';
import type { Session } from '#server/meta/session.ts';
import { sessionFor } from '#server/meta/testing-session.ts';
import { median } from './compare.ts';
import { FIRST_ID } from './fill.ts';
import { type Ask, type Load, load, type Target } from './load.ts';
import { freePort } from './processes.ts';
import { type Base, onBase, signIn } from './stage.ts';

/** Of each: what waits, the oldest rows, and what was decided since. The first, a page of each, is the measure of the others. */
const PEOPLE = [
  { open: 20, decided: 20 },
  { open: 3, decided: 200_000 },
  { open: 1_000, decided: 0 },
  { open: 100_000, decided: 0 },
] as const;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
const ROUND_MS = 300;
const WARM_MS = 2_000;

/** What the page itself asks for, in its fields (web/src/pages/todo). */
const DECIDED = { fields: { review_state: { op: 'in', value: [2, 7, 13] } } };
const APPLIED = { fields: { review_state: { op: 'in', value: [1] } } };
const SHOWN =
  'key_name,code,review_state,source,rowid,case_id,principal,back_state,applicant,domain_entity,create_time,finish_time,read_time,due_time,urgent,event_id,create_entity,asked,case_state,case_end,case_holders,case_since,case_urged,returned_by,returned_remark';
const WAITING = { fields: { review_state: { op: 'in', value: [2, 4, 7, 13] } } };
const HANDLED = { fields: { review_state: { op: 'in', value: [3, 5] } } };
const page = (filters: object, at = 1, fields?: string): Ask => ({
  op: 'Page',
  form: { cloud: 'todo', page: String(at), rows: '20', filters: JSON.stringify(filters), ...(fields ? { fields } : {}) },
});
/** What the page asks for. The 50th page jumps there, as its number was typed. */
const WORKS: readonly { name: string; asks: readonly Ask[] }[] = [
  { name: 'what waits, page 1', asks: [page(WAITING)] },
  { name: 'what waits, page 50', asks: [page(WAITING, 50)] },
  { name: 'to decide, as the page shows it', asks: [page(DECIDED, 1, SHOWN)] },
  { name: 'to decide, by time limit', asks: [page({ ...DECIDED, sort: [['due_time', 'asc']] }, 1, SHOWN)] },
  {
    name: 'my applications, in their three groups',
    asks: ['case_end is empty & case_state <= 1', 'case_end is empty & case_state > 1', 'case_end is not empty'].map((where) =>
      page({ ...APPLIED, where }, 1, SHOWN),
    ),
  },
  { name: 'handled, page 1', asks: [page(HANDLED)] },
  { name: 'badge', asks: [{ path: '/sys', op: 'Counts', form: { _bg: '1' } }] },
];

/** The to-do page and the badge of people who have little or much, before them or behind them; goal: the same for all. */
export const todoBench = (): Promise<string> =>
  onBase('todo', async (base) => {
    const port = await freePort();
    const server = await base.serve(port);
    try {
      const reader = await sessionFor(base.db, 'finance');
      const tokens = await signIn(base.db, reader, await readFile(join(base.folder, 'keys', 'pepper')));
      await fillTodos(base, reader);
      const targets = PEOPLE.map((_, at): Target => ({ name: 'ours', port, pid: server.pid, tokens: [tokens[at + 1]!] }));
      const lines: string[] = [];
      for (const { name, asks } of WORKS) lines.push(`| ${[name, ...(await inTurn(targets, asks))].join(' | ')} |`);
      return [...HEAD, ...lines].join('\n');
    } finally {
      await server.stop();
    }
  });

const HEAD = [
  `| p50, p99 ms over one connection | ${PEOPLE.map(({ open, decided }) => `${open} wait, ${decided} decided`).join(' | ')} | p50 of the last and of the one with a past, to the first (goal 1.3) |`,
  `|---|${PEOPLE.map(() => '---').join('|')}|---|`,
];

/** Short rounds in turn, so that a neighbour's work falls on all alike. */
async function inTurn(targets: readonly Target[], asks: readonly Ask[]): Promise<string[]> {
  for (const target of targets) await load(target, asks, 1, WARM_MS);
  const rounds: Load[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const each: Load[] = [];
    for (const target of targets) each.push(await load(target, asks, 1, ROUND_MS));
    rounds.push(each);
  }
  const of = (at: number, what: (load: Load) => number) => median(rounds.map((each) => what(each[at]!)));
  const to = (at: number) => (of(at, (load) => load.p50) / of(0, (load) => load.p50)).toFixed(2);
  return [
    ...targets.map((_, at) => `${of(at, (load) => load.p50).toFixed(1)}, ${of(at, (load) => load.p99).toFixed(1)}`),
    `${to(PEOPLE.length - 1)}, ${to(1)}`,
  ];
}

/** Colleagues of the reader by their place in PEOPLE; what is there from an earlier run stays. */
const idOf = (at: number): number => FIRST_ID + 2 + at;

async function fillTodos({ db }: Base, reader: Session): Promise<void> {
  for (const [at, { open, decided }] of PEOPLE.entries()) await fillOne(db, reader, { at, open, decided });
  await db.query('vacuum analyze fw.flow_todo, fw.flow_case');
}

/** Rows a statement: one of all reads the whole table for each reference, since there were none when its check was planned. */
const BATCH = 10_000;

async function fillOne(db: Db, reader: Session, { at, open, decided }: { at: number; open: number; decided: number }): Promise<void> {
  const [there] = await db.query('select 1 from fw.flow_todo where company_id = $1 and review_entity = $2 limit 1', [
    reader.company.id,
    idOf(at),
  ]);
  if (there) return;
  await db.query(
    `insert into fw.flow_def (table_uid, table_name, version, def) select 'bench', 'initiation', 1, '{"states":[],"write_back":[],"assert":[],"edit_state":{},"view_state":{}}'
     where not exists (select 1 from fw.flow_def where table_uid = 'bench')`,
  );
  for (let first = 1; first <= open + decided; first += BATCH) {
    await db.query(
      `with cases as (insert into fw.flow_case (company_id, source, rowid, def_id, state, visit, status, seq, create_entity, create_time)
         select $1, 'initiation', $2::bigint * 1000000 + n, (select id from fw.flow_def where table_uid = 'bench'), 2, 1, 0, 1, $2, now()
         from generate_series($4::int, $6::int) n returning id, rowid)
       insert into fw.flow_todo (company_id, case_id, source, rowid, subcompany_id, key_name, applicant, review_state, review_entity, create_entity,
         back_state, visit, ord, rule, outcome, create_time, finish_time)
       select $1, id, 'initiation', rowid, $5, 'to-do ' || rowid, $2, case when done then 3 else 2 end, $2, $2, 2, 1, 1, 'any', case when done then 1 end,
         timestamptz '2026-01-01Z' + rowid % 1000000 * interval '10 seconds', case when done then now() end
       from (select *, rowid % 1000000 > $3::int as done from cases) each`,
      [reader.company.id, idOf(at), open, first, reader.domain.id, Math.min(first + BATCH - 1, open + decided)],
    );
    // the checks of references are planned by what is known of the tables
    await db.query('analyze fw.flow_case, fw.flow_todo');
  }
}
