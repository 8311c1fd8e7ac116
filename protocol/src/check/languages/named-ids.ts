import type { TableDef } from '#protocol/meta/table.ts';
import type { Condition } from '#protocol/rules/condition/condition.ts';
import { parseCondition } from '#protocol/rules/condition/condition-parse.ts';
import { columnAt, type Scope } from '../scope.ts';
import { conditionsOf } from './conditions.ts';

/** A row that a definition names by its id. */
export interface NamedId {
  path: string;
  table: string;
  id: number;
  /** a person who signs: one who may not sign in is nobody there */
  signs: boolean;
}

/** The rows that a table of definitions names by their ids: who signs, defaults, what an approval writes, what conditions compare with. */
export function namedIds(scope: Scope, table: TableDef): NamedId[] {
  const signers = table.states.flatMap(({ value, handler }) =>
    handler?.type === 'user' ? [{ path: `states[${value}].handler`, table: 'user', id: handler.id, signs: true }] : [],
  );
  const linked = (of: TableDef | undefined, field: string, path: string, said: unknown): NamedId[] => {
    const source = of && columnAt(scope, of, field)?.source;
    const name = source && scope.table(source)?.table_name;
    return name ? idsIn(said).map((id) => ({ path, table: name, id, signs: false })) : [];
  };
  const defaults = table.fields.flatMap(({ field_name, defvalue }) =>
    linked(table, field_name, `fields[${field_name}].defvalue`, defvalue),
  );
  const written = (table.write_back ?? []).flatMap((back) => {
    const of = (into: string, values: Readonly<Record<string, unknown>>, path: string) =>
      Object.entries(values).flatMap(([name, said]) => linked(scope.table(into), name, `${path}.values.${name}`, said));
    const rows = (back.rows ?? []).flatMap((row) =>
      row.values.flatMap((values) => of(row.table, values, `write_back[${back.uid}].rows[${row.table}]`)),
    );
    return [...of(back.table, back.values, `write_back[${back.uid}]`), ...rows];
  });
  const compared = [...conditionsOf(table)].flatMap(([path, where]) =>
    where ? literalsOf(parseCondition(where)).flatMap(({ field, text }) => linked(table, field, path, text)) : [],
  );
  return [...signers, ...defaults, ...written, ...compared];
}

/** A list of ids as a form sends it; places and terms are none. */
const idsIn = (said: unknown): number[] => (/^\s*\d+(\s*,\s*\d+)*\s*$/.test(String(said ?? '')) ? String(said).split(',').map(Number) : []);

function literalsOf(condition: Condition): { field: string; text: string }[] {
  if (condition.kind === 'and') return condition.all.flatMap(literalsOf);
  if (condition.kind === 'or') return condition.any.flatMap(literalsOf);
  if (condition.kind === 'empty') return [];
  const terms = condition.kind === 'in' ? condition.values : [condition.value];
  return terms.flatMap((term) => (term.kind === 'literal' ? [{ field: condition.field, text: term.text }] : []));
}
