import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db, Tx } from '#server/db/db.ts';
import { migrate } from '#server/db/migrate.ts';
import { createDb } from '#server/db/pool/pool.ts';
import { type TestDatabase, testDatabase } from '#server/db/testing.ts';
import { metaMigrations } from '#server/meta/migrations.ts';
import { decideRecord } from '../act/decide.ts';
import type { DecideRequest } from '../act/decision.ts';
import { application, type FlowLab, openFlowLab, type Person } from '../act/testing.ts';
import { codeOf } from '../act/testing-steps.ts';
import { auditCases } from '../kernel/testing-replay.ts';
import { type Break, brokenAnchor, brokenCases } from './chain.ts';
import { flowMigrations } from './migrations.ts';
import { type Found, hashOfRow, oracle } from './testing-chain.ts';

let lab: FlowLab;
beforeAll(async () => {
  lab = await openFlowLab();
});
afterAll(() => lab.close());

async function decide(who: Person, request: Omit<DecideRequest, 'fields'> & { fields?: DecideRequest['fields'] }, house = lab.house) {
  const { id } = await decideRecord(house, await lab.as(who), house.catalogueOf(null).table('initiation')!, { fields: {}, ...request });
  return id;
}
/** A case of seven rows: submitted, sent on twice, returned by finance, submitted again, sent on, and cancelled in the end or not. */
async function returned(): Promise<number> {
  const id = await decide('applicant', { event: 11, ...application('600'), remark: '请审“此项”\n\t\\ 🙂' });
  await decide('depthead', { id, event: 21, remark: '同意' });
  await decide('investmgr', {
    id,
    event: 31,
    fields: { review_no: `PS-${id}` },
    rid: `2111111a-2222-4333-8444-${String(id).padStart(12, '0')}`,
  });
  const [first] = await lab.base.db.query<{ id: number }>('select min(id) as id from fw.flow_todo where rowid = $1', [id]);
  await decide('finance', { id, event: 42, back_id: first!.id, remark: '金额不符' });
  await decide('applicant', { id, event: 11 });
  await decide('depthead', { id, event: 21 });
  return id;
}
const caseOf = async (tx: Tx, rowid: number) =>
  (await tx.query<{ id: number; seq: number }>(`select id, seq from fw.flow_case where source = 'initiation' and rowid = $1`, [rowid]))[0]!;
const broken = (tx: Tx, company = 1): Promise<Break[]> => brokenCases(tx, company);
const brief = (found: readonly Break[]): Found[] => found.map(({ case_id, seq, what }) => [case_id, seq, what]);

/** Does something behind the product's back, as whoever owns the tables could, looks, and takes it back. */
async function behind<T>(db: Db, tamper: (tx: Tx) => Promise<unknown>, look: (tx: Tx) => Promise<T>): Promise<T> {
  let seen: { is: T } | undefined;
  const back = new Error('taken back');
  await db
    .tx(async (tx) => {
      await tx.query('alter table fw.flow_log disable trigger user; alter table fw.flow_anchor disable trigger user');
      await tamper(tx);
      seen = { is: await look(tx) };
      throw back;
    })
    .catch((error) => {
      if (error !== back) throw error;
    });
  return seen!.is;
}

/** [what is done to a case of six rows, at which row it is found, and as what] */
const TAMPERED: [string, string | readonly string[], number, Break['what']][] = [
  ['another remark', `update fw.flow_log set remark = '不同意' where case_id = $1 and seq = 2`, 2, 'changed'],
  ['another actor', 'update fw.flow_log set actor = 9 where case_id = $1 and seq = 3', 3, 'changed'],
  ['a substitute', 'update fw.flow_log set behalf = 9 where case_id = $1 and seq = 3', 3, 'changed'],
  ['another to-do', 'update fw.flow_log set todo_id = todo_id + 1000 where case_id = $1 and seq = 2', 2, 'changed'],
  ['another event', 'update fw.flow_log set event_id = 22 where case_id = $1 and seq = 2', 2, 'changed'],
  ['another command', `update fw.flow_log set op = 'Copy' where case_id = $1 and seq = 2`, 2, 'changed'],
  ['another way', 'update fw.flow_log set to_state = 4, from_state = 1 where case_id = $1 and seq = 2', 2, 'changed'],
  ['a time, by a microsecond', `update fw.flow_log set at = at + interval '1 microsecond' where case_id = $1 and seq = 1`, 1, 'changed'],
  ['a time, by a second', `update fw.flow_log set at = at - interval '1 s' where case_id = $1 and seq = 6`, 6, 'changed'],
  ['another request', 'update fw.flow_log set request_id = gen_random_uuid() where case_id = $1 and seq = 3', 3, 'changed'],
  ['no request', 'update fw.flow_log set request_id = null where case_id = $1 and seq = 3', 3, 'changed'],
  [
    'the diff',
    `update fw.flow_log set data = jsonb_set(data, '{diff,close,0,outcome}', '-1') where case_id = $1 and seq = 2`,
    2,
    'changed',
  ],
  [
    'the cause',
    `update fw.flow_log set data = jsonb_set(data, '{cause,env,record,data,est_price}', '"599"') where case_id = $1 and seq = 1`,
    1,
    'changed',
  ],
  ['the flow it went by', `update fw.flow_log set data = data || '{"def_id": 77}' where case_id = $1 and seq = 4`, 4, 'changed'],
  ['something more', `update fw.flow_log set data = data || '{"more": null}' where case_id = $1 and seq = 4`, 4, 'changed'],
  ['a hash', `update fw.flow_log set hash = sha256('x') where case_id = $1 and seq = 5`, 5, 'changed'],
  ['no hash', 'update fw.flow_log set hash = null where case_id = $1 and seq = 5', 5, 'inserted'],
  ['the first row left out', 'delete from fw.flow_log where case_id = $1 and seq = 1', 1, 'missing'],
  ['a row left out', 'delete from fw.flow_log where case_id = $1 and seq = 4', 4, 'missing'],
  ['two rows left out', 'delete from fw.flow_log where case_id = $1 and seq in (3, 4)', 3, 'missing'],
  ['the last row left out', 'delete from fw.flow_log where case_id = $1 and seq = 6', 6, 'missing'],
  ['all rows left out', 'delete from fw.flow_log where case_id = $1', 1, 'missing'],
  [
    'the last row left out, and the case says so',
    ['delete from fw.flow_log where case_id = $1 and seq = 6', 'update fw.flow_case set seq = 5 where id = $1'],
    5,
    'head',
  ],
  [
    'a row left out, and the others moved up',
    ['delete from fw.flow_log where case_id = $1 and seq = 3', 'update fw.flow_log set seq = seq - 1 where case_id = $1 and seq > 3'],
    3,
    'changed',
  ],
  [
    'a row put in at the end',
    `insert into fw.flow_log select company_id, case_id, 7, 'Read', actor, behalf, null, null, from_state, to_state, remark, data, null, at, hash
     from fw.flow_log where case_id = $1 and seq = 6`,
    7,
    'inserted',
  ],
  [
    'a row put in at the end, and the case says so',
    [
      `insert into fw.flow_log select company_id, case_id, 7, 'Read', actor, behalf, null, null, from_state, to_state, remark, data, null, at, hash
       from fw.flow_log where case_id = $1 and seq = 6`,
      'update fw.flow_case set seq = 7 where id = $1',
    ],
    7,
    'changed',
  ],
  [
    'a row put in before the first',
    `insert into fw.flow_log select company_id, case_id, 0, 'Read', actor, behalf, null, null, from_state, to_state, remark, data, null, at, hash
     from fw.flow_log where case_id = $1 and seq = 6`,
    0,
    'inserted',
  ],
  [
    'a row put in in the middle, the others moved on',
    [
      'update fw.flow_log set seq = seq + 100 where case_id = $1 and seq > 2',
      'update fw.flow_log set seq = seq - 99 where case_id = $1 and seq > 100',
      'update fw.flow_case set seq = 7 where id = $1',
      `insert into fw.flow_log select company_id, case_id, 3, 'Read', actor, behalf, null, null, from_state, to_state, remark, data, null, at, hash
       from fw.flow_log where case_id = $1 and seq = 2`,
    ],
    3,
    'changed',
  ],
  [
    'two rows that changed their places',
    [
      'update fw.flow_log set seq = 100 where case_id = $1 and seq = 3',
      'update fw.flow_log set seq = 3 where case_id = $1 and seq = 4',
      'update fw.flow_log set seq = 4 where case_id = $1 and seq = 100',
    ],
    3,
    'changed',
  ],
  ['another head', `update fw.flow_case set hash = sha256('x') where id = $1`, 6, 'head'],
  ['no head', 'update fw.flow_case set hash = null where id = $1', 6, 'head'],
  [
    'the head of before',
    'update fw.flow_case c set hash = (select hash from fw.flow_log where case_id = c.id and seq = 5) where id = $1',
    6,
    'head',
  ],
  ['another record', 'update fw.flow_case set rowid = rowid + 100000 where id = $1', 1, 'changed'],
];

describe('FLOW-09 the log of a case is a chain', () => {
  it('nothing is found after real decisions, and every row has a hash that node counts too', async () => {
    const id = await returned();
    const { id: at, seq } = await caseOf(lab.base.db, id);
    expect(seq).toBe(6);
    const [{ hashed }] = (await lab.base.db.query<{ hashed: number }>(
      'select count(hash)::int as hashed from fw.flow_log where case_id = $1',
      [at],
    )) as [{ hashed: number }];
    expect(hashed).toBe(6);
    expect(await broken(lab.house.db)).toEqual([]);
    expect(await oracle(lab.base.db, 1)).toEqual([]);
    expect(await brokenAnchor(lab.house.db)).toBeNull();
    expect(await auditCases(lab.house, 'initiation')).toEqual([]);
  });

  it.each(TAMPERED)('%s is found at its row', async (_, said, seq, what) => {
    const rowid = await returned();
    const { id } = await caseOf(lab.base.db, rowid);
    const tamper = async (tx: Tx) => {
      for (const text of [said].flat()) await tx.query(text, [id]);
    };
    const [found, node] = await behind(lab.base.db, tamper, async (tx) => [await broken(tx), await oracle(tx, 1)] as const);
    expect(found).toEqual([expect.objectContaining({ company: 1, source: 'initiation', case_id: id, seq, what })]);
    expect(node).toEqual([[id, seq, what]]);
    expect(found[0]!.rowid - rowid).toBe(_ === 'another record' ? 100_000 : 0);
  });

  it('each case is named once, by its first row, and those of others are not', async () => {
    const [one, other] = [await returned(), await returned()];
    const ids = [await caseOf(lab.base.db, one), await caseOf(lab.base.db, other)].map(({ id }) => id);
    const found = await behind(
      lab.base.db,
      (tx) => tx.query(`update fw.flow_log set remark = remark || '！' where case_id = any($1) and seq in (2, 4, 5)`, [ids]),
      async (tx) => [brief(await broken(tx)), brief(await broken(tx, 2))],
    );
    expect(found).toEqual([ids.map((id) => [id, 2, 'changed']), []]);
  });

  it('E15 who serves adds rows and neither changes nor removes one', async () => {
    for (const text of [
      `update fw.flow_log set remark = ''`,
      'delete from fw.flow_log',
      'truncate fw.flow_log',
      'delete from fw.flow_anchor',
    ])
      await expect(lab.base.serving.query(text), text).rejects.toMatchObject({ cause: { code: '42501' } });
    for (const text of [
      'update fw.flow_log set actor = 1',
      'delete from fw.flow_log',
      'delete from fw.flow_anchor',
      'truncate fw.flow_anchor',
    ])
      await expect(lab.base.db.query(text), text).rejects.toMatchObject({ code: 331 });
  });

  it('settings of a session change no hash: the zone, how times and numbers are shown', async () => {
    await returned();
    const seen = await behind(
      lab.base.db,
      (tx) =>
        tx.query(
          `set local timezone = 'Asia/Kathmandu'; set local datestyle = 'german'; set local extra_float_digits = -10; set local bytea_output = 'escape'`,
        ),
      (tx) => broken(tx),
    );
    expect(seen).toEqual([]);
  });

  it('what a dump writes and reads again has the same hashes, and a record in the recycle bin keeps its case and its chain', async () => {
    const rowid = await returned();
    const seen = await behind(
      lab.base.db,
      async (tx) => {
        await tx.query(
          'create temp table kept on commit drop as select company_id, case_id, seq, data::text as data, at::text as at from fw.flow_log',
        );
        await tx.query(
          `update fw.flow_log l set data = '{}', at = 'epoch' from kept k where (l.company_id, l.case_id, l.seq) = (k.company_id, k.case_id, k.seq)`,
        );
        await tx.query(
          `update fw.flow_log l set data = k.data::jsonb, at = k.at::timestamptz from kept k where (l.company_id, l.case_id, l.seq) = (k.company_id, k.case_id, k.seq)`,
        );
        await tx.query('update app.initiation set deleted_time = now(), deleted_entity = 2 where id = $1', [rowid]);
      },
      (tx) => broken(tx),
    );
    expect(seen).toEqual([]);
  });

  it('two servers that decide at once on many cases leave chains, and each decision is in one', async () => {
    const second = createDb(lab.base.servingUrl, { max: 5, lockWithinMs: 60_000, connectWithinMs: 60_000 });
    try {
      const houses = [lab.house, { ...lab.house, db: second }];
      const ids = await Promise.all(Array.from({ length: 12 }, () => decide('applicant', { event: 11, ...application('600') })));
      const codes = await Promise.all(ids.flatMap((id) => houses.map((house) => codeOf(decide('depthead', { id, event: 21 }, house)))));
      expect(codes.filter((code) => code === 200)).toHaveLength(12);
      await Promise.all(ids.map((id) => decide('investmgr', { id, event: 31, fields: { review_no: `PS-${id}` } })));
      const four = ['finance', 'legal', 'tech', 'safety'] as const;
      const votes = ids.flatMap((id) => four.map((who, at) => codeOf(decide(who, { id, event: 41, remark: '同意' }, houses[at % 2]!))));
      expect(new Set(await Promise.all(votes))).toEqual(new Set([200]));
      const seqs = await lab.base.db.query<{ seq: number }>('select seq from fw.flow_case where rowid = any($1)', [ids]);
      expect(seqs.map(({ seq }) => seq)).toEqual(ids.map(() => 7));
      expect(await broken(second)).toEqual([]);
      expect(await oracle(lab.base.db, 1)).toEqual([]);
    } finally {
      await second.close();
    }
  });
});

/** What a process of before sends: no hash, neither of the row nor of the case. */
const OLD = `with c as (update fw.flow_case set seq = seq + 1 where id = $1 returning company_id, id, seq, state)
  insert into fw.flow_log (company_id, case_id, seq, op, actor, from_state, to_state, remark, data, at)
  select company_id, id, seq, 'Read', 3, state, state, $2, '{"diff": {}}', now() from c`;
const OLD_FIRST = `with c as (insert into fw.flow_case (company_id, source, rowid, def_id, state, visit, status, seq, create_entity, create_time)
    values (1, 't', $1, 1, 2, 1, 0, 1, 1, now()) returning company_id, id, seq, state)
  insert into fw.flow_log (company_id, case_id, seq, op, actor, from_state, to_state, remark, data, at)
  select company_id, id, seq, 'Submit', 3, 1, 2, '老', '{"diff": {}}', now() from c returning case_id`;

describe('FLOW-09 processes of before, while they are replaced', () => {
  it('the table hashes what they write, and the chain goes on from it', async () => {
    const rowid = await decide('applicant', { event: 11, ...application('600') });
    const { id } = await caseOf(lab.base.db, rowid);
    await lab.base.serving.query(OLD.replace('where id = $1', 'where company_id = 1 and id = $1'), [id, '旧']);
    await decide('depthead', { id: rowid, event: 21 });
    expect([await broken(lab.base.serving), await oracle(lab.base.db, 1)]).toEqual([[], []]);
    const found = await behind(
      lab.base.db,
      (tx) => tx.query(`update fw.flow_log set remark = '新' where case_id = $1 and seq = 2`, [id]),
      (tx) => broken(tx),
    );
    expect(brief(found)).toEqual([[id, 2, 'changed']]);
  });

  it('a row without a hash that no case tells of, or that comes a day later, is one that was put in', async () => {
    const rowid = await decide('applicant', { event: 11, ...application('600') });
    const { id } = await caseOf(lab.base.db, rowid);
    const enabled = 'alter table fw.flow_log enable trigger user';
    const alone = await behind(
      lab.base.db,
      async (tx) => {
        await tx.query(enabled);
        await tx.query(OLD.replace('seq + 1', 'seq').replace('select company_id, id, seq,', 'select company_id, id, seq + 1,'), [id, '旧']);
      },
      (tx) => broken(tx),
    );
    const late = await behind(
      lab.base.db,
      async (tx) => {
        await tx.query(`${enabled}; update fw.flow_anchor set at = at - interval '25 h' where company_id = 0`);
        await tx.query(OLD, [id, '旧']);
      },
      (tx) => broken(tx),
    );
    expect([brief(alone), brief(late)]).toEqual([[[id, 2, 'inserted']], [[id, 2, 'inserted']]]);
  });
});

/** Values as a log may hold them: any text that the database stores, keys that sort otherwise by letters than by bytes, nested. */
const text = fc.string({
  unit: fc.constantFrom('a', 'B', 'ä', '同', '🙂', '"', '\\', '/', '\n', '\t', '\u0001', '\u007f', '\u2028', ' '),
  maxLength: 12,
});
const { tree: json } = fc.letrec((tie) => ({
  tree: fc.oneof({ depthSize: 'small' }, fc.integer(), fc.boolean(), fc.constant(null), text, tie('list'), tie('object')),
  list: fc.array(tie('tree'), { maxLength: 3 }),
  object: fc.dictionary(text, tie('tree'), { maxKeys: 4 }),
}));
const rowOf = fc.record({
  op: fc.constantFrom('Read', 'Handover'),
  actor: fc.nat(9),
  behalf: fc.option(fc.nat(9)),
  todo_id: fc.option(fc.nat(9)),
  event_id: fc.option(fc.nat(99)),
  from_state: fc.nat(9),
  to_state: fc.nat(9),
  remark: text,
  data: json.map((value) => ({ diff: value })),
  request_id: fc.option(fc.uuid()),
  at: fc
    .integer({ min: 0, max: 2 ** 31 })
    .map((n) => new Date(n * 1000).toISOString().replace('000Z', `${String(n % 1_000_000).padStart(6, '0')}Z`)),
});
type Content = typeof rowOf extends fc.Arbitrary<infer R> ? R : never;

/** One statement behind the product's back, by what it does and at which row. */
const HARM: Readonly<Record<string, string>> = {
  nothing: 'select $1::bigint, $2::int',
  remark: `update fw.flow_log set remark = remark || 'x' where case_id = $1 and seq = $2`,
  actor: 'update fw.flow_log set actor = actor + 1 where case_id = $1 and seq = $2',
  diff: `update fw.flow_log set data = data || '{"": 1}' where case_id = $1 and seq = $2`,
  time: `update fw.flow_log set at = at + interval '1 microsecond' where case_id = $1 and seq = $2`,
  hash: `update fw.flow_log set hash = sha256(hash) where case_id = $1 and seq = $2`,
  hashless: 'update fw.flow_log set hash = null where case_id = $1 and seq = $2',
  hashed: `update fw.flow_log set hash = sha256('x') where case_id = $1 and seq = $2`,
  gone: 'delete from fw.flow_log where case_id = $1 and seq = $2',
  tail: 'delete from fw.flow_log where case_id = $1 and seq >= $2',
  shifted: 'update fw.flow_log set seq = seq + 50 where case_id = $1 and seq >= $2',
  more: 'update fw.flow_case set seq = seq + $2 where id = $1',
  less: 'update fw.flow_case set seq = greatest(seq - $2, 1) where id = $1',
  head: `update fw.flow_case set hash = sha256(coalesce(hash, '')) where id = $1 and $2 > 0`,
  anchor: `update fw.flow_anchor set hash = sha256(hash) where case_id = $1 and $2 > 0`,
  anchorless: 'delete from fw.flow_anchor where case_id = $1 and $2 > 0',
  added: `insert into fw.flow_log select company_id, case_id, 40 + $2, 'Read', actor, behalf, null, null, from_state, to_state, remark, data, null, at, hash
    from fw.flow_log where case_id = $1 order by seq limit 1`,
};

describe('FLOW-09 rows of before the chain, and any rows', () => {
  let base: TestDatabase;
  const INSERT = `insert into fw.flow_log (company_id, case_id, seq, op, actor, behalf, todo_id, event_id, from_state, to_state, remark, data, request_id, at)
    values (1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`;
  const put = (tx: Tx, id: number, seq: number, row: Content, sql = INSERT, ...more: unknown[]) =>
    tx.query(sql, [
      ...[id, seq, row.op, row.actor, row.behalf, row.todo_id, row.event_id, row.from_state, row.to_state, row.remark],
      ...[JSON.stringify(row.data), row.request_id, row.at, ...more],
    ]);
  const samples = fc.sample(fc.array(rowOf, { minLength: 3, maxLength: 5 }), { numRuns: 6, seed: 20261124 });

  beforeAll(async () => {
    base = await testDatabase();
    const before = flowMigrations.steps.findIndex(({ id }) => id === '025-log-chain');
    await migrate(base.db, [metaMigrations, { ...flowMigrations, steps: flowMigrations.steps.slice(0, before) }]);
    await base.db.query(`insert into fw.flow_def (table_uid, table_name, version, def) values ('t', 't', 1, '{}')`);
    for (const [at, rows] of samples.entries()) {
      await base.db.query(
        `insert into fw.flow_case (company_id, source, rowid, def_id, state, visit, status, seq, create_entity, create_time) values (1, 't', $1, 1, 2, 1, 0, $2, 1, now())`,
        [70 + at, rows.length],
      );
      for (const [n, row] of rows.entries()) await put(base.db, at + 1, n + 1, row);
    }
    await migrate(base.db, [metaMigrations, flowMigrations]);
    // rows are drawn: a request may come twice among them
    await base.db.query('drop index fw.flow_log_request');
  });
  afterAll(() => base.close());

  it('what was there is kept by a hash a case, all of them by one, and the chain goes on from there', async () => {
    const anchors = await base.db.query<{ company_id: number; case_id: number; seq: number }>(
      'select company_id, case_id, seq from fw.flow_anchor order by company_id, case_id',
    );
    expect(anchors).toEqual([
      { company_id: 0, case_id: 0, seq: 6 },
      ...samples.map((rows, at) => ({ company_id: 1, case_id: at + 1, seq: rows.length })),
    ]);
    const added = await behind(
      base.db,
      async (tx) => {
        await tx.query('alter table fw.flow_log enable trigger user');
        await tx.query(OLD, [2, '旧']);
        await tx.query(OLD, [2, '又旧']);
        await tx.query(OLD_FIRST, [99]);
      },
      async (tx) => [
        await broken(tx),
        await oracle(tx, 1),
        await brokenAnchor(tx),
        await tx.query('select count(hash)::int as n from fw.flow_log'),
      ],
    );
    expect(added).toEqual([[], [], null, [{ n: 3 }]]);
  });

  it.each([
    ['changed', `update fw.flow_log set remark = remark || '！' where case_id = 3 and seq = 2`, 'anchor'],
    ['moved by a microsecond', `update fw.flow_log set at = at - interval '1 microsecond' where case_id = 3 and seq = 1`, 'anchor'],
    ['not touched', 'select 1', ''],
    ['left out', 'delete from fw.flow_log where case_id = 3 and seq = 2', 'missing'],
    ['given a hash', `update fw.flow_log set hash = '' where case_id = 3 and seq = 2`, 'changed'],
  ])('rows of before: one that was %s', async (_, text, what) => {
    const found = await behind(
      base.db,
      (tx) => tx.query(text),
      (tx) => broken(tx),
    );
    expect(found.map((one) => [one.rowid, one.seq, one.what])).toEqual(
      what ? [[72, what === 'anchor' ? samples[2]!.length : 2, what]] : [],
    );
  });

  it('a case of before that is gone with its log is missed, and with its hash the hash of all is another', async () => {
    const remove = 'delete from fw.flow_log where case_id = 3; delete from fw.flow_case where id = 3';
    const seen = await behind(
      base.db,
      (tx) => tx.query(remove),
      async (tx) => [brief(await broken(tx)), await brokenAnchor(tx)],
    );
    expect(seen).toEqual([[[3, 1, 'missing']], null]);
    const all = await behind(
      base.db,
      (tx) => tx.query(`${remove}; delete from fw.flow_anchor where case_id = 3`),
      async (tx) => [brief(await broken(tx)), await brokenAnchor(tx)],
    );
    expect(all).toEqual([[], expect.objectContaining({ company: 0, what: 'anchor' })]);
    expect(await behind(base.db, (tx) => tx.query('delete from fw.flow_anchor'), brokenAnchor)).toMatchObject({ what: 'anchor' });
  });

  it('more cases than are looked at in one statement: none is passed over, and a thousand are named at most', async () => {
    const more = (count: number) => (tx: Tx) =>
      tx.query(
        `insert into fw.flow_case (company_id, source, rowid, def_id, state, visit, status, seq, create_entity, create_time)
         select 1, 't', 1000 + n, 1, 2, 1, 0, 1, 1, now() from generate_series(1, $1::int) n`,
        [count],
      );
    const found = await behind(base.db, more(700), (tx) => broken(tx));
    expect(found.map(({ rowid }) => rowid)).toEqual(Array.from({ length: 700 }, (_, n) => 1001 + n));
    expect(await behind(base.db, more(1200), (tx) => broken(tx))).toHaveLength(1000);
  });

  it('whatever rows say and whatever is done to them, it finds what node finds', async () => {
    const HASHED = INSERT.replace('at)', 'at, hash)').replace('$13)', '$13, $14)');
    const kinds = new Set<string>();
    const plan = fc.tuple(fc.array(rowOf, { maxLength: 4 }), fc.constantFrom(...Object.keys(HARM)), fc.nat(7), fc.boolean());
    await fc.assert(
      fc.asyncProperty(plan, async ([rows, harm, seq, old]) => {
        const id = old || rows.length === 0 ? 4 : 900;
        const tamper = async (tx: Tx) => {
          if (id === 900)
            await tx.query(
              `insert into fw.flow_case (company_id, id, source, rowid, def_id, state, visit, status, seq, create_entity, create_time)
               overriding system value values (1, 900, 't', 90, 1, 2, 1, 0, 0, 1, now())`,
            );
          const [of] = await tx.query<{ seq: number; hash: Buffer | null }>('select seq, hash from fw.flow_case where id = $1', [id]);
          let { seq: last, hash } = of!;
          for (const row of rows) {
            last += 1;
            hash = hashOfRow(hash, { ...row, company_id: 1, seq: last }, id === 900 ? 90 : 73);
            await put(tx, id, last, row, HASHED, hash);
          }
          await tx.query('update fw.flow_case set seq = $2, hash = $3 where id = $1', [id, last, hash]);
          await tx.query(HARM[harm]!, [id, seq]);
        };
        const [found, node] = await behind(base.db, tamper, async (tx) => [brief(await broken(tx)), await oracle(tx, 1)] as const);
        expect(found).toEqual(node);
        if (harm === 'nothing') expect(found).toEqual([]);
        for (const [, , what] of found) kinds.add(what);
      }),
      { seed: 20261124, numRuns: 250 },
    );
    expect([...kinds].sort()).toEqual(['anchor', 'changed', 'head', 'inserted', 'missing']);
  });
});
