/** Tests that stand in the copy, where the additions are: what compiles there does also work. */
export const PROOF: Readonly<Record<string, string>> = {
  'server/src/added.test.ts': `import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkSuites } from '#protocol/check/check.ts';
import { testField, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { fieldKind } from '#protocol/fields/fields.ts';
import { application } from '#server/flow/act/testing.ts';
import { auditCases } from '#server/flow/kernel/testing-replay.ts';
import { type FlowDesk, openFlowDesk } from '#server/ops/flow/testing-desk.ts';

let desk: FlowDesk;
beforeAll(async () => {
  desk = await openFlowDesk();
});
afterAll(() => desk.lab.close());

it('definitions may use the new types', () => {
  const fields = [testField('word', { data_type: 'word' }), testField('code', { data_type: 'postcode' })];
  expect(checkSuites([testSuite([testTable('t', { fields })])]).errors).toEqual([]);
  const spec = { def: fields[1]! };
  expect(fieldKind('postcode').parse(' 310000 ', spec)).toEqual({ value: '310000' });
  expect(fieldKind('postcode').check('31', spec, '2026-01-01')).toMatchObject({ code: 305 });
});

it('the new call answers, to who is signed in', async () => {
  expect((await desk.ask(null, '/sys?op=Clock', {})).code).toBe(401);
  expect((await desk.ask('viewer', '/sys?op=Clock', {})).data).toEqual({ now: expect.stringMatching(/^2026-/) });
});

it('the new command of the flow is refused, taken once, written down, and decides the same again', async () => {
  const id = await desk.filed('100');
  const nudge = (who: Parameters<FlowDesk['ask']>[0], more: object = {}) => desk.ask(who, '/flow?op=Nudge', { cloud: 'initiation', id, remark: '请尽快', ...more });
  const before = await desk.lab.base.db.query('select version, modify_time from app."initiation" where id = $1', [id]);
  expect((await nudge(null)).code).toBe(401);
  expect((await nudge('stranger')).code).toBe(312);
  expect((await nudge('depthead')).code).toBe(312);
  expect((await nudge('applicant', { remark: 'x'.repeat(201) })).code).toBe(316);
  expect((await nudge('applicant', { copies: '999' })).code).toBe(302);
  await desk.lab.base.db.query("update app.\\"user\\" set status = 2 where id = 13");
  expect((await nudge('applicant', { copies: '13' })).code).toBe(303);
  const _rid = '0b0f6ad4-5f0a-4a4f-9df9-8d5a0f3c2b11';
  for (const once of [1, 2]) {
    const { code, data } = await nudge('applicant', { _rid, copies: '14', remark: '请\\u202e尽快' });
    expect({ once, code, state: (data.review_state as { id: number }).id, holders: (data.holders as { id: number }[]).map((one) => one.id) }).toEqual({ once, code: 200, state: 2, holders: [3] });
  }
  const log = await desk.lab.base.db.query("select op, actor, remark from fw.flow_log l join fw.flow_case c on c.id = l.case_id where c.source = 'initiation' and c.rowid = $1 and op = 'Nudge'", [id]);
  expect(log).toEqual([{ op: 'Nudge', actor: 2, remark: '请尽快' }]);
  const told = 'select review_entity, review_state from fw.flow_todo where rowid = $1 and review_entity = any($2) order by id';
  expect(await desk.lab.base.db.query(told, [id, [13, 14]])).toEqual([{ review_entity: 14, review_state: 6 }]);
  expect(await desk.lab.base.db.query('select version, modify_time from app."initiation" where id = $1', [id])).toEqual(before);
  const { fields, subtables } = application('100');
  const draft = await desk.ask('applicant', '/app?op=Add', { cloud: 'initiation', ...fields, _subtables: subtables });
  expect((await nudge('applicant', { id: draft.data.id })).code).toBe(311);
  expect(await auditCases(desk.lab.house, 'initiation')).toEqual([]);
});
`,
  'web/src/added.test.tsx': `import { expect, it } from 'vitest';
import { testField, testTable } from '#protocol/meta/testing-suite.ts';
import { writingFault } from '#protocol/rules/form/check.ts';
import { numberWidget } from '#web/fields/number.tsx';
import { readPlace } from '#web/nav/paths.ts';
import { columnsOf } from '#web/pages/list/state/columns.ts';
import { kindOf } from '#web/router/kinds.ts';
import { PAGES } from '#web/router/pages.ts';
import { ops } from '#web/api/ops.ts';
import { widgetOf } from '#web/fields/registry.ts';
import { linesWidget, textWidget } from '#web/fields/text.tsx';

it('each new type has its widget: one of its own, and that of its shape', () => {
  const word = testField('word', { data_type: 'word' });
  expect(widgetOf(word)).toBe(linesWidget);
  expect(widgetOf(testField('code', { data_type: 'postcode' }))).toBe(textWidget);
});

it('a new number stands as numbers do', () => {
  const [column] = columnsOf(testTable('t', { fields: [testField('n', { data_type: 'count', list: 1 } as never)] }));
  expect(column?.align).toBe('right');
  expect(widgetOf(testField('n', { data_type: 'count' }))).toBe(numberWidget);
  expect(writingFault({ def: testField('n', { data_type: 'count' }) }, '1.5')).toMatchObject({ code: 305, text: 'fieldInteger' });
});

it('the new page has its address, and the browser knows the new calls', async () => {
  expect(kindOf(readPlace('/main/wall')!.page!)).toBe('wall');
  expect(Object.keys(PAGES)).toContain('wall');
  expect(ops.clock.op).toBe('Clock');
  expect(ops.nudge).toMatchObject({ path: '/flow', op: 'Nudge', writes: true });
});
`,
};
