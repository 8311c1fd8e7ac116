import { isOf } from '#protocol/meta/data-types.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { subtableKey } from '#protocol/rules/form/rows-name.ts';
import type { FormDraft, Values } from '../form-state.ts';
import type { SubtableForm } from '../subtable-form.ts';

/** A draft without what stands for a password: it is typed again, and lies in no browser. */
export function withoutSecrets(draft: FormDraft | null, table: Pick<TableDef, 'fields'>, subs: readonly SubtableForm[]): FormDraft | null {
  if (!draft) return null;
  const of = new Map(subs.map((sub) => [subtableKey(sub.def), sub.table]));
  const rows = Object.entries(draft.subs).map(([sub, all]) => {
    const own = of.get(sub);
    return [sub, own ? all.map((row) => ({ ...row, values: openOf(row.values, own) })) : all] as const;
  });
  return { ...draft, values: openOf(draft.values, table), subs: Object.fromEntries(rows) };
}

function openOf(values: Values, { fields }: Pick<TableDef, 'fields'>): Values {
  const secrets = new Set(fields.filter((field) => isOf(field.data_type, 'secret')).map((field) => field.field_name));
  return secrets.size === 0 ? values : Object.fromEntries(Object.entries(values).filter(([name]) => !secrets.has(name)));
}
