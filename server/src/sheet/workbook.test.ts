import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import readSheet from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { cellXml, daysSince, escaped, lettersOf } from './cells.ts';
import type { Cell, Row, Sheet } from './sheet.ts';
import { createStyles } from './styles.ts';
import { sheetName, workbook } from './workbook.ts';

const MADE = new Date('2026-11-27T12:00:00Z');
const write = (rows: Iterable<Row>, more: Partial<Sheet> = {}): Promise<Buffer> =>
  buffer(workbook({ name: '各类项目', made: MADE, widths: [20, 12, 12], frozen: 1, rows, ...more }));
/** What a program that shares no code with ours reads of it. */
const read = async (rows: Iterable<Row>): Promise<unknown[][]> => {
  const [sheet] = await readSheet(await write(rows));
  return sheet!.data;
};
const body = (...cells: Cell[]): Row => ({ cells });

describe('XCHG-02 a file of one sheet', () => {
  it('says how each kind of cell is shown, once each', () => {
    const styles = createStyles();
    const asked = (['percent 1', 'number 2', 'number 0', 'day', 'text'] as const).map((kind) => styles.at('body', kind));
    expect([asked, styles.at('body', 'number 2'), styles.at('sum', 'number 2')]).toEqual([[1, 2, 3, 4, 5], 2, 6]);
    const formats = [...styles.xml().matchAll(/formatCode="([^"]*)"/g)].map(([, code]) => code);
    expect(formats).toEqual(['0.0%', '#,##0.00', '#,##0', 'yyyy\\-mm\\-dd']);
  });
  it('holds texts, numbers and days as such', async () => {
    expect(
      await read([
        { look: 'head', cells: ['类型', '总投资（万元）', '开工'] },
        body('A类', { number: '-1234567.125', decimals: 2 }, { day: '2026-02-28' }),
        { look: 'sum', cells: ['合计', { number: '0.7814', decimals: 1, percent: true }, null] },
      ]),
    ).toEqual([
      ['类型', '总投资（万元）', '开工'],
      ['A类', -1234567.125, new Date('2026-02-28T00:00:00Z')],
      ['合计', 0.7814, null],
    ]);
  });
  it('C9 what somebody wrote is no formula and breaks out of nothing', async () => {
    const hostile = ['=1+1', '=cmd|"/c calc"!A0', '+49', '-5', '@sum', '<img onerror=x>&"\'', ']]></t></is></c>', '_x0041_', 'a\nb', ' x '];
    expect(await read([{ cells: ['t'] }, ...hostile.map((text) => body(text))])).toEqual([
      ['t'],
      ...hostile.map((text) => [text.trim() === text ? text : expect.stringContaining('x')]),
    ]);
    expect(escaped('a\u0000\u0008\ud800b\ufffe')).toBe('ab');
  });
  it('a number of more digits than a spreadsheet keeps stands as text, to the last of them', async () => {
    const long = '123456789012345678.000001';
    expect(await read([body({ number: long, decimals: 6 }, { number: '123456789012345', decimals: 0 })])).toEqual([
      ['123,456,789,012,345,678.000001', 123456789012345],
    ]);
  });
  it('a part of 100 says so in its look', () => {
    const looks: string[] = [];
    const styles = { at: (_: unknown, kind: string) => looks.push(kind), xml: () => '' };
    for (const cell of [
      { number: '0.5', decimals: 1, percent: true },
      { number: '0.5', decimals: 1 },
    ])
      cellXml(cell, 0, 1, 'body', styles);
    expect(looks).toEqual(['percent 1', 'number 1']);
  });
  it('any texts and any amounts of 15 digits come back as they went in', async () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
      .filter((one) => one.trim() === one && !/\r|[\ufffe\uffff]|\p{C}/u.test(one));
    const amount = fc.integer({ min: -999_999_999, max: 999_999_999 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, amount), { minLength: 1, maxLength: 20 }), async (rows) => {
        const told = await read(rows.map(([name, number]) => body(`n${name}`, { number: (number / 1000).toFixed(3), decimals: 3 })));
        expect(told).toEqual(rows.map(([name, number]) => [`n${name}`, number / 1000]));
      }),
      { numRuns: 30 },
    );
  });
  it('columns go on behind Z, days are counted as spreadsheets do, names of sheets are allowed ones', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(lettersOf)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
    expect(['1900-03-01', '2000-02-29', '2026-11-27'].map(daysSince)).toEqual([61, 36585, 46353]);
    expect(sheetName("[a]:b*c?d/e\\f'")).toBe('a  b c d e f’');
    expect(sheetName('')).toBe('Sheet1');
    expect([...sheetName('统'.repeat(40))]).toHaveLength(31);
  });
  it('rows come as they are made: a hundred thousand of them are never in memory together', async () => {
    let made = 0;
    async function* rows(): AsyncGenerator<Row> {
      for (; made < 100_000; made += 1) yield body(`row ${made}`, { number: String(made), decimals: 0 }, { day: '2026-01-01' });
    }
    const stream = workbook({ name: 'x', made: MADE, widths: [10], frozen: 0, rows: rows() });
    const reader = stream[Symbol.asyncIterator]();
    let bytes = 0;
    while (bytes < 50_000) bytes += (await reader.next()).value.length;
    expect(made).toBeLessThan(50_000);
    for (let next = await reader.next(); !next.done; next = await reader.next()) bytes += next.value.length;
    expect([made, bytes > 500_000]).toEqual([100_000, true]);
  });
});
