import { parseFetch } from '#protocol/rules/fetch.ts';
import { type Form, isEditable } from '#protocol/rules/form/form.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { parseValue } from '#server/meta/page/clean.ts';
import { relation } from '#server/query/source.ts';
import { and, bound, column, compile, joined, type Sql, sql } from '#server/query/sql.ts';
import { readColumn, type Values, valuesOf } from '../row/values.ts';
import type { Work } from '../row/work.ts';

/**
 * What a changed reference copies into fields that nobody may type (FORM-08): the server's own copy, from what the caller may read of
 * the chosen record. Fields that may be typed come from the form, which copied before the person changed them.
 */
export async function fetchedFor(work: Work, table: ResolvedTable, form: Form, sent: Values): Promise<Values> {
  const values: Values = {};
  for (const field of table.fields.values()) {
    const copies = field.def.fetch && field.name in sent ? parseFetch(field.def.fetch) : null;
    const closed = (copies ?? []).filter(({ target }) => {
      const def = table.fields.get(target)?.def;
      return def !== undefined && !isEditable(def, form);
    });
    if (closed.length === 0 || !field.source) continue;
    const chosen =
      sent[field.name] === null
        ? {}
        : await chosenValues(
            work,
            field.source.table,
            sent[field.name] as number,
            closed.map((copy) => copy.source),
          );
    for (const { target, source } of closed) {
      const parsed = parseValue(table.fields.get(target)!, chosen[source] ?? null);
      values[target] = parsed.fault ? null : parsed.value;
    }
  }
  return values;
}

async function chosenValues(work: Work, source: string, id: number, names: readonly string[]): Promise<Values> {
  const gate = work.access.reader.gate(source);
  const fields = gate
    ? names.flatMap((one) => gate.table.fields.get(one) ?? []).filter((field) => gate.sees(field.name, 't') === true)
    : [];
  if (!gate || fields.length === 0) return {};
  const columns: Sql[] = fields.map((field) => readColumn(field, 't'));
  const where = and(sql`${column('t', 'id')} = ${bound(id, 'bigint')}`, gate.rows('t'));
  const statement = compile(sql`select ${joined(columns, ', ')} from ${relation(gate.table)} t where ${where}`, work.access.asker);
  const [row] = await work.tx.query<Record<string, unknown>>(statement.text, statement.values);
  return row ? valuesOf(fields, row) : {};
}
