import { describe, expect, it } from 'vitest';
import type { EventDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { Next } from '#web/flow/handling/next.ts';
import { choicesOf } from '#web/flow/process/events.ts';
import { goingOf, type Plan, planOf } from './plan.ts';
import { hasBox, isOpen, type Result, tallyOf, type Way } from './result.ts';

const AGREE: EventDef = { uid: 'e1', id: 1, key_name: '同意', key_name_en: 'Approve', next_state: 3 };
const HOME: EventDef = { uid: 'e2', id: 2, key_name: '退回', key_name_en: 'Return', next_state: 0 };
const BACK: EventDef = { uid: 'e3', id: 3, key_name: '退回', key_name_en: 'Return', back_state: '1,2' };
const REFUSE: EventDef = { uid: 'e4', id: 4, key_name: '否决', key_name_en: 'Refuse', next_state: 92 };

const tableWith = (...events: EventDef[]): TableDef =>
  ({
    flow: 1,
    fields: [],
    states: [
      { value: '2', key_name: '审核', actions: [{ uid: 'a', op: 'Review', key_name: '审核', key_name_en: 'Review', events }] },
      { value: '92', key_name: '已否决', end: 'reject' },
    ],
  }) as unknown as TableDef;
const ROW = { review_state: { id: 2 }, back_state: 2 };
const plan = (events: EventDef[], way: Way = 'agree', remark = '', row = ROW): Plan => planOf(tableWith(...events), row, way, remark);

describe('FLOW-06 what of several to-dos is decided, by their definitions', () => {
  it.each<[string, Plan['need'], EventDef[], Way, string, typeof ROW?]>([
    ['one way on', undefined, [AGREE, HOME], 'agree', ''],
    [
      'one of two guards, of one name',
      undefined,
      [
        { ...AGREE, where: 'a<1' },
        { ...AGREE, id: 9, where: 'a>=1' },
      ],
      'agree',
      '',
    ],
    ['two ways on', 'several', [AGREE, { ...AGREE, id: 9, key_name: '转交' }], 'agree', ''],
    [
      'two ways on that both ask for fields',
      'fields',
      [
        { ...AGREE, need_fields: 'a' },
        { ...AGREE, id: 9, key_name: '加急', need_fields: 'a' },
      ],
      'agree',
      '',
    ],
    ['two ways on of which one asks for fields', 'several', [AGREE, { ...AGREE, id: 9, key_name: '加急', need_fields: 'a' }], 'agree', ''],
    ['fields', 'fields', [{ ...AGREE, need_fields: 'review_no' }], 'agree', '好'],
    ['fields under one of its guards', 'fields', [AGREE, { ...AGREE, id: 9, need_fields: 'review_no' }], 'agree', ''],
    ['who is next', 'handler', [{ ...AGREE, need_handler: 1 }], 'agree', '好'],
    ['a time limit', 'limit', [{ ...AGREE, urgent: 1 }], 'agree', '好'],
    ['a file of each signer', 'attach', [{ ...AGREE, need_attach: 1 }], 'agree', '好'],
    ['an opinion that is missing', 'opinion', [{ ...AGREE, need_remark: 1 }], 'agree', ' '],
    ['an opinion that is there', undefined, [{ ...AGREE, need_remark: 1 }], 'agree', '好'],
    ['back, to where the definition says', undefined, [AGREE, HOME], 'home', '请补充'],
    ['back, where the step has no return', 'none', [AGREE, REFUSE], 'home', '请补充'],
    ['refused', undefined, [AGREE, REFUSE], 'refuse', '不符'],
    ['a return is no refusal', 'none', [AGREE, HOME], 'refuse', '不符'],
    ['his own application', 'own', [AGREE], 'agree', '', { review_state: { id: 2 }, back_state: 1 }],
    ['a question', 'unknown', [AGREE], 'agree', '', { review_state: { id: 4 }, back_state: 2 }],
  ])('%s', (_, need, events, way, remark, row) => expect(plan(events, way, remark, row).need).toBe(need));

  it('without a definition nothing is decided', () => expect(planOf(undefined, ROW, 'agree', '').need).toBe('unknown'));
});

describe('FLOW-06 what the server says of it stands above its definition', () => {
  const said = (more: Partial<Next> = {}): Next => ({
    ...{
      event: 1,
      name: '同意',
      needsRemark: false,
      needsAttach: false,
      needsLimit: false,
      backs: [],
      countersign: false,
      people: [{ id: 7 }],
      editable: false,
      add: false,
    },
    ...{ barred: [], state: '3', skipped: [], resume: null, signed: 0, of: 1, decides: true, end: false },
    ...more,
  });
  const [agree] = choicesOf(tableWith(AGREE), 2);
  const [back] = choicesOf(tableWith(BACK), 2);
  it.each<[string, string | undefined, Partial<Next>, string]>([
    ['as foreseen', undefined, {}, ''],
    ['another meaning in the version that the case runs under', 'changed', { name: '否决' }, ''],
    ['an opinion', 'opinion', { needsRemark: true }, ''],
    ['a file', 'attach', { needsAttach: true }, '好'],
    ['a limit', 'limit', { needsLimit: true }, '好'],
    ['nobody is found', 'handler', { editable: true, people: [] }, ''],
    ['others may be named, and need not', undefined, { editable: true, add: true }, ''],
  ])('%s', (_, need, more, remark) => expect(goingOf(agree!, said(more), remark).need).toBe(need));

  it('a return goes to the applicant’s row of the log, or to nobody', () => {
    const row = (id: number, back_state: number) => ({ id, back_state, key_name: '', key_name_en: '', review_entity: { id: 2 } });
    const going = (...backs: ReturnType<typeof row>[]) => goingOf(back!, said({ name: '退回', backs }), '请补充');
    expect(going(row(8, 2), row(5, 1))).toEqual({ back: row(5, 1) });
    expect(going(row(8, 2))).toEqual({ need: 'goal' });
  });
});

it('FLOW-06 rows that are over lose their boxes; only what failed or was not begun is tried again', () => {
  const kinds: Result['kind'][] = ['queued', 'working', 'stopped', 'done', 'gone', 'failed', 'person'];
  const of = (kind: Result['kind']) => ({ kind, words: '' }) as Result;
  expect(kinds.filter((kind) => !hasBox(of(kind)))).toEqual(['done', 'gone']);
  expect(kinds.filter((kind) => isOpen(of(kind)))).toEqual(['stopped', 'failed']);
  const tally = tallyOf(new Map(kinds.map((kind, at) => [at, of(kind)])));
  expect(tally).toEqual({ all: 7, over: 4, left: 1, done: 1, failed: 1, person: 1, gone: 1, stopped: 1 });
});
