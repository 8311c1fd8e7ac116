import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '#server/db/db.ts';
import type { Session } from '#server/meta/session.ts';
import { sessionFor } from '#server/meta/testing-session.ts';
import { median } from './compare.ts';
import { FIRST_ID } from './fill.ts';
import { type Ask, type Load, load, type Target } from './load.ts';
import { type Child, freePort } from './processes.ts';
import { type Base, onBase, signIn } from './stage.ts';

/** What one has: what waits, the oldest rows, and what was decided since. */
interface Burden {
  open: number;
  decided: number;
}
/** A page of each, alone in its database: the measure of all others. */
const LITTLE: Burden = { open: 20, decided: 20 };
const PEOPLE: readonly Burden[] = [LITTLE, { open: 3, decided: 200_000 }, { open: 1_000, decided: 0 }, { open: 100_000, decided: 0 }];
/** All others of a large company, among whom these are. */
const CROWD = { people: 2_000, open: 50, decided: 450 };
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
const ROUND_MS = 300;
const WARM_MS = 2_000;
/** What alone is measured: part of its name. */
const ONLY = process.env.BENCH_ONLY ?? '';

/** What the page itself asks for, in its fields (web/src/pages/todo). */
const DECIDED = { fields: { review_state: { op: 'in', value: [2, 7, 13] } } };
const APPLIED = { fields: { review_state: { op: 'in', value: [1] } } };
const SHOWN =
  'key_name,code,review_state,source,rowid,case_id,principal,back_state,applicant,domain_entity,create_time,finish_time,read_time,due_time,urgent,event_name,event_name_en,create_entity,asked,case_state,case_end,case_holders,case_since,case_urged,case_urgent,returned_by,returned_remark';
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
  { name: 'handled, as the page shows it', asks: [page({ ...HANDLED, sort: [['finish_time', 'desc']] }, 1, SHOWN)] },
  { name: 'badge', asks: [{ path: '/sys', op: 'Counts', form: { _bg: '1' } }] },
];

/** The to-do page and the badge of people who have little or much among two thousand others, beside one who has little in an empty system. */
export const todoBench = (): Promise<string> =>
  onBase('todo-empty', (empty) =>
    onBase('todo', async (full) => {
      const servers: Child[] = [];
      const served = async (base: Base, people: readonly Burden[], crowd: typeof CROWD): Promise<Target[]> => {
        const port = await freePort();
        const server = await base.serve(port);
        servers.push(server);
        const reader = await sessionFor(base.db, 'finance');
        const tokens = await signIn(base.db, reader, await readFile(join(base.folder, 'keys', 'pepper')));
        await fillTodos(base, reader, people, crowd);
        return people.map((_, at) => ({ name: 'ours', port, pid: server.pid, tokens: [tokens[at + 1]!] }));
      };
      try {
        const targets = [...(await served(empty, [LITTLE], { ...CROWD, people: 0 })), ...(await served(full, PEOPLE, CROWD))];
        const lines: string[] = [];
        for (const { name, asks } of WORKS.filter((work) => work.name.includes(ONLY)))
          lines.push(`| ${[name, ...(await inTurn(targets, asks))].join(' | ')} |`);
        return [...HEAD, ...lines].join('\n');
      } finally {
        for (const server of servers) await server.stop();
      }
    }),
  );

const HEAD = [
  `| p50, p99 ms over one connection | empty but for ${saidOf(LITTLE)} | ${PEOPLE.map(saidOf).join(' | ')} | p50 of each to the empty one's (goal 1.5) |`,
  `|---|---|${PEOPLE.map(() => '---').join('|')}|---|`,
];

function saidOf({ open, decided }: Burden): string {
  return `${open} wait, ${decided} decided`;
}

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
    PEOPLE.map((_, at) => to(at + 1)).join(', '),
  ];
}

/** Colleagues of the reader by their place in PEOPLE; what is there from an earlier run stays. */
const idOf = (at: number): number => FIRST_ID + 2 + at;

async function fillTodos({ db }: Base, reader: Session, people: readonly Burden[], crowd: typeof CROWD): Promise<void> {
  await db.query(
    `insert into fw.flow_def (table_uid, table_name, version, def) select 'capex.initiation', 'initiation', 0, '{"table_name":"initiation","names":{},"states":[],"write_back":[],"assert":[],"edit_state":{},"view_state":{}}'
     where not exists (select 1 from fw.flow_def where table_uid = 'capex.initiation' and version = 0)`,
  );
  for (const [at, { open, decided }] of people.entries()) await fillFor(db, reader, { who: [idOf(at)], open, decided });
  const others = Array.from({ length: crowd.people }, (_, n) => idOf(100 + n));
  await fillFor(db, reader, { who: others, open: crowd.open, decided: crowd.decided });
  await db.query('vacuum analyze fw.flow_todo, fw.flow_case');
}

/** Rows a statement: one of all reads the whole table for each reference, since there were none when its check was planned. */
const BATCH = 10_000;

/** Each of `who` has so many of each, all of them in turn; what is there from an earlier run stays. */
async function fillFor(db: Db, reader: Session, { who, open, decided }: Burden & { who: readonly number[] }): Promise<void> {
  const [there] = await db.query('select 1 from fw.flow_todo where company_id = $1 and review_entity = $2 limit 1', [
    reader.company.id,
    who.at(-1) ?? 0,
  ]);
  if (there) return;
  const all = (open + decided) * who.length;
  let known = 0;
  for (let first = 0; first < all; first += BATCH) {
    await db.query(
      `with wanted as (select n, ($2::bigint[])[n % $7::int + 1] as who, n / $7::int + 1 as nth from generate_series($4::int, $6::int) n),
       cases as (insert into fw.flow_case (company_id, source, rowid, def_id, state, visit, status, seq, create_entity, create_time)
         select $1, 'initiation', who * 1000000 + nth, (select id from fw.flow_def where table_uid = 'capex.initiation' and version = 0), 2, 1, 0, 1, who, now()
         from wanted returning id, rowid, create_entity)
       insert into fw.flow_todo (company_id, case_id, source, rowid, subcompany_id, key_name, applicant, review_state, review_entity, create_entity,
         back_state, visit, ord, rule, outcome, create_time, finish_time)
       select $1, id, 'initiation', rowid, $5, 'to-do ' || rowid, who, case when done then 3 else 2 end, who, who, 2, 1, 1, 'any', case when done then 1 end,
         timestamptz '2026-01-01Z' + rowid % 1000000 * interval '10 seconds', case when done then now() end
       from (select *, create_entity as who, rowid % 1000000 > $3::int as done from cases) each`,
      [reader.company.id, who, open, first, reader.domain.id, Math.min(first + BATCH, all) - 1, who.length],
    );
    // the checks of references are planned by what is known of the tables
    if (first >= 2 * known || first + BATCH >= all) await db.query('analyze fw.flow_case, fw.flow_todo');
    known = first >= 2 * known ? first + BATCH : known;
  }
}
