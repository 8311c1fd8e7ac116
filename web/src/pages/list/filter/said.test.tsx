import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { LATER_EN, LATER_ZH } from '#web/i18n/later.ts';
import { chooseLocale } from '#web/i18n/locale.ts';
import { useSaid } from './said.ts';

vi.mock('#web/fields/names.ts', () => ({
  useNames: (source: string | undefined, ids: readonly number[]) =>
    source ? [1, 2].filter((id) => ids.includes(id)).map((id) => ({ id, key_name: `部门${id}`, key_name_en: `Unit ${id}` })) : [],
}));
beforeAll(() => {
  addTexts(LATER_ZH, LATER_EN);
  chooseLocale('zh_CN');
});

const unit: FieldDef = { uid: 'u', field_name: 'unit', key_name: '部门', key_name_en: 'Unit', data_type: 'entity', source: 'department' };
function Said({ field, filter }: { field: FieldDef; filter: FieldFilter }) {
  return <p>{useSaid(field, filter)}</p>;
}
const said = (filter: FieldFilter, field = unit) => renderToStaticMarkup(<Said field={field} filter={filter} />).replace(/<\/?p>/g, '');

describe('PAGES-02 a filter in words', () => {
  it('a branch of a tree is told from its node alone, also where both are asked', () => {
    expect(said({ op: 'below', value: 1 })).toBe('部门1 及下级');
    expect(said({ op: '=', value: 1 })).toBe('部门1');
    expect(said({ op: 'below', value: [1, 2] })).toBe('部门1、部门2 及下级');
    expect(
      said({
        all: [
          { op: 'below', value: 1 },
          { op: '=', value: 2 },
        ],
      }),
    ).toBe('部门1 及下级、部门2');
    chooseLocale('en_US');
    expect(said({ op: 'below', value: 2 })).toBe('Unit 2 and below');
    chooseLocale('zh_CN');
  });
  it('what has no name is told by how many they are, nothing as that', () => {
    expect(said({ op: 'below', value: 9 })).toBe('已选 1 条 及下级');
    expect(said({ op: 'in', value: [8, 9] })).toBe('已选 2 条');
    expect(said({ op: 'empty' })).toBe('未填');
    expect(said({ all: [{ op: 'below', value: 1 }, { op: 'empty' }] })).toBe('部门1 及下级、未填');
  });
  it('LIST-09 a span of days beside today by its name', () => {
    const day: FieldDef = { ...unit, data_type: 'date' };
    expect(said({ op: 'during', value: 'month' }, day)).toBe('本月');
    expect(said({ op: 'during', value: 'constructor' }, day)).toBe('');
    chooseLocale('en_US');
    expect(said({ op: 'during', value: 'days30' }, day)).toBe('Last 30 days');
    chooseLocale('zh_CN');
  });
  it('other fields as before: numbers and bounds', () => {
    const amount: FieldDef = { ...unit, data_type: 'numeric' };
    expect(
      said(
        {
          all: [
            { op: '>=', value: '1000' },
            { op: '<', value: '2000' },
          ],
        },
        amount,
      ),
    ).toBe('1,000 及以上、2,000 以下');
  });
  it('what it is not and what it is are two conditions, in both languages, of choices as of references', () => {
    const items = [
      { id: 2, key_name: '在建', key_name_en: 'Under way' },
      { id: 6, key_name: '终止', key_name_en: 'Ended' },
    ];
    const state: FieldDef = { ...unit, data_type: 'select', items };
    const closer: FieldFilter = { all: [{ op: '!=', value: '6' }, '2'] };
    expect(said(closer, state)).toBe('不是终止；是在建');
    expect(said({ op: '!=', value: '6' }, state)).toBe('不是终止');
    expect(said('2', state)).toBe('在建');
    expect(
      said({
        all: [
          { op: '!=', value: 1 },
          { op: 'in', value: [1, 2] },
        ],
      }),
    ).toBe('不是部门1；是部门1、部门2');
    chooseLocale('en_US');
    expect(said(closer, state)).toBe('is not Ended; is Under way');
    chooseLocale('zh_CN');
  });
});
