import { describe, expect, it } from 'vitest';
import { menuPage } from '#web/nav/menu.ts';
import { placeAddress, readPlace } from '#web/nav/paths.ts';
import { kindOf } from '#web/router/kinds.ts';
import type { LoadedReport } from '../report/use-report.ts';
import { totalOf } from './counted/figures.tsx';
import { askedOf } from './use-board.ts';

const report = {
  searchs: { fields: [{ name: 'unit' }, { name: 'type' }] },
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
  it('tells the total as a line', () => {
    expect(totalOf({ data: { total: { num: 3 }, off: ['rate'] } })).toEqual({ num: 3, off: ['rate'], depth: 0, keys: {} });
  });
});
