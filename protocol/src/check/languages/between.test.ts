import { describe, expect, it } from 'vitest';
import type { RuleDef, TableDef } from '#protocol/meta/table.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { checkSuites } from '../check.ts';

const said = { key_name: '话', key_name_en: 'Words' };
const fields = [
  field('begin', { data_type: 'date' }),
  field('finish', { data_type: 'date' }),
  field('span', { data_type: 'int', calc: 'days(begin,finish)' }),
  field('note', { data_type: 'text' }),
  field('amount', { data_type: 'numeric' }),
  field('report', { data_type: 'html' }),
  field('manual', { data_type: 'markdown' }),
  field('kind', { data_type: 'select', items: [{ id: 1, key_name: '甲', key_name_en: 'A' }] }),
  field('tags', { data_type: 'checkbox', items: [{ id: 1, key_name: '甲', key_name_en: 'A' }] }),
];
const wrong = (rule: Partial<RuleDef>, more: Partial<TableDef> = {}) => {
  const table = testTable('lease', { fields, rules: [{ uid: 'r', ...said, ...rule }], ...more });
  return checkSuites([testSuite([table])]).errors.map(({ path, reason, mend }) => `${path}: ${reason}; ${mend}`);
};

describe('META-01 rules of a table', () => {
  it.each<[string, Partial<RuleDef>]>([
    ['between two fields', { where: 'finish>={begin}' }],
    ['of what is calculated and typed', { where: 'span<=30|begin is empty' }],
    ['of a day', { where: 'begin<={today+365}' }],
    ['one for each', { unique: 'note' }],
    ['one for each of some', { unique: 'begin,kind', where: 'kind in (1)&review_state<90&note is not empty&finish is empty&kind!=1' }],
  ])('%s is taken', (_, rule) => {
    expect(wrong(rule)).toEqual([]);
  });
  it.each<[string, Partial<RuleDef>, string]>([
    ['asks nothing', {}, 'rules[r].where: it asks nothing'],
    ['cannot be read', { where: 'finish>>begin' }, 'rules[r].where: not a condition'],
    ['names nobody', { where: 'ghost>{begin}' }, 'unknown field ghost'],
    ['asks another record', { where: 'kind.name=x' }, 'unknown field kind.name'],
    ['speaks of who saves', { where: 'kind={user.id}' }, 'a rule holds of a record, whoever saves it'],
    ['speaks of the engine’s', { where: 'finish>=2026-01-01&version>1' }, 'a column that the engine keeps'],
    ['cannot be mended', { where: 'span>3' }, 'nobody types in any of its fields'],
    ['unique over nothing', { unique: 'ghost' }, 'unknown field ghost'],
    ['unique twice', { unique: 'note,note' }, 'note stands twice'],
    ['unique of several', { unique: 'tags' }, 'tags, a checkbox, cannot be unique'],
    ['unique of rich text', { unique: 'kind,report' }, 'report, a html, cannot be unique'],
    ['unique of Markdown', { unique: 'manual' }, 'manual, a markdown, cannot be unique'],
    ['an index of rich text', { unique: 'note', where: 'report is empty' }, 'an index cannot ask report this'],
    ['an index of texts', { unique: 'note', where: "note='x'" }, 'an index cannot ask note this'],
    ['an index of days', { unique: 'note', where: 'begin<{today}' }, 'an index cannot ask begin this'],
    ['an index of amounts', { unique: 'note', where: 'amount>1' }, 'an index cannot ask amount this'],
    ['an index of alternatives', { unique: 'note', where: 'kind=1|note is empty' }, 'an index cannot ask kind, note this'],
    ['an index of two fields', { unique: 'note', where: 'kind={span}' }, 'an index cannot ask kind, span this'],
    ['an index of several', { unique: 'note', where: 'tags is empty' }, 'an index cannot ask tags this'],
  ])('%s is refused', (_, rule, expected) => {
    expect(wrong(rule).join('\n')).toContain(expected);
  });
  it.each(['html', 'markdown'] as const)('no index holds a page of text, and no list is ordered by one: %s', (data_type) => {
    const page = field('page', { data_type, unique: 1, index: 1, sortable: 1 });
    const told = wrong({ unique: 'note' }, { fields: [...fields, page], order: '-page', unique: [['kind', 'page']] }).join('\n');
    for (const reason of [
      ...[`fields[page].unique: it cannot be unique: the field is a ${data_type}`, 'fields[page].index: an index does not serve it'],
      ...['fields[page].sortable: a list cannot be sorted by it', `order: a list cannot be ordered by page, a ${data_type}`],
      `unique: page, a ${data_type}, cannot be unique`,
    ])
      expect(told).toContain(reason);
  });
  it('a view saves nothing, and a uid is one rule’s', () => {
    expect(wrong({ where: 'finish>={begin}' }, { storage: 'view' }).join('\n')).toContain('nobody saves a record of a view');
    const twice = {
      rules: [
        { uid: 'r', ...said, unique: 'note' },
        { uid: 'r', ...said, unique: 'begin' },
      ],
    };
    expect(wrong({}, twice).join('\n')).toContain('rule uid r stands twice');
  });
});
