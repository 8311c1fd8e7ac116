import { fieldKind } from '#protocol/fields/fields.ts';
import type { Catalogue, ResolvedField } from '../catalogue.ts';
import type { KnownIds } from './ids.ts';
import type { SeedProblem, SeedRow } from './plan.ts';

/** Columns that a seed may fill though no request may. */
const STANDARD = ['key_name', 'remark', 'review_state', 'create_entity', 'create_department', 'create_time'];

/** The row's columns with their checked values, references turned into ids; everything wrong is reported. */
export function seedValues(
  catalogue: Catalogue,
  row: SeedRow,
  known: KnownIds,
  report: (problem: SeedProblem) => void,
): Record<string, unknown> {
  const columns: Record<string, unknown> = {};
  const refuse = (field: string, reason: string) => report({ table: row.table.name, row: row.key, field, reason });
  const idOf = (field: string, table: string, key: string): number | null => {
    const target = catalogue.table(table);
    const id = target && known.get(target, row.company, key);
    if (id === undefined) refuse(field, `no row @${table}:${key}`);
    return id ?? null;
  };
  if (row.domain !== undefined) columns.subcompany_id = idOf('domain', 'domain', row.domain);
  for (const [name, said] of Object.entries(row.values)) {
    const value = resolved(said, (table, key) => idOf(name, table, key));
    if (name === 'review_entity') columns.reviewers = value;
    else if (name === 'create_department') columns[name] = value;
    else {
      const field = row.table.fields.get(name);
      if (!field || (field.standard && !STANDARD.includes(name))) refuse(name, 'no such field');
      else columns[name] = checked(field, value, (reason) => refuse(name, reason));
    }
  }
  return columns;
}

/** `@table:key`, or a list with such references, as ids; anything else as it is. */
function resolved(said: unknown, idOf: (table: string, key: string) => number | null): unknown {
  if (Array.isArray(said)) return said.map((one) => resolved(one, idOf));
  const [, table, key] = typeof said === 'string' ? (/^@([A-Za-z]\w*):(.+)$/.exec(said) ?? []) : [];
  return table && key ? idOf(table, key) : said;
}

/** The value by the rules of its data type. What a form would demand (notnull, min, max) a ledger of real data may lack. */
function checked(field: ResolvedField, value: unknown, refuse: (reason: string) => void): unknown {
  if (field.storage === 'files' || field.storage === 'none') {
    refuse(`a ${field.def.data_type} cannot be seeded`);
    return null;
  }
  const parsed = fieldKind(field.def.data_type).parse(value, field);
  if (parsed.fault) refuse(`${parsed.fault.code} ${JSON.stringify(value)?.slice(0, 80)}`);
  return parsed.fault ? null : parsed.value;
}
