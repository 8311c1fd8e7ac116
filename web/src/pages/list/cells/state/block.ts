import type { FieldSpec } from '#protocol/fields/kind.ts';
import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { type Block, MOST_ROWS, widthOf } from '#protocol/rules/sheet/block.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { asText } from '#web/fields/values.ts';
import { cellValue } from '../../../form/state/named-cells.ts';
import type { Change, Sheet } from './sheet.ts';

/** Cells from one corner to the other, both among them; rows and columns counted from 0. */
export interface Range {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** What is done to many cells, and what of it found no place. */
export interface Laid {
  changes: readonly Change[];
  /** cells that are filled */
  cells: number;
  /** cells that may not be typed in */
  closed: number;
  /** rows and columns beyond the last ones of the page */
  over: number;
}

/** More rows than are taken over at once, by whatever is done to them. */
export const isTooMuch = ({ changes }: Laid): boolean => changes.length > MOST_ROWS;

export interface Ground {
  sheet: Pick<Sheet, 'isOpen' | 'valuesOf'>;
  /** the records as they stand on the page; absent: not read yet */
  records: readonly (WireRow | undefined)[];
  fields: readonly FieldDef[];
}

const range = (from: number, to: number): number[] => Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);

/** Each cell of a range by what stands there for it; `undefined` leaves a cell alone. */
function layEach({ sheet, records, fields }: Ground, to: Range, valueFor: (row: number, column: number) => unknown): Laid {
  let [cells, closed] = [0, 0];
  const changes = range(to.top, Math.min(to.bottom, records.length - 1)).flatMap((row): Change[] => {
    const record = records[row];
    const values: Record<string, unknown> = {};
    for (const column of range(to.left, Math.min(to.right, fields.length - 1))) {
      const value = valueFor(row, column);
      if (value === undefined) continue;
      if (record && sheet.isOpen(fields[column]!, record)) {
        values[fields[column]!.field_name] = value;
        cells += 1;
      } else closed += 1;
    }
    return record && Object.keys(values).length > 0 ? [{ record, values }] : [];
  });
  const over = Math.max(0, to.bottom - records.length + 1) + Math.max(0, to.right - fields.length + 1);
  return { changes, cells, closed, over };
}

/** What stands in the rows of `from`, over and over down to the last of `to`; from one row alone the row above is taken. */
export function fillDown(ground: Ground, from: Range, bottom: number): Laid {
  const { records, fields, sheet } = ground;
  const height = from.bottom - from.top + 1;
  return layEach(ground, { ...from, top: from.bottom + 1, bottom }, (row, column) => {
    const source = records[from.top + ((row - from.bottom - 1) % height)];
    return source && (sheet.valuesOf(source)[fields[column]!.field_name] ?? null);
  });
}

/** A copied block from a cell to the right and downwards; where what is chosen is so many times as large, it is repeated there. */
export function layBlock(ground: Ground, block: Block, at: Range, specOf: (field: FieldDef, record: WireRow) => FieldSpec): Laid {
  const [height, width] = [block.length, widthOf(block)];
  if (height === 0 || width === 0) return { changes: [], cells: 0, closed: 0, over: 0 };
  const [down, across] = [at.bottom - at.top + 1, at.right - at.left + 1];
  const repeats = down % height === 0 && across % width === 0;
  const to = repeats ? at : { ...at, bottom: at.top + height - 1, right: at.left + width - 1 };
  return layEach(ground, to, (row, column) => {
    const text = block[(row - at.top) % height]![(column - at.left) % width];
    const record = ground.records[row];
    if (text === undefined) return undefined;
    return record ? cellValue(specOf(ground.fields[column]!, record), text) : null;
  });
}

/** Takes away what stands in cells. */
export const clearCells = (ground: Ground, of: Range): Laid => layEach(ground, of, () => null);

/** Cells as a spreadsheet takes them: tabs between, figures as they are kept, quotes only where a cell needs them. */
export function copied({ sheet, records, fields }: Ground, of: Range, shown: (field: FieldDef, value: unknown) => string): string {
  const cell = (record: WireRow | undefined, field: FieldDef): string => {
    const value = record && sheet.valuesOf(record)[field.field_name];
    const text = isOf(field.data_type, 'number') ? asText(value) : shown(field, value);
    return /[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return range(of.top, of.bottom)
    .map((row) =>
      range(of.left, of.right)
        .map((column) => cell(records[row], fields[column]!))
        .join('\t'),
    )
    .join('\n');
}
