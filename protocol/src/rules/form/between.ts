import type { Fault, FieldSpec, Label } from '#protocol/fields/kind.ts';
import type { RuleDef } from '#protocol/meta/table.ts';
import { fieldsOf } from '../condition/condition.ts';
import { parseCondition } from '../condition/condition-parse.ts';
import { madeOnce, readOnce } from '../once.ts';
import { type Form, type FormFields, isEditable, isShown } from './form.ts';

/** A rule that does not hold, and the field where that is said: the first that this person may change. */
export interface Broken {
  field: FieldSpec;
  rule: Label;
}

/** Rules that stand between the fields of one record; the others are kept by the database (`unique`). */
export const rulesBetween = (rules: readonly RuleDef[] | undefined): readonly (RuleDef & { where: string })[] =>
  rules === undefined ? [] : between(rules);

const between = madeOnce((rules: readonly RuleDef[]) =>
  rules.flatMap((rule) => (rule.where !== undefined && rule.unique === undefined ? [{ ...rule, where: rule.where }] : [])),
);

const namesOnce = readOnce((where) => [...new Set(fieldsOf(parseCondition(where)))]);

/** The fields that a rule speaks of, each once. */
export const namesOfRule = (where: string): readonly string[] => namesOnce(where);

/**
 * FORM-06: rules between fields that what is filled in contradicts (docs/decisions/237). A rule is asked where all its fields are there and one of
 * them is this person's to change, and none of them is wrong already: an empty field is `notnull`'s and `need_where`'s affair.
 */
export function rulesBroken(fields: FormFields, form: Form, found: readonly Fault[]): Broken[] {
  const rules = rulesBetween(form.table.rules);
  if (rules.length === 0) return [];
  const wrong = new Set(found.map(({ data }) => data.field_name));
  const named = new Map(fields.map((field) => [field.def.field_name, field]));
  return rules.flatMap(({ where, key_name, key_name_en }) => {
    const names = namesOfRule(where);
    const asked = names.flatMap((name) => named.get(name) ?? []);
    if (asked.length < names.length || names.some((name) => wrong.has(name)) || asked.some(({ def }) => !isShown(def, form))) return [];
    const field = asked.find(({ def }) => isEditable(def, form));
    return field && !form.holds(where, 'uncontradicted') ? [{ field, rule: { zh_CN: key_name, en_US: key_name_en } }] : [];
  });
}
