import type { ReportAsk } from '#protocol/rules/report/ask.ts';
import { stoodAt } from '#protocol/rules/report/past/past.ts';
import { bucketOf } from '#protocol/rules/report/ranges.ts';
import type { Access, Grant } from '#server/access/access.ts';
import type { House } from '#server/meta/house.ts';
import { compileSince, compileThere } from '#server/query/report/since.ts';
import { instantAsked } from '../../read/page.ts';
import type { OpenReport } from '../open.ts';

/** A table of which a reader asks for a month of the past. */
export interface Past {
  readonly grant: Grant;
  readonly month: string;
}

/** The sources of a report that are read as they stood. */
export const pastsOf = ({ sources }: OpenReport, { as_of }: ReportAsk): readonly Past[] =>
  sources.flatMap(({ def, grant }) => {
    const month = stoodAt(def, as_of);
    return month === undefined ? [] : [{ grant, month }];
  });

/**
 * Of a month at whose end there was nothing yet of these tables: the first month at whose end their reader had something of them; undefined where
 * something was there, or where nothing came later. So a figure of nothing is told apart from a time that nobody wrote down.
 */
export async function recordedSince({ db }: Pick<House, 'db'>, access: Access, pasts: readonly Past[]): Promise<string | undefined> {
  const read = async <Row>({ text, values }: ReturnType<typeof compileThere>) => (await db.query<Row>(text, values))[0];
  const found: string[] = [];
  for (const { grant, month } of pasts) {
    if (await read(compileThere(grant, instantAsked(access, grant, month), access.asker))) return undefined;
    const since = await read<{ day: string | null }>(compileSince(grant, access.asker));
    if (since?.day && bucketOf('MONTH', since.day) > month) found.push(bucketOf('MONTH', since.day));
  }
  return found.sort()[0];
}
