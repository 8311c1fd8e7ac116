import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { type Copy, parseFetch } from '#protocol/rules/fetch.ts';
import { isComputed, isEditable } from '#protocol/rules/form/form.ts';
import type { Report } from '../problem.ts';
import type { Scope } from '../scope.ts';
import { formsOf, isEnsured } from './desk.ts';

/**
 * What must be filled must be fillable: by a person whose form shows and opens it, or by the server. What only a chosen record fills is
 * filled where one must be chosen that has it.
 */
export function checkDemanded(scope: Scope, table: TableDef, field: FieldDef, report: Report): void {
  const closed = closedBy(table, field);
  if (!closed || field.data_type === 'title' || isFilled(scope, table, field)) return;
  const copies = copiesInto(table, field.field_name).filter(({ by }) => isTyped(table, by) || isFilled(scope, table, by));
  const gaps = copies.map((copy) => gapOf(scope, table, copy));
  for (const key of ['notnull', 'need_where'] as const) {
    if (!field[key]) continue;
    const open = closed === 'no step opens it' ? OPEN(key) : `take ${closed} or ${key} out`;
    if (!copies.length)
      report(
        key,
        `it is demanded, yet nobody can fill it (${closed})`,
        `${open}, or let the server fill it: defvalue, number, or a fetch into it`,
      );
    else if (gaps.every((gap) => gap !== null))
      report(
        key,
        `it is demanded, nobody types it (${closed}), and ${gaps[0]!.reason}`,
        `${gaps[0]!.mend}, or ${open}${closed === 'no step opens it' ? '' : ` of ${field.field_name}`}`,
      );
  }
}

const OPEN = (key: string): string => `let edit_state name a step at which it is filled in, and view_state the same, take ${key} out`;

/** What keeps every person from typing the field; null where somebody may. */
function closedBy(table: TableDef, field: FieldDef): string | null {
  if (field.hidden) return 'hidden';
  if (isTyped(table, field)) return null;
  return field.readonly ? 'readonly' : 'no step opens it';
}

const isTyped = (table: TableDef, field: FieldDef): boolean => formsOf(table).some((form) => isEditable(field, form));

/** By a rule of its own, or with the record that its rows belong to. */
function isFilled(scope: Scope, table: TableDef, field: FieldDef): boolean {
  const belongs = scope
    .tables()
    .some((parent) => parent.subtables?.some((sub) => sub.table_name === table.table_name && sub.parent_field === field.field_name));
  return isComputed(field) || hasDefault(field) || belongs;
}

const hasDefault = ({ defvalue }: FieldDef): boolean => defvalue !== undefined && defvalue !== '';

interface Copying extends Copy {
  by: FieldDef;
}

/** References that copy into a field when they are chosen. */
const copiesInto = (table: TableDef, name: string): Copying[] =>
  table.fields.flatMap((by) =>
    (by.fetch ? (parseFetch(by.fetch) ?? []) : []).flatMap((copy) => (copy.target === name ? [{ ...copy, by }] : [])),
  );

/** Why a copy may bring nothing, and what to do about it. */
function gapOf(scope: Scope, table: TableDef, { by, source }: Copying): { reason: string; mend: string } | null {
  if (!isEnsured(table, by) && !isFilled(scope, table, by))
    return { reason: `${by.field_name}, which copies it, need not be chosen`, mend: `give ${by.field_name} notnull: 1` };
  const from = scope.table(by.source ?? '');
  if (!from || isAlwaysThere(scope, from, source)) return null;
  const place = `${source} of ${from.table_name}`;
  return { reason: `${place}, from which ${by.field_name} copies it, may be empty`, mend: `give ${place} notnull: 1` };
}

/** Whether every record of a table has a value there: what the engine keeps, what is demanded of all, and what begins with a default. */
export function isAlwaysThere(scope: Scope, table: TableDef, name: string): boolean {
  const def = scope.columns(table).get(name)?.def;
  return !def || isComputed(def) || hasDefault(def) || (def.notnull === 1 && !def.view_where && !def.edit_where);
}
