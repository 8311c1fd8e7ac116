import { describe, expect, it } from 'vitest';
import type { BoardDef, BoardWidgetDef } from '#protocol/meta/board/board.ts';
import type { ReportDef } from '#protocol/meta/report.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { checkSuites } from '../check.ts';

const order = testTable('order', { fields: [field('code', { data_type: 'text', length: 20 })] });
const line = testTable('line', {
  fields: [
    field('order_entity', { data_type: 'entity', source: 'order' }),
    field('line_entity', { data_type: 'entity', source: 'line' }),
    field('num', { data_type: 'int' }),
  ],
});
const report = (report_name: string, search: object): ReportDef => ({
  ...{ uid: report_name, report_name, key_name: '行', key_name_en: 'Lines' },
  sources: [{ name: 'l', cloud: 'line' }],
  searchs: { fields: [{ name: 'order', fields: 'order_entity', ...search }] },
  targets: [{ name: 'name', fields: 'key_name' }],
  indexs: [{ name: 'count', of: 'count' }],
});
const reports = [report('lines', {}), report('others', { fields: 'line_entity' }), report('named', { name: 'which' })];
const NAMES = { key_name: '部件', key_name_en: 'Part' };
const part = (at: number, of: Partial<BoardWidgetDef>): BoardWidgetDef => ({ uid: `w${at}`, kind: 'report', at: [1, at, 1, 1], ...of });
const good: BoardDef = {
  ...{ uid: 'b', board_name: 'overview', key_name: '概览', key_name_en: 'Overview', columns: ['1fr'], rows: ['auto', 'auto', '1fr'] },
  record: { cloud: 'order', search: 'order' },
  widgets: [
    part(1, { kind: 'record', fields: 'code,key_name', ...NAMES }),
    part(2, { report: 'lines' }),
    part(3, { kind: 'list', cloud: 'line', by: 'order_entity', fields: 'num' }),
  ],
};
const wrong = (raw: object) =>
  checkSuites([testSuite([order, line], { reports, boards: [{ ...good, ...raw } as BoardDef] })]).errors.map(
    ({ path, reason }) => `${path.slice('boards[overview].'.length)}: ${reason}`,
  );
/** The board with one of its parts otherwise. */
const other = (at: number, of: object) => ({ widgets: good.widgets.map((one, index) => (index === at ? { ...one, ...of } : one)) });

describe('CAPEX-09 a board of one record is checked as it is loaded', () => {
  it('one as it should be', () => expect(wrong({})).toEqual([]));
  it.each<[string, object, string]>([
    ['of an unknown table', { record: { cloud: 'oder', search: 'order' } }, 'record.cloud: unknown table oder'],
    ['that is a desktop', { desktop: 'm' }, 'record: its page opens without a record'],
    ['searched by its record', { searchs: ['order'] }, 'searchs: order is answered by the record'],
    ['a report of something else', other(1, { report: 'others' }), 'widgets[w2].report: others has no search order for a record of order'],
    ['a report without the search', other(1, { report: 'named' }), 'widgets[w2].report: named has no search order for a record of order'],
    [
      'a report that keeps to a record',
      other(1, { filters: { order: '1' } }),
      'widgets[w2].filters.order: order is answered by the record',
    ],
    ['a list by an unknown field', other(2, { by: 'oder_entity' }), 'widgets[w3].by: unknown field oder_entity'],
    ['a list by another reference', other(2, { by: 'line_entity' }), 'widgets[w3].by: line_entity names no record of order'],
    ['a list by a number', other(2, { by: 'num' }), 'widgets[w3].by: num names no record of order'],
    ['fields that it has not', other(0, { fields: 'code,price' }), 'widgets[w1].fields: unknown field price'],
    ['what a record says, of no record', { record: undefined }, 'widgets[w1].kind: the board tells of no record'],
    ['a list of no record', { record: undefined }, 'widgets[w3].by: the board tells of no record'],
  ])('%s', (_, raw, said) => expect(wrong(raw)).toContain(said));
});
