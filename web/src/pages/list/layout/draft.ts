import type { FieldDef } from '#protocol/meta/field.ts';
import type { LaidField, Layout } from '#protocol/meta/layout.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import { inOrder, isSought, mayBeListed, stateUid } from '#protocol/rules/layout.ts';
import { STATE, shownBelow } from '#protocol/rules/list.ts';
import { widgetOf } from '#web/fields/registry.ts';
import { columnsOf, stateField } from '../state/columns.ts';

/** A field in the dialog, in its place. */
export interface Entry {
  field: FieldDef;
  /** it is shown: as a column, or below the row where it has none (`expand`) */
  list: boolean;
  /** px; null: as wide as it needs */
  width: number | null;
  frozen: boolean;
  search: boolean;
  /** the definition's own word on filters */
  sought: boolean;
  /** it can be filtered by at all */
  seeks: boolean;
}
export type Draft = readonly Entry[];

export const isBelow = ({ field }: Entry): boolean => field.expand === 1;
export const isColumn = (entry: Entry): boolean => entry.list && !isBelow(entry);

/** What may be set of a list, as it lies under a layout: columns in their order, what stands below the row, then the rest. */
export function draftOf(table: LoadedTable, laid: LoadedTable, layout: Layout = {}): Draft {
  const shown = [...columnsOf(laid, true, layout).map(({ field }) => field), ...shownBelow(laid)].map(({ uid }) => uid);
  const fields = table.fields.filter(mayBeListed);
  const all = table.flow === 1 && !fields.some(({ field_name }) => field_name === STATE) ? [...fields, stateField(table)] : fields;
  const places: Layout = Object.fromEntries(shown.map((uid, index) => [uid, { index }]));
  return inOrder(all, places).map((field) => ({
    field,
    list: shown.includes(field.uid),
    width: layout[field.uid]?.list_width ?? null,
    frozen: (layout[field.uid]?.frozen ?? field.frozen) === 1,
    search: isSought(field, layout),
    sought: isSought(field, undefined),
    seeks: field.uid !== stateUid(table) && widgetOf(field)?.Search !== undefined,
  }));
}

/** The draft as a layout says it; what the layout of before says beside it (import, export) stays. */
export function contentOf(draft: Draft, before: Layout = {}): Layout {
  const said = draft.map((entry, index): [string, LaidField] => {
    const { import: imports, export: exports } = before[entry.field.uid] ?? {};
    return [
      entry.field.uid,
      {
        list: entry.list ? 1 : 0,
        ...(entry.list ? { index } : {}),
        ...(entry.width === null ? {} : { list_width: entry.width }),
        ...(entry.frozen === (entry.field.frozen === 1) ? {} : { frozen: entry.frozen ? 1 : 0 }),
        ...(entry.search === entry.sought ? {} : { search: entry.search ? 1 : 0 }),
        ...(imports === undefined ? {} : { import: imports }),
        ...(exports === undefined ? {} : { export: exports }),
      },
    ];
  });
  const named = new Set(said.map(([uid]) => uid));
  return { ...Object.fromEntries(Object.entries(before).filter(([uid]) => !named.has(uid))), ...Object.fromEntries(said) };
}

/** One field before another one; `null`: behind all that are shown. */
export function movedBefore(draft: Draft, uid: string, before: string | null): Draft {
  const entry = draft.find((each) => each.field.uid === uid);
  if (!entry || uid === before) return draft;
  const others = draft.filter((each) => each !== entry);
  const at = before === null ? others.filter(({ list }) => list).length : others.findIndex((each) => each.field.uid === before);
  return at < 0 ? draft : [...others.slice(0, at), entry, ...others.slice(at)];
}

/** Shown fields stand before the others: what is ticked comes last among them, what is not goes behind them. */
export function shownAs(draft: Draft, uid: string, list: boolean): Draft {
  const changed = draft.map((each) => (each.field.uid === uid ? { ...each, list } : each));
  return movedBefore(changed, uid, null);
}

export const setTo = (draft: Draft, uid: string, change: Partial<Entry>): Draft =>
  draft.map((each) => (each.field.uid === uid ? { ...each, ...change } : each));
