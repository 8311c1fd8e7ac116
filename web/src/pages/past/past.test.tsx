import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { addTexts } from '#web/i18n/catalogue.ts';
import { today } from '#web/i18n/clock.ts';
import { LATER_EN, LATER_ZH } from '#web/i18n/later.ts';
import { chooseLocale } from '#web/i18n/locale.ts';
import { nav } from '#web/nav/store.ts';
import { askedOf, openMore, presentYear } from '../board/use-board.ts';
import { asOf, bounds } from '../list/state/first-rows.ts';
import { startState } from '../list/state/list-state.ts';
import { othersOf, stateOf, viewOf } from '../list/state/view.ts';
import { askOf, type LoadedMeasure, type LoadedReport, listOf, openList, wired } from '../report/use-report.ts';
import { monthIn } from './month.ts';
import { PastBar } from './PastBar.tsx';

addTexts(LATER_ZH, LATER_EN);
const THIS = today().slice(0, 7);
const num: LoadedMeasure = { name: 'num', of: 'count', key_name: '数量', key_name_en: 'Number', kind: 'add' };
const due: LoadedMeasure = { ...num, name: 'due', until: 'as_of' };
const report = (past?: 'history' | 'until'): LoadedReport => ({
  ...{ key_name: '表', key_name_en: 'Report', left_out: [], indexs: [num, due], searchs: { fields: [] } },
  sources: [{ name: 's', cloud: 'project', ...(past ? { past } : {}) }],
  targets: [{ name: 'm', fields: 'day', key_name: '月', key_name_en: 'Month', type: 'DATE', periods: ['MONTH'], value: 'now' }],
});

describe('PAGES-07 CAPEX-02 a month of the past in addresses', () => {
  it('an address says a month that has ended, or nothing', () => {
    expect(monthIn({ as_of: '2024-02' })).toBe('2024-02');
    for (const as_of of [THIS, '2999-01', '2024-13', '2024-2', '2024-02-29', 'now', '']) expect(monthIn({ as_of }), as_of).toBeUndefined();
    expect(monthIn({})).toBeUndefined();
  });

  it('a report that knows a past is asked on the last day of the month, and begins with its year; another is asked for now', () => {
    const asked = askOf(report('history'), { as_of: '2024-02' });
    expect(asked).toMatchObject({ as_of: '2024-02', today: '2024-02-29', value: '2024' });
    expect(wired(asked)).toEqual({ value: '2024', as_of: '2024-02' });
    for (const now of [askOf(report(), { as_of: '2024-02' }), askOf(report('history'), { as_of: THIS })])
      expect(wired(now)).toEqual({ value: THIS.slice(0, 4) });
  });

  it('Q2 a figure of rows as they stood opens the list of that month; one of rows that carry their period a list of now, up to it', () => {
    const [stood, come] = (['history', 'until'] as const).map((past) => {
      const of = report(past);
      return [num, due].map((measure) => listOf({ report: of, asked: askOf(of, { as_of: '2024-02' }) }, [], measure));
    });
    const year = ['2024-01-01', '2024-12-31'];
    const to = [null, '2024-02-29'];
    expect(stood).toEqual([
      { cloud: 'project', fields: { day: year }, as_of: '2024-02' },
      { cloud: 'project', fields: { day: { all: [year, to] } }, as_of: '2024-02' },
    ]);
    expect(come![0]).toEqual({ cloud: 'project', fields: { day: { all: [year, to] } } });
    const visit = vi.spyOn(nav, 'visit').mockReturnValue();
    openList(stood![0]!);
    openList(come![0]!);
    expect(visit.mock.calls.map(([, view]) => view.as_of)).toEqual(['2024-02', undefined]);
    visit.mockRestore();
  });

  it('a part of a board is asked as its board is, as far as it knows a past; what opens from it says the month too', () => {
    expect(askedOf(report('history'), {}, {}, { month: '2024-02' })).toMatchObject({ as_of: '2024-02', value: '2024' });
    expect(askedOf(report(), {}, {}, { month: '2024-02' })).toEqual({ fields: {}, value: THIS.slice(0, 4) });
    expect([presentYear('2024-02'), presentYear()]).toEqual(['2024', THIS.slice(0, 4)]);
    const visit = vi.spyOn(nav, 'visit').mockReturnValue();
    const part = { ...{ uid: 'p', at: [1, 1, 1, 1] as [number, number, number, number] }, key_name: '', key_name_en: '' };
    openMore({ ...part, kind: 'report', report: 'r' }, askedOf(report('history'), {}, {}, { month: '2024-02' }));
    openMore({ ...part, kind: 'list', cloud: 'project' }, {}, { month: '2024-02' });
    openMore({ ...part, kind: 'list', cloud: 'project' }, {});
    expect(visit.mock.calls.map(([, view]) => view.as_of)).toEqual(['2024-02', '2024-02', undefined]);
    visit.mockRestore();
  });

  it('LIST-13 a list asks for the month of its address, which stays while it is narrowed', () => {
    const view = { as_of: '2024-02', filters: '{"type":1}' };
    const state = stateOf(view, 10);
    expect(bounds({ cloud: 'project' }, state)).toMatchObject({ as_of: '2024-02', filters: { fields: { type: 1 } } });
    expect({ ...othersOf(view), ...viewOf({ ...state, page: 3 }, 10) }).toMatchObject({ as_of: '2024-02', page: '3' });
    expect(asOf(startState(10))).toEqual({});
    expect(bounds({ cloud: 'project' }, stateOf({ as_of: THIS }, 10))).not.toHaveProperty('as_of');
  });
});

describe('PAGES-07 the bar of a month of the past', () => {
  it.each([
    ['zh_CN', '截至 2026年9月末', '最早的记录始于 2026年11月', '回到现在'],
    ['en_US', 'As of end of September 2026', 'records begin in November 2026', 'Back to now'],
  ] as const)('%s: it says the month, since when there is anything, and leads back', (locale, month, since, back) => {
    chooseLocale(locale);
    const drawn = (first?: string) => renderToStaticMarkup(<PastBar month="2026-09" of="counted" since={first} onNow={() => undefined} />);
    expect(drawn()).toContain(month);
    expect(drawn()).toContain(back);
    expect(drawn()).not.toContain(since);
    expect(drawn('2026-11')).toContain(since);
    chooseLocale('zh_CN');
  });
});
