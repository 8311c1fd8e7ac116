import type { FieldSpec } from '#protocol/fields/kind.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { calcNamesOf } from '#protocol/rules/calc/calc.ts';
import { recalculate } from '#protocol/rules/calc/calc-order.ts';
import { parseCalc } from '#protocol/rules/calc/calc-parse.ts';
import { holdsOn, type Onlooker, recordNames } from '#protocol/rules/condition/holds.ts';
import { fetchedValues, parseFetch } from '#protocol/rules/fetch.ts';
import { type Form, type FormOp, isEditable, isVisible } from '#protocol/rules/form/form.ts';
import { keepsOf, type LoadedTable, locksOf } from '#protocol/rules/form/locked.ts';
import { rowsName } from '#protocol/rules/form/rows-name.ts';
import { rowForm, rowTakes } from '#protocol/rules/form/subtable.ts';
import type { Signer } from '#protocol/rules/signer.ts';
import type { Currency } from '#protocol/wire/envelope.ts';
import type { SessionUser } from '#web/api/session.ts';
import { isSought } from '#web/fields/sought.ts';
import type { FormState, SubRow, Values } from './form-state.ts';
import { standing } from './form-state.ts';
import type { SubtableForm } from './subtable-form.ts';

/** Who fills the form in, and when. */
export interface Filler {
  user: SessionUser;
  /** yyyy-MM-dd */
  today: string;
}

export const onlookerOf = ({ user, today }: Filler): Onlooker => ({
  user: { id: user.id, department_entity: user.department_entity?.id ?? null },
  today,
});

/** A definition's fields with their choices, which LoadTable fills in, and with what the record's amounts are in. */
export const specsOf = (table: TableDef, currency: Currency | null): FieldSpec[] =>
  table.fields.map((def) => ({
    def,
    ...(Array.isArray(def.items) ? { items: def.items } : {}),
    ...(def.money && currency ? { unit: { zh_CN: currency.currency, en_US: currency.currency_en } } : {}),
  }));

/** What a record's amounts are in: it says so itself; a new one is of the domain that its writer works in. */
export const currencyIn = (values: Values, { user }: Pick<Filler, 'user'>): Currency | null =>
  (values._currency as Currency | undefined) ?? (values.id === undefined ? user.domain : undefined) ?? null;

/** The circumstances in which the shared rules decide what is seen and changed. */
export function formOf(table: LoadedTable, op: FormOp, review_state: number, values: Values, filler: Filler, signer?: Signer): Form {
  const holds = holdsOn(recordNames(table.fields), (name) => plain(values[name]), onlookerOf(filler));
  const known = values.id === undefined ? {} : { keeps: keepsOf(table, values) };
  return { table, op, review_state, holds, locks: locksOf(table, op), ...known, ...(signer ? { signer } : {}) };
}

/** The same of a row: one that is not saved is added, the others are changed, each by the state that it stands in itself. */
export function rowFormOf({ def, table }: SubtableForm, form: Form, { id, values }: Pick<SubRow, 'id' | 'values'>, filler: Filler): Form {
  const op = id === undefined ? 'Add' : 'Modify';
  const review_state = Number((values.review_state as { id?: number } | null | undefined)?.id ?? 1);
  const known = id === undefined ? {} : { keeps: keepsOf(table, values) };
  return rowForm(def, table, form, { op, review_state, holds: formOf(table, op, review_state, values, filler).holds, ...known });
}

/** What a row that stands takes, as its state asks of it as it lies; one that is not saved is its writer's. */
export function rowTaken(
  sub: SubtableForm,
  form: Form,
  { id, loaded }: { id: number | undefined; loaded: Values },
  filler: Filler,
): Record<'Modify' | 'Delete', boolean> {
  if (id === undefined) return { Modify: true, Delete: true };
  const { holds } = rowFormOf(sub, form, { id, values: loaded }, filler);
  const takes = (op: 'Modify' | 'Delete') => rowTakes(sub.def, sub.table, form, op, holds);
  return { Modify: takes('Modify'), Delete: takes('Delete') };
}

/** Conditions and calculations read ids of references. */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((each) => !isSought(each)).map(plain);
  if (value !== null && typeof value === 'object') return (value as { id?: unknown }).id ?? null;
  return value;
}

const kept = new WeakMap<TableDef, readonly FieldDef[]>();

/** What is calculated of rows in a tab is not worked out in the form, which has none of them: it stands as the server says. */
export function inForm(table: TableDef): readonly FieldDef[] {
  const known = kept.get(table);
  if (known) return known;
  const tabbed = (table.subtables ?? []).filter((sub) => sub.inline !== 1).map((sub) => `${rowsName(sub)}.`);
  const reads = ({ calc }: FieldDef) =>
    calc !== undefined && calcNamesOf(parseCalc(calc)).some((name) => tabbed.some((rows) => name.startsWith(rows)));
  const fields = tabbed.length === 0 ? table.fields : table.fields.filter((field) => !reads(field));
  kept.set(table, fields);
  return fields;
}

/** Calculated fields from what stands in the form; rows by the sub-table's name. */
export function calculated(
  table: TableDef,
  values: Values,
  rows: Readonly<Record<string, readonly Values[]>>,
  today: string,
): Record<string, unknown> {
  return recalculate(inForm(table), {
    value: (name) => plain(values[name]),
    rows: (name) => (rows[name] ?? []).map((row) => (field: string) => plain(row[field])),
    today,
  });
}

/** Rows that stand, by what a definition calls them: the beginning of their sub-table's key. */
export const rowsByName = (state: FormState): Record<string, Values[]> => {
  const found: Record<string, Values[]> = {};
  for (const sub of Object.keys(state.subs)) {
    const name = sub.split('.')[0]!;
    found[name] = [...(found[name] ?? []), ...standing(state, sub).map((row) => row.values)];
  }
  return found;
};

/** What the chosen record copies into the form: the fields to ask for, and the values once they are there. */
export function fetchOf(field: FieldDef): { fields: string; values(chosen: Values | null): Record<string, unknown> } | null {
  const copies = field.fetch ? parseFetch(field.fetch) : null;
  if (!copies) return null;
  return { fields: copies.map((copy) => copy.source).join(','), values: (chosen) => fetchedValues(copies, chosen) };
}

/** How many of the form's 24 parts a field takes (FORM-03): three fields stand beside each other where the table does not say how many. */
export const partOf = ({ form_column = 3 }: Pick<TableDef, 'form_column'>): number => Math.floor(24 / form_column);

/** A part of the form: a heading, the fields under it, and the sub-tables that close it. */
export interface Section {
  key: string;
  heading: FieldDef | null;
  fields: FieldDef[];
  subs: SubtableForm[];
}

/** Fields and rows by their headings, only what is to be seen; a heading with nothing under it goes too. Rows under none stand last. */
export function sectionsOf(
  table: TableDef,
  form: Form,
  { except = new Set(), subs = [] }: { except?: ReadonlySet<string>; subs?: readonly SubtableForm[] } = {},
): Section[] {
  const begun = (heading: FieldDef | null): Section => ({
    ...{ key: heading?.uid ?? 'first', heading, fields: [] },
    subs: heading ? subs.filter(({ def }) => def.under === heading.field_name) : [],
  });
  const sections = [begun(null)];
  for (const field of table.fields) {
    if (!isVisible(field, form)) continue;
    if (field.data_type === 'title') sections.push(begun(field));
    else if (!except.has(field.field_name)) sections.at(-1)!.fields.push(field);
  }
  const under = new Set(sections.flatMap((section) => section.subs));
  const others = subs
    .filter((sub) => !under.has(sub))
    .map<Section>((sub) => ({ key: sub.def.uid, heading: null, fields: [], subs: [sub] }));
  return [...sections, ...others].filter((section) => section.fields.length > 0 || section.subs.length > 0);
}

/** In Review: what this step fills in. */
export const fieldsToFill = (table: TableDef, form: Form): FieldDef[] =>
  table.fields.filter((field) => isVisible(field, form) && isEditable(field, form));
