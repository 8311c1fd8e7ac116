import { fieldKind, isSupported } from '#protocol/fields/fields.ts';
import type { FieldSpec } from '#protocol/fields/kind.ts';
import { type DataType, isOf, typesOf } from '#protocol/meta/data-types.ts';
import type { FieldDef, ItemDef } from '#protocol/meta/field.ts';
import { maxLength, numericLength } from '#protocol/meta/length.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { Column, Scope } from '../scope.ts';

/** A column of a table: one side of something that is copied. */
export interface Side {
  table: TableDef;
  column: Column;
}

const LINES = typesOf('line');

/**
 * Why a value of one field cannot always stand in another; null where every one can. What is copied is stored as it is, so a type, a
 * length or a choice that does not fit would be refused only when somebody's work depends on it.
 */
export function whyNot(scope: Scope, into: Side, from: Side): string | null {
  const [to, of] = [into.column.data_type, from.column.data_type];
  const unlike = `a ${of} does not fit into a ${to}`;
  if (to === 'text' || to === 'textarea') {
    if (!LINES.includes(of) && of !== 'textarea') return unlike;
    return to === 'text' && of === 'textarea' ? 'several lines do not fit into one' : tooLong(into.column, from.column);
  }
  if (to === 'numeric') return of === 'int' ? null : of === 'numeric' ? tooManyDigits(into.column, from.column) : unlike;
  if (to === 'select' || to === 'radio') return of === 'select' || of === 'radio' ? otherChoices(scope, into, from) : unlike;
  if (to === 'checkbox') return of === 'checkbox' ? otherChoices(scope, into, from) : unlike;
  if (to === 'entity' || to === 'entities') return of === to ? otherTable(scope, into.column, from.column) : unlike;
  if (isOf(to, 'files', 'heading', 'secret')) return `a ${to} is not copied`;
  if (to !== of) return unlike;
  return isOf(to, 'line', 'page', 'mark') ? tooLong(into.column, from.column) : null;
}

const defOf = (column: Column): FieldDef =>
  column.def ?? { uid: '', field_name: column.name, key_name: column.name, key_name_en: column.name, data_type: column.data_type };

function tooLong(into: Column, from: Column): string | null {
  const [most, long] = [maxLength(defOf(into)) ?? 0, maxLength(defOf(from)) ?? 0];
  return long > most ? `${long} characters do not fit into ${most}` : null;
}

function tooManyDigits(into: Column, from: Column): string | null {
  const [to, of] = [numericLength(defOf(into)), numericLength(defOf(from))];
  if (of.scale > to.scale) return `${of.scale} decimals do not fit into ${to.scale}`;
  return of.precision - of.scale > to.precision - to.scale
    ? `${of.precision - of.scale} digits before the point do not fit into ${to.precision - to.scale}`
    : null;
}

function otherChoices(scope: Scope, into: Side, from: Side): string | null {
  const has = new Set(scope.items(into.table, into.column.name)?.map((item) => item.id));
  const lacking = (scope.items(from.table, from.column.name) ?? []).filter((item) => !has.has(item.id));
  return lacking.length ? `it has no choice ${lacking.map((item) => item.id).join(', ')}` : null;
}

function otherTable(scope: Scope, into: Column, from: Column): string | null {
  const [to, of] = [scope.table(into.source ?? '')?.table_name, scope.table(from.source ?? '')?.table_name];
  return to === of ? null : `it refers to ${to}, not to ${of}`;
}

/** A field as its type reads it, with the choices of its dictionary. */
export const specOf = (scope: Scope, { table, column }: Side): FieldSpec => {
  const items = scope.items(table, column.name) as readonly ItemDef[] | undefined;
  return { def: defOf(column), ...(items ? { items } : {}) };
};

/** Whether a text or number that a definition writes down is a value of the field. */
export function isValue(scope: Scope, side: Side, literal: string | number): boolean {
  if (!isSupported(side.column.data_type)) return true;
  const spec = specOf(scope, side);
  const kind = fieldKind(side.column.data_type);
  const parsed = kind.parse(literal, spec);
  return (
    !parsed.fault &&
    kind.check(parsed.value, { ...spec, def: { ...spec.def, min: undefined, max: undefined } as FieldDef }, '2026-01-01') === null
  );
}

/** Whether a value has a text that can stand in another: files and headings have none, and a secret tells none. */
export const isPrinted = ({ column }: Side): boolean => !isOf(column.data_type, 'files', 'heading', 'secret');

/** Digits of an id; a database draws them one after the other. */
const ID = 12;
const MOMENTS: Partial<Record<DataType, number>> = { date: 10, datetime: 19, time: 8, month: 7, year: 4, int: 17, entity: ID };

/** The most characters that the value of a field has where it stands in a text; of a list, whose length nobody knows, those of one id. */
export function printedLength(scope: Scope, { table, column }: Side): number {
  const def = defOf(column);
  const ids = scope.items(table, column.name)?.map((item) => String(item.id).length);
  if (ids) return column.data_type === 'checkbox' ? ids.reduce((sum, one) => sum + one + 1, 0) : Math.max(...ids);
  if (column.data_type === 'int')
    return Math.max(...[def.min, def.max].map((one) => (one === undefined ? MOMENTS.int! : String(one).length)));
  if (column.data_type === 'numeric') return numericLength(def).precision + 2;
  return maxLength(def) ?? MOMENTS[column.data_type] ?? ID;
}
