import type { FieldSpec } from '#protocol/fields/kind.ts';
import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { readCell } from '#protocol/rules/sheet/cell.ts';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import type { Called, FieldHost } from '#web/fields/host.ts';
import { narrowedBy } from '#web/fields/narrowed.ts';
import { seekingMore, seekingOne, soughtIn } from '#web/fields/sought.ts';
import { asEntities } from '#web/fields/values.ts';
import type { Values } from './form-state.ts';

const BETWEEN = '; ';

/** A cell of a sheet as the form holds it: what names a record or a choice that is not known stands there as if it were typed (docs/decisions/107). */
export function cellValue(field: FieldSpec, written: string): unknown {
  const { value, open } = readCell(field, written);
  if (open.length === 0) return value;
  return isOf(field.def.data_type, 'links', 'choices') ? seekingMore(asEntities(value), open.join(BETWEEN)) : seekingOne(null, open[0]!);
}

/** A cell in which records may be named that were not asked for yet. */
export interface NamingCell {
  field: FieldDef;
  /** the values of its row, now */
  values(): Values;
  put(value: unknown): void;
}

/** How it stands with a word: nothing is called so, several are, or nobody could be asked. */
export type Unclear = 'none' | 'several' | 'failed';

const wordsIn = (field: FieldDef, values: Values): readonly string[] => {
  const text = soughtIn(values[field.field_name]);
  return isOf(field.data_type, 'link', 'links') && text !== '' ? readCell({ def: field }, text).open : [];
};

/**
 * Asks who is meant in cells, and puts there whom a word can only mean; `unclear` hears of every other word. Field by field in the order of
 * the cells, so that what narrows a field is known before it; cells that are narrowed alike are asked for in one.
 */
export async function nameCells(
  cells: readonly NamingCell[],
  called: FieldHost['called'],
  unclear: (field: FieldDef, word: string, why: Unclear) => void,
): Promise<void> {
  for (const field of new Set(cells.map((cell) => cell.field))) {
    const open = cells.filter((cell) => cell.field === field && wordsIn(field, cell.values()).length > 0);
    for (const alike of narrowedAlike(open)) {
      const words = [...new Set(alike.flatMap((cell) => wordsIn(field, cell.values())))];
      const found = await called(field, words, alike[0]!.values()).catch(() => null);
      for (const word of words) {
        const many = found?.get(word)?.length ?? 0;
        if (many !== 1) unclear(field, word, found === null ? 'failed' : many === 0 ? 'none' : 'several');
      }
      if (found) for (const cell of alike) nameCell(cell, found);
    }
  }
}

function narrowedAlike(cells: readonly NamingCell[]): NamingCell[][] {
  const alike = new Map<string, NamingCell[]>();
  for (const cell of cells) {
    const key = JSON.stringify(narrowedBy(cell.field, cell.values()));
    alike.set(key, [...(alike.get(key) ?? []), cell]);
  }
  return [...alike.values()];
}

function nameCell({ field, values, put }: NamingCell, found: Called): void {
  const now = values()[field.field_name];
  const words = wordsIn(field, values());
  const known = words.flatMap((word): EntityValue[] => {
    const rows = found.get(word) ?? [];
    return rows.length === 1 ? [rows[0]!] : [];
  });
  if (known.length === 0) return;
  const before = asEntities(now);
  const fresh = known.filter(({ id }, at) => !before.some((one) => one.id === id) && known.findIndex((one) => one.id === id) === at);
  const rest = words.filter((word) => found.get(word)?.length !== 1).join(BETWEEN);
  put(isOf(field.data_type, 'link') ? known[0] : seekingMore([...before, ...fresh], rest));
}
