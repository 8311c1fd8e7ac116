import type { Value } from '#protocol/fields/kind.ts';
import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { defaultValue } from '#protocol/rules/form/default.ts';
import { givenTo } from '#protocol/rules/form/narrowed.ts';
import { rowsName, subtableKey } from '#protocol/rules/form/rows-name.ts';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import type { SessionUser } from '#web/api/session.ts';
import { calculated, type Filler, specsOf } from './circumstances.ts';
import { openIn, settledIn } from './follow/followed.ts';
import type { Values } from './form-state.ts';
import type { SubtableForm } from './subtable-form.ts';

/**
 * What a new record starts with: its defaults, what is brought, with what follows from that, and what `onload` works out into what is empty. Fields
 * that are brought stay as they are. `rows` are those that it begins with, by what they are called; a row has none itself, but what its sub-table
 * gives it (`given`).
 */
export function startingValues(
  table: TableDef,
  filler: Filler,
  brought: Values = {},
  rows?: Readonly<Record<string, readonly Values[]>>,
  given: Values = {},
): Record<string, unknown> {
  const start = { ...defaultValues(table, filler), ...given };
  const now = { ...start, ...brought };
  const subs = (table.subtables ?? []).filter((sub) => (rows?.[rowsName(sub)]?.length ?? 0) > 0).map(subtableKey);
  const standing = { start, now, said: Object.keys(brought), subs, isNew: true, isReview: false, isOpen: openIn(table, 'Add', 1, filler) };
  const values = { ...now, ...settledIn(table, standing, { today: filler.today, ...(rows ? { rows } : {}) }) };
  return { ...values, ...calculated(table, values, rows ?? {}, filler.today) };
}

/** The same of a new row, with what its sub-table gives all its rows. */
export const startingRow = (sub: SubtableForm, filler: Filler, brought: Values = {}): Record<string, unknown> =>
  startingValues(sub.table, filler, brought, undefined, givenIn(sub));

/** What a sub-table gives all its rows, as the wire shows it. */
export function givenIn({ def, table }: SubtableForm): Values {
  const isChoice = (name: string) => table.fields.some(({ field_name, data_type }) => field_name === name && isOf(data_type, 'choice'));
  return Object.fromEntries(Object.entries(givenTo(def, table)).map(([name, is]) => [name, isChoice(name) ? { id: is } : is]));
}

/** Defaults as the wire would show them, so that a person's name stands there and not a number. */
export function defaultValues(table: TableDef, filler: Filler): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const terms = {
    user: {
      id: filler.user.id,
      department_entity: filler.user.department_entity?.id ?? null,
      domain: filler.user.domain?.id ?? null,
    },
    today: filler.today,
  };
  for (const spec of specsOf(table, null)) {
    const value = defaultValue(spec, terms);
    if (value !== null) values[spec.def.field_name] = shownDefault(spec.def, value, filler.user);
  }
  return values;
}

function shownDefault(field: FieldDef, value: Value, user: SessionUser): unknown {
  if (isOf(field.data_type, 'link')) return namedEntity(field, Number(value), user);
  if (isOf(field.data_type, 'choice')) return { id: value };
  if (isOf(field.data_type, 'choices', 'links'))
    return (value as readonly number[]).map((id) => (isOf(field.data_type, 'links') ? namedEntity(field, id, user) : { id }));
  return value;
}

function namedEntity(field: FieldDef, id: number, user: SessionUser): EntityValue {
  if (field.source?.startsWith('user') && id === user.id) return asEntity(user);
  if (field.source?.startsWith('department') && id === user.department_entity?.id) return user.department_entity;
  if (field.source?.startsWith('domain') && id === user.domain?.id) return asEntity(user.domain);
  return { id };
}

const asEntity = ({ id, key_name, key_name_en }: EntityValue): EntityValue => ({ id, key_name, ...(key_name_en ? { key_name_en } : {}) });
