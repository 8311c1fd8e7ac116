import type { FieldDef } from '#protocol/meta/field.ts';
import type { StateDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';

const STEPPED = ['view_state', 'edit_state', 'edit_by'] as const;

/** What a running case keeps of the definition that it was submitted under: its steps, and in which of them a field shows and opens to whom. */
export interface Pinned {
  states: readonly StateDef[];
  view_state: Readonly<Record<string, string>>;
  edit_state: Readonly<Record<string, string>>;
  /** absent in what was published before the key existed: then as the definition says now */
  edit_by?: Readonly<Record<string, string>>;
}

/** A field as the case's steps open it; what else it is, it is now. */
export function pinnedField(field: FieldDef, pinned: Pinned): FieldDef {
  const { view_state: _view, edit_state: _edit, edit_by: _by, ...rest } = field;
  const said = STEPPED.flatMap((key) => {
    const kept = pinned[key];
    const list = kept ? kept[field.field_name] : field[key];
    return list === undefined ? [] : [[key, list] as const];
  });
  return { ...rest, ...Object.fromEntries(said) };
}

/** The definition for a record whose case runs under another version of it. The toolbar is no step and stays. */
export function pinnedTable(table: TableDef, pinned: Pinned): TableDef {
  return {
    ...table,
    fields: table.fields.map((field) => pinnedField(field, pinned)),
    states: [...table.states.filter((state) => state.value === '*'), ...pinned.states],
  };
}
