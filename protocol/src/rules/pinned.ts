import type { FieldDef } from '#protocol/meta/field.ts';
import type { StateDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';

const STEPPED = ['view_state', 'edit_state', 'edit_by'] as const;

/** What a running case keeps of the definition that it was submitted under: its steps, and in which of them a field shows and opens to whom. */
export interface Pinned {
  states: readonly StateDef[];
  /** uids of the fields that the table had; absent in what was published before they were noted */
  known?: readonly string[];
  view_state: Readonly<Record<string, string>>;
  edit_state: Readonly<Record<string, string>>;
  /** absent in what was published before the key existed: then as the definition says now */
  edit_by?: Readonly<Record<string, string>>;
}

/** A field as the case's steps open it; what else it is, it is now. One that came later is in every way as the definition says now. */
export function pinnedField(field: FieldDef, pinned: Pinned): FieldDef {
  if (pinned.known && !pinned.known.includes(field.uid)) return field;
  const { view_state: _view, edit_state: _edit, edit_by: _by, ...rest } = field;
  const said = STEPPED.flatMap((key) => {
    const kept = pinned[key];
    const list = kept ? kept[field.field_name] : field[key];
    return list === undefined ? [] : [[key, list] as const];
  });
  const then = { ...rest, ...Object.fromEntries(said) };
  // it may have been there and shown in every step, or have come later: it is shown where it is in either case
  return pinned.known || said.length || !field.view_state ? then : { ...then, view_state: field.view_state };
}

/** The definition for a record whose case runs under another version of it. The toolbar is no step and stays. */
export function pinnedTable(table: TableDef, pinned: Pinned): TableDef {
  return {
    ...table,
    fields: table.fields.map((field) => pinnedField(field, pinned)),
    states: [...table.states.filter((state) => state.value === '*'), ...pinned.states],
  };
}
