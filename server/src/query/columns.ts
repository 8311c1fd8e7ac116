import type { ResolvedField } from '#server/meta/catalogue.ts';
import { ASKER } from './asker.ts';
import type { Gate, Reader } from './gate.ts';
import type { Names } from './names.ts';
import { relation } from './source.ts';
import { and, column, name, type Sql, sql } from './sql.ts';

/**
 * The columns that carry one field to the reader. A reference takes three or four: the id and the name that he may see, the name in English
 * where its table has one, and whether there is one at all (`f`, `f.n`, `f.e`, `f.s`); a list of references comes as JSON lists of id and
 * names in order, [null, …] where he may not see, and as their count where he sees none.
 * A field that is there on some rows only has `f.v`: whether it is.
 */
export function selectField(field: ResolvedField, names: Names, gate: Gate, reader: Reader, alias = 't'): Sql[] {
  const sees = gate.sees(field.name, alias);
  const there = typeof sees === 'object' ? [as(sees, `${field.name}.v`)] : [];
  return [...selectValue(field, names, reader), ...there];
}

function selectValue(field: ResolvedField, names: Names, reader: Reader): Sql[] {
  const raw = names.raw(field);
  if (field.name === 'review_entity') return [as(raw, field.name)];
  if (field.def.data_type === 'entity') return selectEntity(field, raw, names);
  if (field.def.data_type === 'entities') return [as(listed(field, raw, names, reader), field.name)];
  if (field.storage === 'timestamptz') return [as(sql`to_char(${raw} at time zone ${ASKER.zone}, 'YYYY-MM-DD HH24:MI:SS')`, field.name)];
  // as the database writes it: inside JSON it would be a number
  if (field.storage === 'numeric') return [as(sql`${raw}::text`, field.name)];
  return [as(raw, field.name)];
}

const as = (value: Sql, identifier: string): Sql => sql`${value} as ${name(identifier)}`;

function selectEntity(field: ResolvedField, raw: Sql, names: Names): Sql[] {
  const target = names.target(field);
  const there = as(sql`${raw} is not null`, `${field.name}.s`);
  if (!target) return [there];
  const english = target.english ? [as(target.english, `${field.name}.e`)] : [];
  return [as(column(target.alias, 'id'), field.name), as(column(target.alias, 'key_name'), `${field.name}.n`), ...english, there];
}

function listed(field: ResolvedField, raw: Sql, names: Names, reader: Reader): Sql {
  const target = field.source && reader.names(field.source.table);
  if (!target) return sql`cardinality(${raw})`;
  const on = and(sql`e.id = r.id`, target.rows('e'));
  const english = target.english ? sql`, ${target.english('e')}` : sql``;
  const named = sql`json_agg(json_build_array(e.id, e.key_name${english}) order by r.n)`;
  const from = sql`unnest(${raw}) with ordinality r(id, n) left join ${relation(target.table)} e on ${on}`;
  return column(names.lateral(sql`select ${named} as v from ${from}`), 'v');
}
