import type { FieldSpec } from '#protocol/fields/kind.ts';
import { type Block, widthOf } from '#protocol/rules/sheet/block.ts';
import { matchColumns } from '#protocol/rules/sheet/columns.ts';
import type { LaidRow, SubRow, Values } from './form-state.ts';
import { cellValue } from './named-cells.ts';

/** A column of a sub-table that rows are laid over. */
export interface LaidColumn {
  spec: FieldSpec;
  open: { added: boolean; standing: boolean };
}

export interface LayingOn {
  columns: readonly LaidColumn[];
  rows: readonly SubRow[];
  /** where the first cell goes: a row and a column, counted from 0 */
  at: { row: number; column: number };
  /** how many rows may be added */
  room: number;
}

/** Rows that were copied, as they lie over those of a sub-table, and what of them found no place. */
export interface Laid {
  rows: readonly LaidRow[];
  /** columns that may not be typed in, by their fields' names */
  closed: readonly string[];
  /** columns beyond the last one, or without a field of their name */
  beyond: number;
  /** rows for which there was no room */
  over: number;
}

/** Lays a block over rows from a cell to the right and downwards; where its first row says the names of columns, it goes by those instead. */
export function layBlock(block: Block, { columns, rows, at, room }: LayingOn): Laid {
  const named = matchColumns(
    block,
    columns.map(({ spec }) => spec.def),
  );
  const byName = new Map(columns.map((column) => [column.spec.def.field_name, column]));
  const goals = named.hasHead
    ? named.fields.map((name) => (name === null ? undefined : byName.get(name)))
    : Array.from({ length: widthOf(block) }, (_, column) => columns[at.column + column]);
  const content = named.hasHead ? block.slice(1) : block;
  const standing = rows.slice(at.row, at.row + content.length);
  const taken = content.slice(0, standing.length + Math.max(0, room));
  const closed = new Set<string>();
  const laid = taken.map((cells, line): LaidRow => {
    const row = standing[line];
    const isAdded = row?.id === undefined;
    const values: Record<string, unknown> = {};
    for (const [column, text] of cells.entries()) {
      const goal = goals[column];
      if (goal && (isAdded ? goal.open.added : goal.open.standing)) values[goal.spec.def.field_name] = cellValue(goal.spec, text);
      else if (goal && text !== '') closed.add(goal.spec.def.field_name);
    }
    return row ? { key: row.key, values } : { values: filled(values) };
  });
  return {
    rows: laid,
    closed: [...closed],
    beyond: goals.filter((goal, column) => !goal && content.some((row) => (row[column] ?? '') !== '')).length,
    over: content.length - taken.length,
  };
}

/** An empty cell takes from a new row nothing that it begins with. */
const filled = (values: Values): Values => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
