import type { FieldDef } from '#protocol/meta/field.ts';
import { parseQuery, resolveQuery } from '#protocol/rules/query.ts';

/** What the field's `query` asks of the rows, with what the form holds now (FORM-08). */
export function narrowedBy(field: FieldDef, values: Readonly<Record<string, unknown>>): Record<string, string | number> {
  const pairs = field.query ? parseQuery(field.query) : null;
  return pairs ? resolveQuery(pairs, (name) => values[name]) : {};
}
