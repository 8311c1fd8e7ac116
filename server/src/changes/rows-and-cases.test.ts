import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { type Desk, openDesk } from '#server/records/save/testing-save.ts';
import { grantAll } from '#server/records/testing.ts';
import { findBeginner } from '#server/signin/session.ts';
import { turnOnce } from './run.ts';
import { claims } from './testing-claims.ts';

let desk: Desk;
let own: Session;
/** The desk's house, which waits for no lock for long, and what it updates. */
let house: House;
let updates: string[] = [];
const query = <Row = Record<string, unknown>>(text: string, values: readonly unknown[] = []) => desk.base.db.query<Row>(text, values);
beforeAll(async () => {
  desk = await openDesk(claims, 'changes-claims');
  own = await desk.as('own');
  await query(
    `insert into fw.credential (company_id, user_id, login_id, v, sealed) select company_id, id, company_id || ' ' || id, '', '' from app."user"`,
  );
  await query(`insert into fw.flow_def (table_uid, table_name, version, def) values ('claims.claim', 'claim', 1,
    '{"table_name":"claim","names":{},"states":[],"write_back":[],"assert":[],"edit_state":{},"view_state":{}}')`);
  const tx: typeof desk.house.db.tx = (work, options) =>
    desk.house.db.tx(async (inner) => {
      await inner.query(`set local lock_timeout = '150ms'`);
      const heard: typeof inner.query = (text, values) => {
        if (/^update "?app"?\./.test(text)) updates.push(text);
        return inner.query(text, values);
      };
      return work({ ...inner, query: heard });
    }, options);
  house = { ...desk.house, db: { ...desk.house.db, tx } };
});
afterEach(async () => {
  updates = [];
  await query('delete from fw.change');
});
afterAll(() => desk?.close());

const turn = () =>
  turnOnce(
    house,
    (change) => findBeginner(house, change),
    (error) => {
      throw error;
    },
  );
const toItsEnd = async () => {
  while (await turn());
};
async function begun(cloud: string, place: string, values: Record<string, string>, by = own): Promise<number> {
  const filters = { fields: { place: { op: '=', value: place } } };
  const answer = await desk.ask(by, 'Change', { cloud, values, filters });
  expect(answer).toMatchObject({ code: 200 });
  return answer.data.id as number;
}
/** A record that was tried before is saved by itself. */
const byItself = (id: number) => query('update fw.change_row set tries = 1 where change_id = $1', [id]);
const noted = (id: number) =>
  query('select status, code, remark, data, before, after from fw.change_row where change_id = $1 order by rowid', [id]);
const codes = async (id: number) => (await noted(id)).map(({ code }) => code);

const STANDARD = 'company_id, subcompany_id, create_entity, create_department, create_time';
const stamped = (by = 'r.by') => `1, 11, ${by}, 32, timestamptz '2026-11-20 00:00:00+00'`;

interface YardRecord {
  note?: string | null;
  kind?: number;
  amount?: string | null;
  later?: string | null;
  /** the record that it names, counted from the first */
  near?: number | null;
  /** prices of its own rows */
  lines?: readonly (number | null)[];
  /** of the bound ones who has each, and its weight */
  tools?: readonly { by: number; weight: number }[];
  pictures?: number;
}
/** Yards as their forms left them, but for rows that are wrong, straight into the tables. */
async function yards(place: string, records: readonly YardRecord[]): Promise<number[]> {
  const rows = await query<{ id: number }>(
    `insert into app.yard (${STANDARD}, key_name, place, note, kind, amount, later, many, lines, "left")
     select ${stamped('2')}, '站', $1, r.note, coalesce(r.kind, 1), r.amount, r.later, r.many, r.total, r.amount - r.total
     from jsonb_to_recordset($2::jsonb) r (note text, kind bigint, amount numeric, later text, many bigint, total numeric) returning id`,
    [place, JSON.stringify(records.map((one) => ({ ...one, many: one.lines?.length ?? 0, total: sum(one.lines ?? []) })))],
  );
  const ids = rows.map(({ id }) => id).sort((a, b) => a - b);
  const each = <Of>(of: (one: YardRecord) => readonly Of[]) =>
    JSON.stringify(records.flatMap((one, at) => of(one).map((row) => ({ id: ids[at], row }))));
  await query(
    `insert into app.yard_line (${STANDARD}, yard_entity, price, part) select ${stamped('2')}, r.id, (r.row #>> '{}')::numeric, 1
     from jsonb_to_recordset($1::jsonb) r (id bigint, row jsonb)`,
    [each(({ lines = [] }) => lines)],
  );
  await query(
    `insert into app.yard_tool (${STANDARD}, yard_entity, weight) select ${stamped("(r.row ->> 'by')::bigint")}, r.id, (r.row ->> 'weight')::bigint
     from jsonb_to_recordset($1::jsonb) r (id bigint, row jsonb)`,
    [each(({ tools = [] }) => tools)],
  );
  await query(
    `with f as (insert into fw.file (company_id, key_name, file_name, mime, length, sha256, source, field, rowid, create_entity, create_time)
       select 1, 'picture' || lpad(r.id || '-' || n, 20, '0'), 'a.png', 'image/png', 1, '', 'yard', 'pictures', r.id, 2, now()
       from jsonb_to_recordset($1::jsonb) r (id bigint, row int), generate_series(1, r.row) n returning id, rowid)
     update app.yard t set near_entity = n.near, pictures = (select array_agg(f.id order by f.id) from f where f.rowid = t.id)
     from unnest($2::bigint[], $3::bigint[]) n (id, near) where t.id = n.id`,
    [each(({ pictures = 0 }) => [pictures]), ids, records.map(({ near }) => (near == null ? null : ids[near % ids.length]))],
  );
  return ids;
}
const sum = (of: readonly (number | null)[]): number => of.reduce<number>((all, one) => all + (one ?? 0), 0);

interface ClaimRecord {
  state?: number;
  by?: number;
  note?: string | null;
  drafted?: string | null;
  rows?: readonly number[];
  /** who has, or had, a to-do of it */
  todos?: readonly number[];
}
async function claimsOf(place: string, records: readonly ClaimRecord[]): Promise<number[]> {
  const ids: number[] = [];
  for (const { state = 1, by = 2, note = null, drafted = null, rows = [], todos = [] } of records) {
    const [{ id }] = (await query<{ id: number }>(
      `insert into app.claim (${STANDARD}, key_name, place, note, drafted, review_state, reviewers, total)
       values (${stamped(String(by))}, '单', $1, $2, $3, $4, $5, $6) returning id`,
      [place, note, drafted, state, state < 90 ? todos : [], sum(rows)],
    )) as [{ id: number }];
    ids.push(id);
    for (const price of rows)
      await query(`insert into app.claim_row (${STANDARD}, claim_entity, price) values (${stamped(String(by))}, $1, $2)`, [id, price]);
    if (todos.length > 0)
      await query(
        `with c as (insert into fw.flow_case (company_id, source, rowid, def_id, state, visit, status, seq, create_entity, create_time)
           select 1, 'claim', $1, (select max(id) from fw.flow_def), 1, 1, 0, 1, 2, now() returning id)
         insert into fw.flow_todo (company_id, case_id, source, rowid, key_name, applicant, review_state, review_entity, create_entity, back_state, visit, ord, rule, create_time)
         select 1, c.id, 'claim', $1, '单', 2, 2, w, 2, 2, 1, 1, 'any', now() from c, unnest($2::bigint[]) w`,
        [id, todos],
      );
  }
  return ids;
}

/** All that a change can have left of these records: rows, history, rows of their forms, names of to-dos, who was told. */
async function left(cloud: string, ids: readonly number[]): Promise<unknown> {
  const of = (schema: string, table: string, key: string) =>
    query(
      `select array_position($1::bigint[], t.${key}) as at, to_jsonb(t) - '{id,place,${key},near_entity,pictures,valid_from,valid_to,keywords}'::text[] as row
       from ${schema}.${table} t where t.${key} = any($1) order by t.id, t.version, to_jsonb(t) ->> 'valid_from'`,
      [ids],
    );
  const rows = { yard: ['yard_line', 'yard_tool'], claim: ['claim_row'] }[cloud]!;
  const lying = [await of('app', cloud, 'id'), await of('hist', cloud, 'id')];
  for (const table of rows) lying.push(await of('app', table, `${cloud}_entity`), await of('hist', table, `${cloud}_entity`));
  const place = 'array_position($1::bigint[], rowid) as at';
  const named = await query(`select ${place}, key_name, review_entity from fw.flow_todo where rowid = any($1) order by 1, 3`, [ids]);
  const told = await query(
    `select array_position($1::bigint[], (payload ->> 'id')::bigint) as at, user_id, kind from fw.outbox
     where payload ->> 'cloud' = $2 and (payload ->> 'id')::bigint = any($1) order by 1, 2`,
    [ids, cloud],
  );
  return steady([...lying, named, told]);
}
const steady = (rows: unknown) =>
  JSON.parse(
    JSON.stringify(rows)
      .replaceAll(/"(when|modify_time|create_time|id)":("[^"]*"|\d+)/g, '"$1":"-"')
      .replaceAll(/"#\d+"/g, '"#"'),
  );

/** The same change of the same records, together and each by itself: what is noted, what lies there, and that again when it was taken back. */
async function bothWays(
  cloud: string,
  make: (place: string) => Promise<number[]>,
  sent: Record<string, string>,
  meanwhile: (ids: readonly number[]) => Promise<unknown>,
  place: string,
): Promise<void> {
  const sides: unknown[] = [];
  for (const alone of [false, true]) {
    const ids = await make(`${place}${alone ? '各' : '同'}`);
    const change = await begun(cloud, `${place}${alone ? '各' : '同'}`, sent);
    await meanwhile(ids);
    if (alone) await byItself(change);
    await toItsEnd();
    const told = [await noted(change), await left(cloud, ids)];
    const { code, data } = await desk.ask(own, 'ChangeUndo', { id: change });
    if (code === 200 && alone) await byItself(data.id as number);
    await toItsEnd();
    sides.push(steady([...told, code, code === 200 ? await noted(data.id as number) : [], await left(cloud, ids)]));
  }
  expect(sides[0]).toEqual(sides[1]);
}

const among = <T>(...some: T[]) => fc.constantFrom(...some);

describe('PAGES-02 records with rows, files or a case are written together (docs/decisions/305)', () => {
  test('rows and files: whatever stands there and is written, what becomes of each, and of taking it back, is that of a Modify each', async () => {
    let run = 0;
    const record = fc.record({
      note: among(null, '旧', '新', 'shut'),
      kind: among(1, 2),
      amount: among(null, '0', '20', '90'),
      later: among(null, '后'),
      near: fc.option(fc.nat(9), { freq: 3 }),
      // 200 is more than a row may have, four are more than there may be
      lines: fc.array(among(null, 0, 5, 20, 200), { maxLength: 4 }),
      tools: fc.array(fc.record({ by: among(2, 3), weight: among(1, 10) }), { maxLength: 2 }),
      pictures: fc.nat(2),
    });
    const values = fc.record(
      {
        note: among('新', ''),
        later: among('后', ''),
        kind: among('1', '2'),
        amount: among('20', '-70', ''),
        owner_entity: among(String(own.user.id), '999999', ''),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 3, maxLength: 20, size: 'max' }), values, fc.nat(), async (records, sent, odd) => {
        fc.pre(Object.keys(sent).length > 0 && records.some(({ note }) => note !== 'shut'));
        run += 1;
        const meanwhile = (ids: readonly number[]) =>
          desk.ask(own, 'Modify', { cloud: 'yard', id: ids[odd % ids.length], key_name: '改过' });
        await bothWays('yard', (place) => yards(place, records), sent, meanwhile, `站${run}`);
      }),
      { numRuns: 15, endOnFailure: true },
    );
  }, 240_000);

  test('a case: whatever state each is in and whoever has it, what becomes of each, who is told and what to-dos are called is that of a Modify each', async () => {
    let run = 0;
    const record = fc.record({
      state: among(0, 1, 1, 2, 90),
      by: among(2, 2, 3),
      note: among(null, '旧', '新'),
      drafted: among(null, '稿'),
      rows: fc.array(among(0, 5, 20, 200), { maxLength: 4 }),
      todos: fc.uniqueArray(among(2, 3, 8), { maxLength: 3 }),
    });
    const values = fc.record(
      {
        key_name: among('新名', ''),
        note: among('新', ''),
        later: among('后', ''),
        drafted: among('稿', ''),
        verdict: among('准', ''),
        amount: among('5', '2000', ''),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 3, maxLength: 20, size: 'max' }), values, fc.nat(), async (records, sent, odd) => {
        fc.pre(Object.keys(sent).length > 0 && records.some(({ state, by }) => state < 2 && by === 2));
        run += 1;
        const meanwhile = (ids: readonly number[]) => desk.ask(own, 'Modify', { cloud: 'claim', id: ids[odd % ids.length], amount: '7' });
        await bothWays('claim', (place) => claimsOf(place, records), sent, meanwhile, `单${run}`);
      }),
      { numRuns: 15, endOnFailure: true },
    );
  }, 240_000);

  test('they are one statement', async () => {
    const twelve = Array.from({ length: 12 }, () => ({}));
    await yards(
      '一',
      twelve.map(() => ({ lines: [5, 5], tools: [{ by: 2, weight: 1 }], pictures: 1 })),
    );
    await begun('yard', '一', { note: '新' });
    await toItsEnd();
    expect(updates).toHaveLength(1);
    updates = [];
    await claimsOf(
      '一',
      twelve.map(() => ({ rows: [5], todos: [3] })),
    );
    await begun('claim', '一', { note: '新' });
    await toItsEnd();
    expect(updates).toHaveLength(1);
  });

  test('what one refers to is judged by what became of it: who is narrowed by what is changed is saved by himself', async () => {
    await yards('近', [{}, { near: 0 }, { near: 3 }, {}]);
    const id = await begun('yard', '近', { kind: '2' });
    await toItsEnd();
    expect(await codes(id)).toEqual([200, 200, 315, 200]);
  });

  test('one that its state forbids, and one with wrong rows, are refused in the middle; the others are written together', async () => {
    const ids = await claimsOf('中', [{}, { state: 1 }, { todos: [8] }, {}]);
    const id = await begun('claim', '中', { note: '新' });
    await query('update app.claim set review_state = 2, reviewers = array[8::bigint] where id = $1', [ids[1]]);
    await toItsEnd();
    expect(await codes(id)).toEqual([200, 312, 200, 200]);
    expect(updates).toHaveLength(1);
    await yards('中', [{}, { lines: [200] }, {}]);
    const other = await begun('yard', '中', { owner_entity: '3', amount: '190' });
    await toItsEnd();
    expect(await codes(other)).toEqual([200, 301, 200]);
  });

  test('those who have to-dos of a record are told once of each, and the to-dos are called as it is', async () => {
    const ids = await claimsOf('告', [{ todos: [3, 8] }, { todos: [2] }, {}]);
    await begun('claim', '告', { key_name: '改名' });
    await toItsEnd();
    const [first, second] = ids;
    expect(
      await query(
        `select (payload ->> 'id')::bigint as id, user_id from fw.outbox where payload ->> 'cloud' = 'claim' and (payload ->> 'id')::bigint = any($1) order by 2`,
        [ids],
      ),
    ).toEqual([
      { id: first, user_id: 3 },
      { id: first, user_id: 8 },
    ]);
    expect(await query('select rowid, key_name from fw.flow_todo where rowid = any($1) order by id', [ids])).toEqual([
      { rowid: first, key_name: '改名' },
      { rowid: first, key_name: '改名' },
      { rowid: second, key_name: '改名' },
    ]);
  });

  test.each(['yard', 'yard_line'])('what somebody holds of %s keeps its record waiting, and no other', async (table) => {
    const place = `锁${table}`;
    const ids = await yards(
      place,
      [{}, { lines: [5] }, {}].map((one) => ({ ...one, note: '旧' })),
    );
    const id = await begun('yard', place, { note: '新' });
    let free = (): void => undefined;
    const held = desk.base.db.tx(async (tx) => {
      await tx.query(`select 1 from app.${table} where ${table === 'yard' ? 'id' : 'yard_entity'} = $1 for update`, [ids[1]]);
      await new Promise<void>((resolve) => {
        free = resolve;
      });
    });
    const noted = () =>
      query<{ status: number; tries: number }>('select status, tries from fw.change_row where change_id = $1 order by rowid', [id]);
    try {
      // where a turn is over before it comes to the last, the next begins with that
      let turns = 0;
      do {
        await turn();
        turns += 1;
      } while ((await noted())[2]!.status === 0);
      const [first, waiting, last] = await noted();
      expect([first, last]).toEqual([first, last].map(() => ({ status: 1, tries: 0 })));
      expect(waiting!.status).toBe(0);
      expect(waiting!.tries).toBeGreaterThan(0);
      expect(waiting!.tries).toBeLessThanOrEqual(turns);
    } finally {
      free();
      await held;
    }
    await toItsEnd();
    expect(await codes(id)).toEqual([200, 200, 200]);
    expect(
      (await query('select note, version from app.yard where id = any($1)', [ids])).map(({ note, version }) => [note, version]),
    ).toEqual(ids.map(() => ['新', 2]));
  });

  test.each([90, 120])('of records with %i rows each fewer are read at once, and none is left out', async (many) => {
    const ids = await yards(
      `多${many}`,
      Array.from({ length: 60 }, () => ({ note: '旧' })),
    );
    await query(
      `insert into app.yard_tool (${STANDARD}, yard_entity, weight) select ${stamped('2')}, s, case when s = $3 and n = 7 then 10 else 1 end
       from unnest($1::bigint[]) s, generate_series(1, $2::int) n`,
      [ids, many, ids[31]],
    );
    const id = await begun('yard', `多${many}`, { note: '新' });
    updates = [];
    await toItsEnd();
    expect(await codes(id)).toEqual(ids.map((_, at) => (at === 31 ? 301 : 200)));
    // a part, or two where the turn was late after half of one
    expect([1, 2]).toContain(updates.length);
  });

  test('people are written together: their departments, and who is above the one that changes them is refused', async () => {
    const root = await desk.as('root');
    for (const [values, changed] of [
      [{ title: '科员' }, '科员'],
      [{ department_entity: '34' }, 34],
    ] as const) {
      const notes: unknown[] = [];
      for (const alone of [false, true]) {
        await query(`update app."user" set title = null, department_entity = 31 where company_id = 1`);
        updates = [];
        const { data } = await desk.ask(root, 'Change', { cloud: 'user', values, id: '1,2,3,9' });
        if (alone) await byItself(data.id as number);
        await toItsEnd();
        notes.push(await noted(data.id as number).then((rows) => rows.map(({ code, remark, status }) => ({ code, remark, status }))));
        if (!alone) expect(updates).toHaveLength(1);
        const [name] = Object.keys(values);
        expect((await query(`select ${name} as is from app."user" where company_id = 1 and id in (2, 3, 9)`)).map(({ is }) => is)).toEqual(
          [1, 2, 3].map(() => changed),
        );
      }
      expect(notes[0]).toEqual(notes[1]);
      expect(notes[0]).toMatchObject([{ code: 312, remark: '$platformAccount' }, { code: 200 }, { code: 200 }, { code: 200 }]);
    }
  });

  test('whoever moves people of his department is asked of each what he may give, as that one stands', async () => {
    await query(`insert into app."role" (company_id, id, code, key_name, root) values (1, 60, 'chief', '处长', 0)`);
    await query(`update app."user" set role_entities = role_entities || 60::bigint where company_id = 1 and id = 3`);
    await grantAll(desk.base.db, 1, house.catalogueOf(null));
    const chief = await desk.as('dept');
    const notes: unknown[] = [];
    for (const alone of [false, true]) {
      await query(`update app."user" set department_entity = 32 where company_id = 1 and id in (2, 3, 4, 6, 7, 8)`);
      const { code, data } = await desk.ask(chief, 'Change', { cloud: 'user', values: { department_entity: '33' }, id: '2,3,4,6,7,8' });
      expect(code).toBe(200);
      if (alone) await byItself(data.id as number);
      updates = [];
      await toItsEnd();
      if (!alone) expect(updates).toHaveLength(1);
      const lying = await query('select id, department_entity from app."user" where company_id = 1 order by id');
      notes.push([(await noted(data.id as number)).map(({ code, remark, data: why }) => ({ code, remark, why })), lying]);
      expect(new Set(await codes(data.id as number))).toEqual(new Set([200, 312]));
    }
    expect(notes[0]).toEqual(notes[1]);
  });
});
