import { dated } from '#protocol/rules/report/ask.ts';
import { bucketOf } from '#protocol/rules/report/ranges.ts';
import { pathIn } from '#protocol/rules/report/sources.ts';
import { askedBy, merged } from '#protocol/rules/report/where.ts';
import type { Access, Grant } from '#server/access/access.ts';
import type { House } from '#server/meta/house.ts';
import { compileSince } from '#server/query/report/since.ts';
import { compileReport, figureName } from '#server/query/report/statement.ts';
import type { Statement } from '#server/query/sql.ts';
import type { OpenReport, OpenSource } from '../open.ts';

/** Which column of a statement says the first day. */
type Asked = readonly [statement: Statement, column: string];

/**
 * The first month of the past of which reports or lists have something for their reader; undefined for none at all. Rows that are read as they stood
 * begin with the first month at whose end there was one, rows that carry their period with the first of those.
 */
export async function firstMonth(
  { db }: Pick<House, 'db'>,
  access: Access,
  reports: readonly OpenReport[],
  lists: readonly Grant[] = [],
): Promise<string | undefined> {
  const stood = (grant: Grant): Asked => [compileSince(grant, access.asker), 'day'];
  const ofSource = (report: OpenReport, source: OpenSource): readonly Asked[] => {
    const { past } = source.def;
    if (past === undefined) return [];
    return past === 'history' ? [stood(source.grant)] : carried(access, report, source);
  };
  const asked = [...reports.flatMap((report) => report.sources.flatMap((source) => ofSource(report, source))), ...lists.map(stood)];
  // reports of a board count the same tables
  const once = new Map(asked.map((one) => [JSON.stringify(one), one]));
  const found: string[] = [];
  for (const [{ text, values }, column] of once.values()) {
    const day = (await db.query<Record<string, string | null>>(text, values))[0]?.[column];
    if (day) found.push(bucketOf('MONTH', day));
  }
  return found.sort()[0];
}

/** The first day that rows of a source carry; nothing for who does not see of which day they are. */
function carried(
  { catalogue, reader, asker, session }: Access,
  { def, unseen }: OpenReport,
  { def: source, grant }: OpenSource,
): readonly Asked[] {
  const target = dated(def);
  if (!target || unseen.has(target.name)) return [];
  const day = { at: 0, of: 'min', path: pathIn(target.fields, source.name), asked: [] } as const;
  const filters = { fields: merged(askedBy(source.where)) };
  const leg = { catalogue, reader, gate: grant, locale: session.locale, filters, targets: [], measures: [day] };
  return [[compileReport({ kind: 'report', legs: [leg], levels: [0], limit: 1 }, asker), figureName(0)]];
}
