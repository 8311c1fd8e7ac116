import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type FlowDesk, openFlowDesk } from './testing-desk.ts';

const cloud = 'initiation';
let desk: FlowDesk;
beforeAll(async () => {
  desk = await openFlowDesk();
});
afterAll(() => desk.lab.close());

const rename = (id: number, key_name: string, rest: Record<string, unknown> = {}) =>
  desk.ask('applicant', '/app?op=Modify', { cloud, id, key_name, ...rest });
/** What a person's lists call the record: one name for each of his rows of these states. */
async function listed(who: Caller, id: number, states: number[], key_word = '') {
  const fields = { rowid: id, review_state: { op: 'in', value: states } };
  const { rows } = await desk.ask(who, '/app?op=Page', { cloud: 'todo', fields: 'key_name', filters: { fields, key_word } });
  return rows.map(({ key_name }) => key_name);
}
async function returned(): Promise<number> {
  const id = await desk.filed();
  await desk.modify('depthead', id, 22, { remark: '请改名称' });
  return id;
}

describe('FLOW-03 lists of to-dos call a record as it is called now', () => {
  it('what was returned, given another name and sent on: the applicant finds his application by it, and by the old one no more', async () => {
    const id = await returned();
    const { rows } = await desk.ask('applicant', '/app?op=Page', { cloud, fields: 'key_name', filters: { fields: { id } } });
    await desk.modify('applicant', id, 11, { key_name: '北港冷库二期' });
    expect(await listed('applicant', id, [1])).toEqual(['北港冷库二期']);
    expect(await listed('applicant', id, [1], '冷库二期')).toEqual(['北港冷库二期']);
    expect(await listed('applicant', id, [1], String(rows[0]!.key_name))).toEqual([]);
    expect(await listed('depthead', id, [2, 3])).toEqual(['北港冷库二期', '北港冷库二期']);
  });

  it('as soon as it is saved, before it is sent on', async () => {
    const id = await returned();
    expect((await rename(id, '先存后交')).code).toBe(200);
    expect([await listed('applicant', id, [1, 2]), await listed('depthead', id, [3])]).toEqual([['先存后交', '先存后交'], ['先存后交']]);
  });

  it('not where the save is refused', async () => {
    const id = await returned();
    expect((await rename(id, '旧版本', { version: 99 })).code).toBe(311);
    expect(await listed('applicant', id, [1])).not.toContain('旧版本');
  });

  it('and no other record', async () => {
    const [id, other] = [await returned(), await returned()];
    const before = await listed('applicant', other, [1]);
    await rename(id, '只此一份');
    expect(await listed('applicant', other, [1])).toEqual(before);
  });
});
