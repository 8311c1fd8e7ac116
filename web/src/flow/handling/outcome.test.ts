import { expect, it } from 'vitest';
import { initiation } from '#suites/capex/tables/initiation.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { LATER_EN, LATER_ZH } from '#web/i18n/later.ts';
import { BESIDE_EN, BESIDE_ZH } from '#web/i18n/parts/beside.ts';
import { textsIn } from '#web/i18n/use-text.ts';
import { choicesOf } from '../process/events.ts';
import { askedOf, foretold, foretoldAgainst, foretoldBeside, outcomeOf, passesAt, told } from './outcome.ts';

addTexts(LATER_ZH, LATER_EN);
addTexts(BESIDE_ZH, BESIDE_EN);
const zh = textsIn('zh_CN');
const en = textsIn('en_US');
const answer = (outcome: string, state: number, holders: string[] = [], signed = 1, of = 1) =>
  outcomeOf({ data: { outcome, signed, of, review_state: { id: state }, holders: holders.map((key_name, id) => ({ id, key_name })) } });

it.each([
  ['同意', answer('waiting', 4, ['周敏', '何苗'], 1, 4), '已同意，已签 1/4'],
  ['同意', answer('moved', 5, ['陈立群']), '已同意，转到分管领导审批：陈立群'],
  ['同意并发起会签', answer('moved', 4, ['周敏', '何苗']), '已同意并发起会签，转到专业会签：周敏、何苗'],
  ['退回', answer('returned', 3, ['许静'], 1, 4), '已退回，交回投资部审查：许静'],
  ['不同意', answer('returned', 0, ['孙浩然']), '已不同意，交回 孙浩然 修改'],
  ['反对', answer('waiting', 6, ['吴越'], 1, 3), '已反对，已签 1/3'],
  ['批准', answer('approved', 90), '已批准，审批通过（已立项）'],
  ['否决', answer('refused', 92), '已否决，流程结束'],
  ['作废', answer('cancelled', 91), '已作废，流程结束'],
])('FLOW-03 after %s it says what did happen: %o', (event, outcome, words) => {
  expect(told(zh, initiation, event, outcome)).toBe(words);
});
it('FLOW-03 FRAME-11 what did happen is said in English too', () => {
  const said = [
    told(en, initiation, 'Approve', answer('waiting', 4, ['Zhou Min'], 1, 4)),
    told(en, initiation, 'Approve', answer('moved', 4, ['Zhou Min', 'He Miao'])),
    told(en, initiation, 'Return', answer('returned', 1, ['Sun Haoran'])),
  ];
  expect(said).toEqual([
    'Approve: done. 1 of 4 signed',
    'Approve: done. Now at Countersignatures: Zhou Min, He Miao',
    'Return: done. Back with Sun Haoran for changes',
  ]);
});

it('FLOW-02 a way beside the first says where it leads and who gets it, in both languages', () => {
  const way = (...people: string[]) => ({
    signed: 0,
    of: 1,
    decides: true,
    end: people.length === 0,
    people: people.map((key_name, id) => ({ id, key_name })),
  });
  expect(foretoldBeside(zh, '加急会签', '专业会签', 'any', way('周敏', '何苗'))).toBe('加急会签后转到专业会签：周敏、何苗');
  expect(foretoldBeside(en, 'Urgent', 'Countersignatures', 'any', way('Zhou Min', 'He Miao'))).toBe(
    'With “Urgent” it goes to Countersignatures: Zhou Min, He Miao',
  );
  expect(foretoldBeside(zh, '直接批准', '已立项', 'any', way())).toBe('直接批准后审批通过（已立项）');
});

const next = (signed: number, of: number, decides: boolean, end = false) => ({ signed, of, decides, end });
it.each([
  ['同意', '分管领导审批', 'all', next(1, 4, false), '已签 1/4，全部同意后转到分管领导审批'],
  ['同意', '分管领导审批', 'all', next(3, 4, true), '已签 3/4，同意后转到分管领导审批'],
  ['赞成', '总经理审批', '2/3', next(0, 3, false), '已签 0/3，2 人赞成后转到总经理审批'],
  ['赞成', '总经理审批', '2/3', next(1, 3, true), '已签 1/3，赞成后转到总经理审批'],
  ['同意', '投资部审查', 'any', next(0, 1, true), '同意后转到投资部审查'],
  ['同意', '投资部审查', 'any', next(0, 2, true), '同意后转到投资部审查'],
  ['批准', '总经理审批', 'all', next(0, 1, true), '批准后转到总经理审批'],
  ['批准', '已立项', 'any', next(0, 1, true, true), '批准后审批通过（已立项）'],
])('FLOW-03 before %s it says what will happen and no more', (event, step, rule, standing, words) => {
  expect(foretold(zh, event, step, rule, standing)).toBe(words);
});
it('FLOW-03 FRAME-11 what will happen is said in English too', () => {
  expect([
    foretold(en, 'Approve', 'Executive in charge', 'all', next(1, 4, false)),
    foretold(en, 'In favour', 'President', '2/3', next(0, 3, false)),
    foretold(en, 'Approve', 'Approved', 'any', next(0, 1, true, true)),
  ]).toEqual([
    '1 of 4 signed. Once all agree it goes to Executive in charge',
    '0 of 3 signed. With 2 × “In favour” it goes to President',
    'With “Approve” it ends as “Approved”',
  ]);
});
it.each([
  ['2/3', 3, '2 人反对后退回申请人', 'With 2 × “反对” it goes back to the applicant'],
  ['1/2', 5, '3 人反对后退回申请人', 'With 3 × “反对” it goes back to the applicant'],
  ['all', 4, '反对后退回申请人', 'With “反对” it goes back to the applicant'],
  ['any', 3, '反对后退回申请人', 'With “反对” it goes back to the applicant'],
])('FLOW-03 it is said what a vote against does, of %s of %d', (rule, of, chinese, english) => {
  expect([foretoldAgainst(zh, '反对', rule, of), foretoldAgainst(en, '反对', rule, of)]).toEqual([chinese, english]);
});
it('FLOW-03 a fraction asks for the whole part above it', () => {
  expect([passesAt('2/3', 3), passesAt('2/3', 4), passesAt('1/2', 5), passesAt('all', 4), passesAt(undefined, 1)]).toEqual([
    2,
    3,
    3,
    null,
    null,
  ]);
});

it('FLOW-02 what every way forward demands is said once and without their names, what some demand with theirs', () => {
  const choices = choicesOf(initiation, 3);
  expect(choices.map(({ kind }) => kind)).toEqual(['forward', 'forward', 'return', 'refuse']);
  expect(askedOf(zh, initiation, choices)).toEqual(['通过须有：评审编号']);
  expect(askedOf(en, initiation, choices)).toEqual(['Needed to go on: Review number']);
  expect(askedOf(zh, initiation, choices.slice(1))).toEqual(['加急会签须有：评审编号']);
  const against = choices.map((choice) => ({
    ...choice,
    event: { ...choice.event, need_fields: choice.kind === 'return' ? 'review_no' : '' },
  }));
  expect(askedOf(zh, initiation, against)).toEqual(['退回须有：评审编号']);
});
