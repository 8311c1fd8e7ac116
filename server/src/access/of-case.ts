import type { Catalogue, ResolvedTable } from '#server/meta/catalogue.ts';
import type { Gate } from '#server/query/gate.ts';
import { relation } from '#server/query/source.ts';
import { and, bound, column, FALSE, or, type Sql, sql, TRUE } from '#server/query/sql.ts';
import { groundRows, inHisDomains } from './rows.ts';

/** What to-dos and notices tell of the record's case, by uid, and the field of the record that says the same. */
const OF_CASE: ReadonlyMap<string, string> = new Map([
  ['sys.todo.case_state', 'review_state'],
  ['sys.todo.case_end', 'review_state'],
  ['sys.todo.case_holders', 'review_entity'],
  ['sys.todo.case_since', 'review_entity'],
  ['sys.todo.case_urged', 'review_entity'],
  ['sys.todo.case_urgent', 'review_entity'],
  ['sys.todo.returned_by', 'review_state'],
  ['sys.todo.returned_remark', 'review_state'],
  ['sys.todo.returned_event', 'review_state'],
  ['sys.notice.said', 'review_state'],
  ['sys.notice.said_by', 'review_state'],
  ['sys.notice.event_name', 'review_state'],
  ['sys.notice.event_name_en', 'review_state'],
]);

/**
 * The rows that may tell of their case: a to-do and a notice stay their holder's, but what happened to the case is the record's, told while the
 * record is live, of a domain of his, and shows him that field. TRUE for every other field.
 */
export function tellsCase(
  table: ResolvedTable,
  fieldName: string,
  catalogue: Catalogue,
  alias: string,
  show: (of: ResolvedTable) => Gate | undefined,
): Sql {
  const told = OF_CASE.get(table.fields.get(fieldName)?.def.uid ?? '');
  if (!told) return TRUE;
  const record = (of: ResolvedTable): Sql => {
    const sees = show(of)?.sees(told, 'r') ?? false;
    if (sees === false) return FALSE;
    const mine = and(
      sql`r.id = ${column(alias, 'rowid')}`,
      groundRows(of, catalogue, 'r'),
      inHisDomains(of, 'r'),
      sees === true ? TRUE : sees,
    );
    return sql`(${column(alias, 'source')} = ${bound(of.name, 'text')} and exists (select 1 from ${relation(of)} r where ${mine}))`;
  };
  return or(
    // a notice of no record has nothing to hide from its holder
    sql`${column(alias, 'source')} = ''`,
    ...catalogue
      .tables()
      .filter((of) => of.def.flow === 1 && of.def.storage !== 'view')
      .map(record),
  );
}
