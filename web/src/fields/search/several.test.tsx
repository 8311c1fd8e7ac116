import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';
import { queryClient } from '#web/api/use-op.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { LATER_EN, LATER_ZH } from '#web/i18n/later.ts';
import { fieldHost } from '#web/pages/field-host.ts';
import { FieldHostProvider } from '../host.ts';
import { anyIn, comparedIn } from '../values.ts';
import { SearchChoice } from './SearchChoice.tsx';
import { SearchEntity } from './SearchEntity.tsx';
import { filterBy, takesMore } from './takes-more.ts';

const named = (id: number, key_name: string) => ({ id, key_name, key_name_en: key_name });
const field = (rest: Partial<FieldDef>): FieldDef => ({
  ...{ uid: 'f', field_name: 'f', key_name: '类别', key_name_en: 'Kind', data_type: 'select' },
  ...{ items: [named(1, '检修'), named(2, '试验'), named(3, '消缺')] },
  ...rest,
});
const drawn = (of: FieldDef, value?: FieldFilter): string => {
  const Search = of.source ? SearchEntity : SearchChoice;
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <FieldHostProvider value={fieldHost}>
        <Search id="f" field={of} value={value} locale="zh_CN" invalid={false} onChange={() => {}} />
      </FieldHostProvider>
    </QueryClientProvider>,
  );
};
const isMany = (html: string) => html.includes('ant-select-multiple');

beforeAll(() => addTexts(LATER_ZH, LATER_EN));

describe('LIST-09 a filter of a choice', () => {
  it.each(['select', 'radio', 'checkbox'] as const)('%s: several where nothing is said and by MULTIPLE, one by AUTO', (data_type) => {
    expect(isMany(drawn(field({ data_type })))).toBe(true);
    expect(isMany(drawn(field({ data_type, SearchShow: 'MULTIPLE' })))).toBe(true);
    const one = drawn(field({ data_type, SearchShow: 'AUTO' }), { op: 'in', value: [2] });
    expect(isMany(one)).toBe(false);
    expect(one).toContain('试验');
  });
  it('several that stand in the address or in a view are shown, each once, whatever the field says', () => {
    const html = drawn(field({ SearchShow: 'AUTO' }), { op: 'in', value: [3, 1, 3] });
    expect(isMany(html)).toBe(true);
    expect(anyIn({ op: 'in', value: [3, 1, 3] })).toEqual([3, 1]);
    expect(comparedIn({ op: '=', value: 3 })).toBe(3);
  });
  it.each(['3', 3, ',3,', { op: '=', value: 3 }] as const)(
    'one that stands by itself, as a board leads to a report with it, is shown: %j',
    (filter) => {
      expect(drawn(field({ SearchShow: 'AUTO' }), filter)).toContain('消缺');
      expect(anyIn({ op: '!=', value: 3 })).toEqual([]);
    },
  );
  it('asks for a list, of one as of several; emptied it asks for nothing', () => {
    expect(filterBy(2)).toEqual({ op: 'in', value: [2] });
    expect(filterBy([2, 0])).toEqual({ op: 'in', value: [2, 0] });
    expect(filterBy(0)).toEqual({ op: 'in', value: [0] });
    for (const none of [undefined, null, []]) expect(filterBy(none)).toBeUndefined();
  });
  it('a reference is looked for likewise', () => {
    const of = (SearchShow: FieldDef['SearchShow']) => field({ data_type: 'entity', source: 's', SearchShow });
    expect(isMany(drawn(of('MULTIPLE')))).toBe(true);
    expect(isMany(drawn(of('AUTO')))).toBe(false);
    expect(takesMore(of('AUTO'), [1])).toBe(false);
    expect(takesMore(of('AUTO'), [1, 2])).toBe(true);
  });
});
