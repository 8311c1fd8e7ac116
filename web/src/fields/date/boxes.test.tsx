import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';
import { addIcons } from '#web/ui/Icon.tsx';
import { LATER_ICONS } from '#web/ui/later-icons.ts';
import { widgetOf } from '../registry.ts';

const field = { uid: 'd', field_name: 'd', key_name: '日期', key_name_en: 'Day', data_type: 'date' } as FieldDef;
const nothing = () => ({});

/** A field's boxes as they are first drawn, before anything else has come. */
function drawn(): { edit: string; search: string } {
  const { Edit, Search } = widgetOf(field);
  const [Box, Seek] = [Edit!, Search!];
  const typing = { value: '2026-03-05', onBlur: nothing, required: false, values: nothing, cloud: 't', rowid: 0 };
  const shared = { id: 'day', field, onChange: nothing, locale: 'zh_CN', invalid: false } as const;
  return {
    edit: renderToStaticMarkup(<Box {...shared} {...typing} />),
    search: renderToStaticMarkup(<Seek {...shared} value={['2026-03-01', '2026-03-31']} />),
  };
}

it('FIELD-03 a list has no calendar: where a box of a day is drawn all the same, its name leads to what holds the focus until it is there', () => {
  const { edit, search } = drawn();
  for (const box of [edit, search]) expect(box).toMatch(/<input id="day"[^>]*aria-busy="true"/);
});

it('FIELD-03 a page that lets one type has its calendar: boxes of days are there with their names, and hold what was kept', async () => {
  await import('./calendar.tsx');
  const { edit, search } = drawn();
  expect(edit).not.toContain('aria-busy');
  expect(edit).toMatch(/<input[^>]*value="2026-03-05"/);
  expect(search).toMatch(/value="2026-03-01".*value="2026-03-31"/);
});

it('FIELD-03 a box of a time of day bears a clock, one of a day a calendar', async () => {
  await import('./calendar.tsx');
  addIcons(LATER_ICONS);
  const iconIn = (data_type: FieldDef['data_type']) => {
    const of = { ...field, data_type };
    const Edit = widgetOf(of).Edit!;
    const typing = { value: null, onBlur: nothing, required: false, values: nothing, cloud: 't', rowid: 0 };
    const html = renderToStaticMarkup(<Edit id="day" field={of} onChange={nothing} locale="zh_CN" invalid={false} {...typing} />);
    return html.includes(LATER_ICONS.clock);
  };
  expect([iconIn('time'), iconIn('date')]).toEqual([true, false]);
});

it('LIST-09 a filter of days offers spans beside today in a list alone; one that is chosen stands in the place of both boxes', async () => {
  await import('./calendar.tsx');
  const seek = (value: FieldFilter | undefined, rest: object = {}, data_type: FieldDef['data_type'] = 'date') => {
    const of = { ...field, data_type };
    const Seek = widgetOf(of).Search!;
    return renderToStaticMarkup(<Seek id="day" field={of} onChange={nothing} locale="zh_CN" invalid={false} value={value} {...rest} />);
  };
  const boxes = (markup: string) => markup.match(/ant-picker-input"/g)?.length ?? 0;
  const isOffered = (markup: string) => markup.includes('role="combobox"');
  const [alone, offered, chosen] = [
    seek(undefined),
    seek(undefined, { spans: true }),
    seek({ op: 'during', value: 'month' }, { spans: true }),
  ];
  expect([alone, offered, chosen].map(boxes)).toEqual([2, 2, 0]);
  expect([alone, offered, chosen].map(isOffered)).toEqual([false, true, true]);
  expect(chosen).toContain('本月');
  expect(chosen).toMatch(/<input id="day"|<input[^>]* id="day"/);
  expect(isOffered(seek(undefined, { spans: true }, 'datetime'))).toBe(true);
  for (const type of ['month', 'year'] as const) expect(isOffered(seek(undefined, { spans: true }, type)), type).toBe(false);
});

it.each([
  '#web/pages/form/content/FieldCell.tsx',
  '#web/pages/form/content/SubtableRow.tsx',
  '#web/pages/list/filter/FilterPanel.tsx',
  '#web/pages/list/cells/CellRow.tsx',
  '#web/pages/paste/RowView.tsx',
  '#web/pages/bulk/BulkBody.tsx',
  '#web/pages/report/Searches.tsx',
  '#web/pages/account/away/PlanForm.tsx',
])('FIELD-03 %s brings the calendar along', async (page) => {
  vi.resetModules();
  const { boxes } = await import('./boxes.ts');
  expect(boxes()).toBeNull();
  await import(page);
  expect(boxes()).not.toBeNull();
});
