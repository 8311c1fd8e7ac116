import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProcessRow } from '#protocol/wire/process.ts';
import { newestFirst } from '#web/flow/process/use-process.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { LATER_EN, LATER_ZH } from '#web/i18n/later.ts';
import { chooseLocale } from '#web/i18n/locale.ts';
import { Opinions } from './Opinions.tsx';

beforeAll(() => addTexts(LATER_ZH, LATER_EN));
afterAll(() => chooseLocale('zh_CN'));

let id = 0;
const row = (who: string, visit: number, finish: string | null, remark = '', rest: Partial<ProcessRow> = {}): ProcessRow => {
  id += 1;
  const state = { id: finish ? 3 : 2, key_name: '' };
  return {
    ...{ id, visit, remark, review_state: state, rstate: '', label: { key_name: '', key_name_en: '' }, rule: 'all' },
    ...{ back_state: visit + 1, step: { key_name: `步${visit + 1}`, key_name_en: `Step ${visit + 1}` } },
    ...{ review_entity: { id, key_name: who }, done_entity: null, create_entity: { id: 1, key_name: '' } },
    ...{
      event_id: 1,
      outcome: finish ? 1 : null,
      attachs: [],
      copies: [],
      create_time: '',
      read_time: null,
      asked: '',
      skipped: '',
      resume: '',
      urge_time: null,
      limit_time: null,
      due_time: null,
      duration: 0,
    },
    finish_time: finish && `2026-11-22 ${finish}`,
    ...rest,
  };
};
/** Heading and lines as they are read. */
const read = (...rows: ProcessRow[]): string[] =>
  renderToStaticMarkup(<Opinions rows={rows} onOpen={() => {}} />)
    .replaceAll(/<[^>]+>/g, '|')
    .split('|')
    .filter(Boolean);

const submitted = () => row('孙浩然', 0, '09:00:00', '请审批', { review_state: { id: 1, key_name: '' } });
const countersigned = () => [
  submitted(),
  row('周敏', 3, '10:01:00', '资金已落实'),
  row('丁若兰', 3, '10:09:00', '用地合同需补充违约条款'),
  row('吴越', 3, '10:02:00'),
  row('何淼', 3, '10:05:00', '同意'),
];

describe('FLOW-06 the preview of a to-do tells what was said before', () => {
  it('nothing where nobody has said anything', () => {
    expect(read(row('周敏', 1, '10:00:00'), row('何淼', 2, null))).toEqual([]);
  });

  it('all of the step before who gave an opinion, the newest first', () => {
    expect(read(...countersigned(), row('陈立群', 4, null))).toEqual([
      '上一步意见',
      '丁若兰（步4）：用地合同需补充违约条款',
      '何淼（步4）：同意',
      '周敏（步4）：资金已落实',
    ]);
    chooseLocale('en_US');
    expect(read(...countersigned(), row('陈立群', 4, null))[0]).toBe('Opinions of the step before');
    chooseLocale('zh_CN');
  });

  it('where the step before said nothing, those of the one before it, and not as if they were of the step before', () => {
    expect(read(...countersigned(), row('许静', 4, '11:00:00'), row('陈立群', 5, null))).toEqual([
      '最近意见',
      '丁若兰（步4）：用地合同需补充违约条款',
      '何淼（步4）：同意',
      '周敏（步4）：资金已落实',
    ]);
  });

  it('what others of this step have said stands with them', () => {
    const rows = [submitted(), row('郑岚', 1, '09:30:00', '请财务核实'), row('周敏', 2, '10:01:00', '已核实'), row('何淼', 2, null)];
    expect(read(...rows)).toEqual(['最近意见', '周敏（步3）：已核实', '郑岚（步2）：请财务核实']);
  });

  it('of a case that has ended, those of its last step', () => {
    expect(read(submitted(), row('郑岚', 1, '09:30:00', '同意'), row('许静', 2, '11:00:00', '不符合规划'))).toEqual([
      '最近意见',
      '许静（步3）：不符合规划',
    ]);
  });

  it('who signed for another says so', () => {
    const agent = row('周敏', 1, '10:00:00', '代签同意', { done_entity: { id: 99, key_name: '何淼' } });
    expect(read(submitted(), agent, row('许静', 2, null))[1]).toBe('何淼 代 周敏（步2）：代签同意');
  });

  it('four at most, and the way to the others', () => {
    const many = [1, 2, 3, 4, 5, 6].map((at) => row(`签${at}`, 2, `10:0${at}:00`, '同意'));
    const [, ...lines] = read(submitted(), ...many, row('许静', 3, null));
    expect(lines).toEqual([...['签6', '签5', '签4', '签3'].map((who) => `${who}（步3）：同意`), '还有 2 条，打开查看']);
  });
});

it('DESK-03 an answer is an opinion; why a signer was taken off, a question withdrawn or a to-do passed on is none', () => {
  const at = (state: number) => ({ review_state: { id: state, key_name: '' }, outcome: null });
  const rows = [
    row('周敏', 1, '10:01:00', '可靠', at(5)),
    row('吴越', 1, '10:02:00', '已电话确认', at(10)),
    row('丁若兰', 1, '10:03:00', '已有结论', at(9)),
    row('郑岚', 1, '10:04:00', '出差', at(8)),
    row('何苗', 1, null),
  ];
  const words = read(...rows).join();
  expect(words).toContain('可靠');
  for (const none of ['已电话确认', '已有结论', '出差']) expect(words).not.toContain(none);
});

it('DESK-03 an answer stands for nobody who decided: it is told as one, and is no opinion of the step before', () => {
  const rows = [
    row('郑岚', 1, '10:05:00'),
    row('吴越', 1, '10:03:00', '可行', { review_state: { id: 5, key_name: '' }, outcome: null }),
    row('许静', 2, null),
  ];
  expect(read(...rows)).toEqual(['最近意见', '吴越（步2，征询回复）：可行']);
  expect(newestFirst(rows).map((one) => one.review_entity.key_name)).toEqual(['许静', '郑岚', '吴越']);
});
