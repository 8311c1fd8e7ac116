import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { menuPage } from '#web/nav/menu.ts';
import { placeAddress, readPlace } from '#web/nav/paths.ts';
import { kindOf } from '#web/router/kinds.ts';
import type { LoadedReport } from '../report/use-report.ts';
import { draftOf, layerOf, movedTo, turned } from './arrange/draft.ts';
import { arranged, ordered } from './arrange/places.ts';
import { lengthOf, longestOf, partsOf } from './counted/bars.ts';
import { figuresOf, markOf, recordsOf, totalOf } from './counted/figures.tsx';
import { askedOf, type LoadedWidget, unlessSame, yearsIn } from './use-board.ts';

const at = (uid: string, ...place: [number, number, number, number]) => ({ uid, at: place });
/** As the desktop of the demonstration stands. */
const SHEET = {
  columns: ['1fr', '1fr', '356px'],
  rows: ['auto', '116px', '1fr', 'auto'],
  widgets: [
    at('keys', 1, 1, 3, 1),
    at('todo', 3, 2, 1, 2),
    at('num', 1, 2, 1, 1),
    at('sum', 2, 2, 1, 1),
    at('stage', 1, 3, 1, 1),
    at('class', 2, 3, 1, 1),
    at('curve', 1, 4, 2, 1),
    at('news', 3, 4, 1, 1),
  ],
};
const uids = (of: readonly { uid: string }[]) => of.map(({ uid }) => uid);
const ALL = uids(SHEET.widgets);
const placesOf = ({ widgets }: { widgets: readonly { uid: string; at: readonly number[] }[] }) =>
  Object.fromEntries(widgets.map((one) => [one.uid, one.at.join()]));

describe('DESK-01 parts in one’s own order', () => {
  it('nothing said: as the definition has it', () => {
    expect(arranged(SHEET, {}, 'wide')).toBe(SHEET);
    expect(uids(arranged(SHEET, {}, 'narrow').widgets)).toEqual(ALL);
    expect(uids(ordered(SHEET.widgets, {}, 'wide'))).toEqual(['keys', 'num', 'sum', 'todo', 'stage', 'class', 'curve', 'news']);
  });
  it('what a hidden part leaves its neighbours take, and a row of none is gone', () => {
    const { rows, widgets } = arranged(SHEET, { hidden: ['keys', 'num', 'todo', 'gone'] }, 'wide');
    expect(rows).toEqual(['116px', '1fr', 'auto']);
    expect(placesOf({ widgets })).toEqual({ sum: '1,1,3,1', stage: '1,2,1,1', class: '2,2,2,1', curve: '1,3,2,1', news: '3,3,1,1' });
  });
  it('the same order said by uids stands as the definition does', () => {
    const said = arranged(SHEET, { wide: uids(ordered(SHEET.widgets, {}, 'wide')) }, 'wide');
    expect(placesOf(said)).toEqual(placesOf(SHEET));
    expect(said.rows).toEqual(SHEET.rows);
  });
  it('an order of a wide screen is none of a narrow one', () => {
    const wide = [...ALL].reverse();
    expect(uids(arranged(SHEET, { wide }, 'narrow').widgets)).toEqual(ALL);
    expect(uids(arranged(SHEET, { wide }, 'wide').widgets)).toEqual(wide);
    expect(uids(arranged(SHEET, { narrow: wide, hidden: ['num'] }, 'narrow').widgets)).toEqual(wide.filter((uid) => uid !== 'num'));
  });
  it('a part that is new stands behind the one before it in the definition, one that is gone nowhere', () => {
    const narrow = ['gone', 'news', 'num', 'todo'];
    expect(uids(ordered(SHEET.widgets, { narrow }, 'narrow'))).toEqual(['keys', 'news', 'num', 'sum', 'stage', 'class', 'curve', 'todo']);
  });
  it('whatever is said, parts stand beside each other, within the columns, none of less room than it asks', () => {
    const order = fc.shuffledSubarray(ALL);
    fc.assert(
      fc.property(order, fc.subarray(ALL), (wide, hidden) => {
        const { rows, columns, widgets } = arranged(SHEET, { wide, hidden }, 'wide');
        expect(uids(widgets).sort()).toEqual(ALL.filter((uid) => !hidden.includes(uid)).sort());
        const cells = widgets.flatMap(({ at: [c, r, w, h] }) =>
          Array.from({ length: w * h }, (_, n) => `${c + (n % w)} ${r + Math.floor(n / w)}`),
        );
        expect(new Set(cells).size).toBe(cells.length);
        for (const { uid, at: place } of widgets) {
          const [column, row, width, height] = place;
          expect(column >= 1 && row >= 1 && column + width - 1 <= columns.length && row + height - 1 <= rows.length).toBe(true);
          expect(width).toBeGreaterThanOrEqual(SHEET.widgets.find((one) => one.uid === uid)!.at[2]);
        }
      }),
    );
  });
  it('what is kept says an order only where it is another one; a move takes a place and the others make room', () => {
    const widgets = SHEET.widgets as unknown as readonly LoadedWidget[];
    const draft = draftOf(widgets, { wide: ['num'] }, 'narrow');
    expect(layerOf(turned(draft, 'num'), widgets, { wide: ['num'] }, 'narrow')).toEqual({ wide: ['num'], hidden: ['num'], narrow: [] });
    const moved = movedTo(draft, 'news', 1);
    expect(moved.order).toEqual(['keys', 'news', 'todo', 'num', 'sum', 'stage', 'class', 'curve']);
    expect(layerOf(moved, widgets, {}, 'narrow')).toEqual({ hidden: [], narrow: moved.order });
    expect(turned(turned(draft, 'num'), 'num').hidden).toEqual([]);
    const gone = { order: ['gone', ...moved.order], hidden: ['gone'] };
    expect(layerOf(gone, widgets, {}, 'narrow')).toEqual({ hidden: [], narrow: moved.order });
  });
});

const report = {
  sources: [{ name: 'p', cloud: 'plan', where: 'state=1' }],
  searchs: { fields: [{ name: 'unit' }, { name: 'type' }] },
  targets: [{ name: 'kind', fields: 'kind' }],
  indexs: [
    { name: 'rate', percent: 1 },
    { name: 'num', of: 'count' },
    { name: 'due', percent: 1 },
  ],
} as unknown as LoadedReport;

describe('DESK-01 a board', () => {
  it('has an address, and an entry of a menu opens it', () => {
    const page = menuPage({ uid: 'm', key_name: '桌面', key_name_en: 'Desktop', type: 'TAB', cloud: 'project', url: '/board/desktop' });
    expect(page).toEqual({ cloud: 'desktop', mode: 'BOARD' });
    expect(kindOf(page)).toBe('board');
    expect(placeAddress({ page, view: {}, module: 'zb' })).toBe('/main/board/desktop?myCode=zb');
    expect(readPlace('/main/board/desktop?myCode=zb')).toEqual({ page, view: {}, module: 'zb' });
  });
  it('asks a report by what it has of the searches in common, and by what the part keeps to', () => {
    expect(askedOf(report, { filters: { type: '2' } }, { unit: 7, ghost: 1, type: 3 })).toEqual({ fields: { unit: 7, type: '2' } });
    expect(askedOf(report, {}, {})).toEqual({ fields: {} });
  });
  it('asks by the year that was picked, else by the days with which its report begins where it was told', () => {
    const of = (value?: 'now', periods = ['MONTH']) =>
      ({
        ...report,
        targets: [...report.targets, { name: 'day', fields: 'day', type: 'DATE', periods, value }],
      }) as unknown as LoadedReport;
    expect(askedOf(of('now'), {}, {}, { year: '2024', day: '2026-11-28' })).toEqual({ fields: {}, value: '2024' });
    expect(askedOf(of('now'), {}, {}, { day: '2025-12-31' })).toEqual({ fields: {}, value: '2025' });
    expect(askedOf(of(), {}, {}, { day: '2025-12-31' })).toEqual({ fields: {} });
    expect(askedOf(of(undefined, ['YEAR']), {}, {}, { year: '2024' })).toEqual({ fields: {}, value: '2024,2024' });
    expect(askedOf(report, {}, {}, { year: '2024' })).toEqual({ fields: {} });
  });
  it('takes of an address the years of parts that have one', () => {
    const widgets = [{ uid: 'a', year: 1 as const }, { uid: 'b' }, { uid: 'c', year: 1 as const }];
    expect(yearsIn(widgets, '{"a":"2025","b":"2025","c":"0001","ghost":"2025"}')).toEqual({ a: '2025' });
    for (const said of [undefined, '', '{', '[]', 'null', '"2025"', '{"a":2025}', '{"a":["2025"]}'])
      expect(yearsIn(widgets, said), said).toEqual({});
  });
  it('is asked again by the version that it shows, and stays where it is the same', async () => {
    const known = {
      ...({ code: 200, remark: '', duration: 1 } as const),
      rows: [{ uid: 'a' }],
      data: { version: 'v1', made: '10:00', board: 'EI' },
    };
    const asked: object[] = [];
    const answering = (data: Record<string, unknown>, rows?: (typeof known)['rows']) => async (version: object) => {
      asked.push(version);
      return { ...({ code: 200, remark: '', duration: 1 } as const), data, ...(rows ? { rows } : {}) };
    };
    const same = await unlessSame(known, answering({ same: 1, version: 'v1', made: '10:01' }));
    expect(same).toEqual({ ...known, data: { version: 'v1', made: '10:01', board: 'EI' } });
    const other = await unlessSame(same, answering({ version: 'v2', made: '10:02' }, [{ uid: 'b' }]));
    expect(other).toMatchObject({ rows: [{ uid: 'b' }], data: { version: 'v2' } });
    await unlessSame(undefined, answering({}));
    expect(asked).toEqual([{ version: 'v1' }, { version: 'v1' }, {}]);
    await expect(unlessSame(known, () => Promise.reject(new Error('312')))).rejects.toThrow('312');
  });
  it('tells the total as a line', () => {
    expect(totalOf({ data: { total: { num: 3 }, off: ['rate'] } })).toEqual({ num: 3, off: ['rate'], depth: 0, keys: {} });
  });
});

describe('CAPEX-02 bars, marks and columns', () => {
  it('a bar is of the longest, that of a rate of the whole and never beyond it', () => {
    expect([lengthOf('5', false, 10), lengthOf(null, false, 10), lengthOf(-5, false, 10), lengthOf(5, false, 0)]).toEqual([0.5, 0, 0, 0]);
    expect([lengthOf('0.4', true, 9), lengthOf('1.25', true, 9), lengthOf('-0.1', true, 9)]).toEqual([0.4, 1, 0]);
    expect([longestOf(['3', null, '10']), longestOf(['-3']), longestOf([])]).toEqual([10, 0, 0]);
  });
  it('parts of a whole follow one another and end with it', () => {
    expect(partsOf('200', ['50', '100'])).toEqual([
      { from: 0, wide: 25 },
      { from: 25, wide: 50 },
    ]);
    expect(partsOf('100', ['80', '50', null])).toEqual([
      { from: 0, wide: 80 },
      { from: 80, wide: 20 },
      { from: 100, wide: 0 },
    ]);
    expect(partsOf('100', ['-5'])).toEqual([{ from: 0, wide: 0 }]);
    for (const none of [null, '0', '-3', undefined]) expect(partsOf(none, ['5'])).toEqual([{ from: 0, wide: 0 }]);
  });
  it('a mark stands across rates alone, the first figures where none are named', () => {
    expect(markOf(report, { report: 'r', index: ['rate'], mark: 'due' })?.name).toBe('due');
    expect(markOf(report, { report: 'r', index: ['num'], mark: 'due' })).toBeUndefined();
    expect(markOf(report, { report: 'r', index: ['rate'], mark: 'gone' })).toBeUndefined();
    expect(figuresOf(report, {}).map(({ name }) => name)).toEqual(['rate', 'num']);
    expect(figuresOf(report, { look: 'table' }).map(({ name }) => name)).toEqual(['rate', 'num', 'due']);
    expect(figuresOf(report, { index: ['due', 'gone', 'num'] }).map(({ name }) => name)).toEqual(['due', 'num']);
  });
  it('the records of a line are those that it counts, none where no list can show them', () => {
    const searched = { ...report, searchs: { fields: [{ name: 'unit', fields: 'unit' }] } } as unknown as LoadedReport;
    expect(recordsOf({ report: searched, asked: { fields: { unit: 7 } } }, [2])).toEqual({
      cloud: 'plan',
      fields: { state: { op: '=', value: '1' }, unit: 7, kind: { op: '=', value: 2 } },
    });
    const through = { ...report, searchs: { fields: [] }, targets: [{ name: 'kind', fields: 'owner.kind' }] } as unknown as LoadedReport;
    expect(recordsOf({ report: through, asked: {} }, [2])).toBeNull();
  });
});
