import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { Condition } from '#protocol/rules/condition/condition.ts';
import { checkCondition } from '#protocol/rules/condition/condition-kind.ts';
import { parseCondition } from '#protocol/rules/condition/condition-parse.ts';
import { namesOf } from '../definition/definition.ts';
import type { FlowProblem } from './problem.ts';
import { type Around, spaceOf } from './space/space.ts';

type Key = 'view_where' | 'need_where' | 'edit_where';
/** Conditions of a field that must be able to hold at once, and what would never happen otherwise. */
const TOGETHER: readonly (readonly [keys: readonly Key[], never: string, mend: string])[] = [
  [['view_where'], 'it is never shown', 'change view_where, or write hidden: 1'],
  [['edit_where'], 'it is never typed', 'change edit_where, or write readonly: 1'],
  [['need_where'], 'it is never required', 'change need_where, or take it out'],
  [['view_where', 'edit_where'], 'it is never typed: it is not shown where it could be', 'let both hold for the same values'],
  [
    ['view_where', 'need_where'],
    'it is required exactly where it is not shown, so nobody is ever asked for it',
    'let both hold for the same values',
  ],
  [['edit_where', 'need_where'], 'it is required exactly where nobody may type it', 'let both hold for the same values'],
];

/** E6: conditions of a field that no data meets, or that exclude each other. Only what is decided is refused. */
export function neverTogether(table: TableDef, around: Around): FlowProblem[] {
  return table.fields.flatMap((field) => {
    const found = TOGETHER.find(
      ([keys]) =>
        keys.every((key) => field[key]) &&
        !canHold(
          table,
          around,
          keys.map((key) => field[key]!),
        ),
    );
    return found ? [problemOf(field, found)] : [];
  });
}

function problemOf(field: FieldDef, [keys, never, mend]: (typeof TOGETHER)[number]): FlowProblem {
  const said = keys.map((key) => `${key} ${field[key]}`).join(' and ');
  const reason = keys.length > 1 ? `${said} never hold together: ${never}` : `${said} never holds: ${never}`;
  return { rule: 'E6', path: `fields[${field.field_name}].${keys.at(-1)}`, reason, mend };
}

/** Whether some data meets all of them, or may; what cannot be read is told where conditions are read. */
function canHold(table: TableDef, around: Around, wheres: readonly string[]): boolean {
  const names = namesOf(table);
  try {
    const conditions = wheres.map(parseCondition);
    for (const condition of conditions) checkCondition(condition, names);
    const all: Condition = { kind: 'and', all: conditions };
    const space = spaceOf(table, names, conditions, new Set(), around);
    return Array.from({ length: space.size }, (_, at) => at).some((at) => space.isData(at) && space.holds(all, at) !== false);
  } catch {
    return true;
  }
}
