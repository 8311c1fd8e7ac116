import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { House } from '#server/meta/house.ts';
import { type FlowDesk, openFlowDesk } from './testing-desk.ts';

const cloud = 'initiation';
const TOTAL = 900;

/** What an applicant does with a record that is his: the fields that he types, and how many rows there are then, with which details. */
interface Saving {
  fields: { scale?: string; necessity?: string; industry?: number };
  rows: readonly (string | null)[];
  /** which rows that were there go */
  gone: readonly number[];
}
/** He saves some times, then submits; the head of unit sends it back, or approves and the next one sends it back. */
interface Round {
  savings: readonly Saving[];
  approves: boolean;
}
const saving: fc.Arbitrary<Saving> = fc.record({
  fields: fc.record(
    { scale: fc.constantFrom('甲', '乙', '丙'), necessity: fc.constantFrom('子', '丑'), industry: fc.constantFrom(1, 2) },
    { requiredKeys: [] },
  ),
  rows: fc.array(fc.constantFrom('a', 'b', null), { minLength: 1, maxLength: 3 }),
  gone: fc.uniqueArray(fc.nat(2), { maxLength: 2 }),
});
const rounds = fc.array(fc.record({ savings: fc.array(saving, { minLength: 1, maxLength: 3 }), approves: fc.boolean() }), {
  minLength: 1,
  maxLength: 3,
});

/** The record as it must lie, from what was sent alone. */
interface Model {
  fields: Record<string, unknown>;
  rows: Map<number, { note: string | null; price: number }>;
}
const copy = ({ fields, rows }: Model): Model => ({ fields: { ...fields }, rows: new Map([...rows].map(([id, row]) => [id, { ...row }])) });

let desk: FlowDesk;
let at: ReturnType<FlowDesk['before']>;
beforeAll(async () => {
  desk = await openFlowDesk();
  let tick = 0;
  const house: House = { ...desk.lab.house, clock: { now: () => new Date(Date.now() + 60_000 + 10 * tick++) } };
  at = desk.before(house);
});
afterAll(() => desk.lab.close());

const ok = async (answer: Promise<{ code: number; remark: string }>) => expect(await answer).toMatchObject({ code: 200 });
const idsOf = async (id: number) =>
  (await desk.lab.base.db.query<{ id: number }>('select id from app.initiation_fund where initiation_entity = $1 order by id', [id])).map(
    (row) => row.id,
  );

/** Sends one saving, and does the same to the model. */
async function save(id: number, model: Model, { fields, rows, gone }: Saving, event: Record<string, unknown>): Promise<void> {
  const standing = [...model.rows.keys()];
  const left = standing.filter((_, nth) => !gone.includes(nth));
  const kept = left.slice(0, rows.length);
  const price = (nth: number) => (nth < rows.length - 1 ? 100 : TOTAL - 100 * (rows.length - 1));
  const sent = [
    ...standing.filter((row) => !kept.includes(row)).map((row) => ({ op: 'Delete', id: row })),
    ...rows.map((note, nth) => {
      const values = { note: note ?? '', price: String(price(nth)) };
      return kept[nth] === undefined ? { op: 'Add', fund_source: 1, ...values } : { op: 'Modify', id: kept[nth], ...values };
    }),
  ];
  const known = new Set(await idsOf(id));
  const form = { cloud, id, ...fields, ...event, _subtables: { 'initiation_fund.initiation_entity': sent } };
  await ok(at.ask('applicant', '/app?op=Modify', form));
  Object.assign(model.fields, fields);
  const added = (await idsOf(id)).filter((row) => !known.has(row));
  model.rows = new Map(rows.map((note, nth) => [kept[nth] ?? added[nth - kept.length]!, { note, price: price(nth) }]));
}

/** What must be told of two states of the record. */
function differences(was: Model, is: Model): string[] {
  const fields = Object.keys(is.fields).filter((name) => was.fields[name] !== is.fields[name]);
  const names = ['note', 'price'] as const;
  const both = [...was.rows].filter(([id, row]) => is.rows.has(id) && names.some((name) => is.rows.get(id)![name] !== row[name]));
  return [
    ...fields.map((name) => `${name}: ${was.fields[name]} > ${is.fields[name]}`),
    ...both.flatMap(([id, row]) =>
      names.filter((name) => is.rows.get(id)![name] !== row[name]).map((name) => `${id} ${name}: ${row[name]} > ${is.rows.get(id)![name]}`),
    ),
    ...[...is.rows.keys()].filter((id) => !was.rows.has(id)).map((id) => `+${id}`),
    ...[...was.rows.keys()].filter((id) => !is.rows.has(id)).map((id) => `-${id}`),
  ].sort();
}

async function toldOf(id: number): Promise<string[]> {
  const { data } = await at.ask('depthead', '/flow?op=Since', { cloud, id });
  const { fields, rows } = data as unknown as import('#protocol/wire/since.ts').Since;
  const plain = (value: unknown) => (value as { id?: number } | null)?.id ?? (/^\d+\.0+$/.test(String(value)) ? Number(value) : value);
  const said = ({ field, from, to }: { field: string; from: unknown; to: unknown }) => `${field}: ${plain(from)} > ${plain(to)}`;
  return [
    ...fields.map(said),
    ...rows.flatMap((row) =>
      row.op === 'Modify' ? row.changes.map((change) => `${row.id} ${said(change)}`) : [`${row.op === 'Add' ? '+' : '-'}${row.id}`],
    ),
  ].sort();
}

test('FLOW-09 after any saves, returns and submissions just what differs from what was decided upon is told', {
  timeout: 300_000,
}, async () => {
  const run = async (all: readonly Round[]) => {
    const id = await at.filed(String(TOTAL));
    const model: Model = {
      fields: { scale: '两座仓库', necessity: '现有仓库已满', industry: 1 },
      rows: new Map((await idsOf(id)).map((row) => [row, { note: null, price: TOTAL }])),
    };
    for (const { savings, approves } of all) {
      const decided = copy(model);
      await ok(at.modify('depthead', id, approves ? 21 : 22, { remark: '改' }));
      if (approves) {
        const first = (
          await desk.lab.base.db.query<{ id: number }>('select id from fw.flow_todo where rowid = $1 and review_state = 1', [id])
        )[0]!;
        await ok(at.modify('investmgr', id, 32, { remark: '退', back_id: first.id }));
      }
      for (const [nth, one] of savings.entries()) {
        await save(id, model, one, nth === savings.length - 1 ? { _event: 11 } : {});
        expect(await toldOf(id)).toEqual(differences(decided, model));
      }
    }
  };
  await fc.assert(fc.asyncProperty(rounds, run), { numRuns: 20, seed: 205, endOnFailure: true });
});
