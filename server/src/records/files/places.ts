import type { Grant } from '#server/access/access.ts';
import type { ResolvedField } from '#server/meta/catalogue.ts';
import { columnOf } from '#server/query/names.ts';
import { and, bound, type Sql, sql } from '#server/query/sql.ts';
import { ATTACHS } from './files.ts';

/**
 * Where a file (alias f) of a record (alias t) stands that may be seen: in a field as it is now, or with the opinions of the approval, which go
 * with the record, not with a part of it that a variant gives. None where the reader sees no such place; `drawn` leaves fields out.
 */
export function places({ table, sees }: Grant, drawn: (field: ResolvedField) => boolean = () => true): Sql[] {
  const fields = [...table.fields.values()].filter((field) => field.storage === 'files' && !field.standard && drawn(field));
  const seen = fields.flatMap((field) => {
    const may = sees(field.name, 't');
    const here = sql`(f.field = ${bound(field.name, 'text')} and f.id = any(${columnOf('t', field)}))`;
    return may === false ? [] : [may === true ? here : and(here, may)];
  });
  return table.def.flow === 1 && !table.variant ? [...seen, sql`f.field = ${bound(ATTACHS, 'text')}`] : seen;
}
