import { z } from 'zod';
import { Refusal } from '#protocol/codes.ts';
import { isRecordList } from '#protocol/wire/attachment.ts';
import type { Reply } from '#protocol/wire/envelope.ts';
import type { Filters } from '#protocol/wire/filters.ts';
import { openAccess } from '#server/access/access.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { readersOf } from '#server/records/history/readers.ts';
import { attachmentsOf } from '#server/records/read/attached/attachments.ts';

const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
/** What such a list is asked by; anything else is 317. */
const ASKED = {
  attach: z.strictObject({ source: z.string(), rowid: id, review_state: z.coerce.number().int().min(0).max(999).optional() }),
  active: z.strictObject({ source: z.string(), rowid: id }),
};
const MOST = 1000;

/** What tables answer and such a list does not: to pass over it would be another answer than was asked for. */
const OF_TABLES = ['as_of', 'stat', 'definition', 'fields'] as const;

interface Asked extends Readonly<Partial<Record<(typeof OF_TABLES)[number], unknown>>> {
  cloud: string;
  filters?: Filters | undefined;
  page: number;
  rows: number;
}

/**
 * The lists that the wire calls by a name of their own though no table is called so: `attach`, the files of a record, and `active`, who opened
 * it (engine section 7). `filters.fields` say `source` and `rowid` (314), and nothing else (317), as is what tables alone answer;
 * null for any other cloud.
 */
export async function ofRecord(house: House, session: Session, asked: Asked): Promise<Reply | null> {
  const { cloud, filters, page, rows } = asked;
  if (!isRecordList(cloud)) return null;
  const other = OF_TABLES.find((name) => asked[name] !== undefined);
  if (other) throw new Refusal(317, '', { field: other });
  const { fields = {}, ...rest } = filters ?? {};
  const none = ['source', 'rowid'].find((name) => !(name in fields));
  if (none) throw new Refusal(314, '', { field: none });
  const of = ASKED[cloud].safeParse(fields);
  if (!of.success || Object.keys(rest).length > 0) throw new Refusal(317, '', { field: 'filters' });
  const { source, rowid, ...narrowed } = of.data;
  const access = await openAccess(house, session);
  const grant = access.grant(access.table(source), 'Show');
  const wanted = { id: rowid, ...narrowed, page, rows: Math.min(rows, MOST) };
  return cloud === 'attach' ? attachmentsOf(house, access, grant, wanted) : readersOf(house, access, grant, wanted);
}
