import { addDays } from '#protocol/fields/calendar.ts';
import { fieldKind } from '#protocol/fields/fields.ts';
import type { FieldSpec, Value } from '#protocol/fields/kind.ts';

/** What a default may speak of. */
export interface DefaultTerms {
  /** `domain`: in which he works now */
  user: { id: number; department_entity: number | null; domain: number | null };
  /** yyyy-MM-dd on the company's clock */
  today: string;
}

const TODAY = /^\{today(?:([+-])(\d{1,5}))?\}$/;

/** The value a new record starts with (FORM-08): a literal, `{user.id}`, `{user.department_entity}`, `{user.domain}`, `{today}`, `{today+7}`. Null when there is none or it does not fit. */
export function defaultValue(field: FieldSpec, terms: DefaultTerms): Value {
  const { defvalue } = field.def;
  if (defvalue === undefined) return null;
  const parsed = fieldKind(field.def.data_type).parse(resolveTerm(defvalue, terms), field);
  return parsed.fault ? null : parsed.value;
}

function resolveTerm(defvalue: string | number, { user, today }: DefaultTerms): unknown {
  if (defvalue === '{user.id}') return user.id;
  if (defvalue === '{user.department_entity}') return user.department_entity;
  if (defvalue === '{user.domain}') return user.domain;
  const day = TODAY.exec(String(defvalue));
  if (!day) return defvalue;
  return addDays(today, Number(`${day[1] ?? '+'}${day[2] ?? 0}`));
}
