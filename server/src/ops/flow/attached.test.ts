import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Attachment } from '#protocol/wire/attachment.ts';
import { type Caller, type FlowDesk, openFlowDesk } from './testing-desk.ts';

const cloud = 'initiation';
let desk: FlowDesk;
beforeAll(async () => {
  desk = await openFlowDesk();
});
afterAll(() => desk?.lab.close());

const key = (n: number) => `${n}`.padStart(24, 'k');
const files = async (who: Caller, id: number, form: Record<string, unknown> = {}) => {
  const { code, rows } = await desk.ask(who, '/app?op=Attachs', { cloud, id, ...form });
  expect(code).toBe(200);
  return (rows as unknown as Attachment[]).map(({ file_name, place, review_state }) => [file_name, place.field, review_state?.key_name_en]);
};

it('FILE-03 FLOW-08 what was attached to an opinion stands among the files of its record, with the step', async () => {
  const id = await desk.filed('900');
  const proposal = (await files('depthead', id))[0];
  expect(proposal).toEqual([expect.stringMatching(/\.pdf$/), 'proposal', undefined]);
  expect((await desk.modify('depthead', id, 22, { remark: '补' })).code).toBe(200);
  expect((await desk.modify('applicant', id, 11, { remark: '已补', attachs: `${key(501)},${key(502)}` })).code).toBe(200);
  const { data } = await desk.ask('depthead', '/app?op=Show', { cloud, id });
  const first = (await files('depthead', id))[0]![2];
  expect(await files('depthead', id)).toEqual([['502.pdf', null, first], ['501.pdf', null, first], proposal]);
  expect(first).toEqual(expect.stringMatching(/\S/));
  // a draft and a return are the applicant's step, whatever its number
  for (const review_state of [0, 1]) expect(await files('depthead', id, { review_state })).toHaveLength(2);
  expect(await files('depthead', id, { review_state: 2 })).toEqual([]);
  expect((data.review_state as { id: number }).id).toBe(2);
  const active = JSON.stringify({ fields: { source: cloud, rowid: id } });
  const readers = await desk.ask('admin', '/app?op=Page', { cloud: 'active', filters: active, rows: 6 });
  expect(readers.rows).toMatchObject([{ user: { key_name: expect.any(String) }, times: 1 }]);
});

it('B3 whom no right and no to-do gives a record, nothing is told of its files', async () => {
  const id = await desk.filed('900');
  expect(await desk.ask('stranger', '/app?op=Attachs', { cloud, id })).toMatchObject({ code: 315, rows: [] });
  expect(await desk.ask('member1', '/app?op=Attachs', { cloud, id })).toEqual(
    await desk.ask('member1', '/app?op=Attachs', { cloud, id: 999_999 }),
  );
});
