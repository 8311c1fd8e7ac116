import { DECIDES } from '#protocol/rules/todo.ts';
import { wallAt } from '#protocol/wire/clock.ts';
import type { Returned } from '#protocol/wire/envelope.ts';
import type { Access, Grant } from '#server/access/access.ts';
import { ASKER, type Asker } from '#server/query/asker.ts';
import { and, bound, column, FALSE, oneOf, type Sql, sql } from '#server/query/sql.ts';
import { entity, type Row, UNAUTHORIZED } from '../row/present.ts';

/** What is read with each row to say that it was sent back. */
export interface ReturnReading {
  readonly flags: Readonly<Record<string, Sql>>;
  returned(row: Row, asker: Asker): Returned | null;
}

const FLAG = 'fw.returned';
type Found = { by: number | null; name: string | null; english: string | null; event_id: number; remark: string; time: string };

/**
 * Whether whoever has a record of a flow has it because somebody sent it back, by whom and why: the decision that opened his to-do. For those
 * who may read who has it, with the name that they may read; undefined for any other table.
 */
export function returnReading({ reader }: Pick<Access, 'reader'>, { table, sees }: Grant): ReturnReading | undefined {
  if (table.def.flow !== 1 || sees('review_entity', 't') !== true) return undefined;
  const open = sql`o.company_id = ${ASKER.company} and o.source = ${bound(table.name, 'text')} and o.rowid = ${column('t', 'id')}`;
  const person = reader.names('user');
  const who = person ? and(sql`u.id = w.done_entity`, person.rows('u')) : FALSE;
  const english = person?.english?.('u') ?? sql`null::text`;
  const found = sql`select jsonb_build_object('by', u.id, 'name', u.key_name, 'english', ${english}, 'event_id', w.event_id, 'remark', w.remark, 'time', w.finish_time)
    from fw.flow_todo o join fw.flow_todo w on w.company_id = o.company_id and w.id = o.cause_id and w.outcome = -1
    left join app."user" u on ${who}
    where ${open} and ${oneOf(column('o', 'review_state'), [...DECIDES])} limit 1`;
  const waits = sql`cardinality(${column('t', 'reviewers')}) > 0`;
  return {
    flags: { [FLAG]: sql`case when ${waits} then (${found}) end` },
    returned: (row, asker) => {
      const one = row[FLAG] as Found | null;
      if (!one) return null;
      const { by, name, english, event_id, remark, time } = one;
      return { by: by === null ? UNAUTHORIZED : entity(by, name, english), event_id, remark, time: wallAt(Date.parse(time), asker.zone) };
    },
  };
}
