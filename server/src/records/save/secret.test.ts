import { afterAll, beforeAll, expect, test } from 'vitest';
import { isProof, MASK } from '#protocol/fields/password.ts';
import { listAsk } from '#protocol/rules/list.ts';
import type { Session } from '#server/meta/session.ts';
import { type Desk, lying, openDesk } from './testing-save.ts';

let desk: Desk;
let own: Session;
beforeAll(async () => {
  desk = await openDesk();
  own = await desk.as('own');
});
afterAll(() => desk?.close());

const PROOF = 'Canary-proof-0123456789_abcdefgh';
const OTHER = 'Other-proof--0123456789_abcdefgh';
const ask = (op: string, form: Record<string, unknown>, session: Session | null = own) =>
  desk.ask(session, op, { cloud: 'order', ...form });
const add = async (pass: unknown): Promise<number> => {
  const { code, data } = await ask('Add', { key_name: '密', pass });
  expect(code).toBe(200);
  return Number(data.id);
};
const kept = async (id: number): Promise<unknown> => (await lying(desk, 'order', id)).pass;

test('FIELD-01 FORM-07 not signed in 401; in clear 317 and nothing of it is kept; too long 316; no text 317', async () => {
  expect(isProof(PROOF)).toBe(true);
  expect((await ask('Add', { key_name: '密', pass: PROOF }, null)).code).toBe(401);
  const before = await desk.base.db.query('select count(*) from app."order"');
  for (const clear of ['abcd1234', 'x', `${PROOF}x`, PROOF.slice(1), `${PROOF.slice(1)}!`, `p1.${PROOF}`])
    expect(await ask('Add', { key_name: '密', pass: clear }), clear).toMatchObject({ code: 317, remark: '$fieldProof' });
  expect((await ask('Add', { key_name: '密', pass: 'x'.repeat(201) })).code).toBe(316);
  for (const odd of [{ a: 1 }, ['x'], 1, true]) expect((await ask('Add', { key_name: '密', pass: odd })).code).toBe(317);
  expect(await desk.base.db.query('select count(*) from app."order"')).toEqual(before);
});

test('FIELD-01 what is kept is no proof and never alike; an empty one, or what stands for it, leaves it', async () => {
  const [one, two] = [await add(PROOF), await add(PROOF)];
  const [first, second] = [await kept(one), await kept(two)];
  expect(first).toMatch(/^p1\.[\w-]{16}\.[\w-]{43}$/);
  expect(String(first)).not.toContain(PROOF);
  expect(first).not.toBe(second);
  for (const empty of ['', null, MASK])
    expect((await ask('Modify', { id: String(one), pass: empty, remark: String(empty) })).code).toBe(200);
  expect(await kept(one)).toBe(first);
  expect((await ask('Modify', { id: String(one), pass: OTHER })).code).toBe(200);
  expect(await kept(one)).not.toBe(first);
  expect(await kept(await add(''))).toBeNull();
  // what is kept is no proof that anybody could send
  expect((await ask('Modify', { id: String(two), pass: String(first) })).remark).toBe('$fieldProof');
});

test('FIELD-01 A6 A9 nobody has it back, asks for it, compares it, sorts or groups by it; the history tells nothing', async () => {
  const id = await add(PROOF);
  const lies = String(await kept(id));
  expect((await ask('Modify', { id: String(id), pass: OTHER, remark: '改' })).code).toBe(200);
  const root = await desk.as('root');
  for (const session of [own, root]) {
    for (const [op, form] of [
      ['Get', { id: String(id) }],
      ['Show', { id: String(id) }],
      ['Page', { page: '1', rows: '100', exact: '1' }],
      ['List', {}],
      ['History', { id: String(id) }],
    ] as const) {
      const answer = await ask(op, form, session);
      expect(answer.code, op).toBe(200);
      const said = JSON.stringify(answer);
      for (const secret of [PROOF, OTHER, lies, String(await kept(id)), 'p1.']) expect(said, op).not.toContain(secret);
      expect(JSON.stringify([answer.data, answer.rows]), op).not.toContain('"pass"');
    }
    for (const filters of [
      { fields: { pass: PROOF } },
      { fields: { pass: { op: 'like', value: 'p1' } } },
      { fields: { pass: { op: 'filled', value: '' } } },
      { fields: { pass: { op: 'in', value: [PROOF] } } },
      { where: "pass='x'" },
      { sort: [['pass', 'asc']] },
    ])
      expect((await ask('Page', { page: '1', rows: '10', filters: JSON.stringify(filters) }, session)).code, JSON.stringify(filters)).toBe(
        317,
      );
    // what the page of a list asks for is answered
    const { def } = desk.house.catalogueOf(null).table('order')!;
    const { fields } = listAsk({ ...def, fields: def.fields.filter(({ field_name }) => field_name !== 'secret') });
    expect((await ask('Page', { page: '1', rows: '10', fields }, session)).code).toBe(200);
    for (const op of ['Page', 'List']) expect((await ask(op, { page: '1', rows: '10', fields: 'pass' }, session)).code, op).toBe(317);
  }
});
