import { Refusal } from '#protocol/codes.ts';
import { levelOf } from '#protocol/meta/grouping.ts';
import type { groupOp } from '#protocol/ops/app.ts';
import type { RequestOf } from '#protocol/ops/op.ts';
import type { Reply, WireRow } from '#protocol/wire/envelope.ts';
import type { Access, Grant } from '#server/access/access.ts';
import type { House } from '#server/meta/house.ts';
import { compileLevel, sumName, wholeName } from '#server/query/levels.ts';
import { summed, tellCurrency } from '../currency.ts';
import { groupOf } from '../group.ts';
import { MOST_ROWS, readingOf } from '../page.ts';

/** Groups of one answer, where the request does not say. */
const ROWS = 100;

type LevelAsk = Pick<RequestOf<typeof groupOp>, 'field' | 'filters' | 'below' | 'page' | 'rows' | 'stat' | 'as_of'>;
type LevelRow = Readonly<Record<string, unknown>> & {
  /** null: the page has no group, and the row tells of all of them only */
  at: number | null;
  id: number | string | null;
  key_name: string | null;
  key_name_en: string | null;
  there: boolean;
  num: number;
  groups: number;
  whole: number;
};

/** One level of a grouped list, by one statement: a page of groups with their counts and sums, and those of all of them together. */
export async function readLevel(house: House, access: Access, grant: Grant, ask: LevelAsk): Promise<Reply> {
  if (ask.below) throw new Refusal(317, '', { field: 'below' });
  const limit = Math.min(ask.rows ?? ROWS, MOST_ROWS);
  const sums = ask.stat === 1 ? summed(grant) : [];
  const cut = { limit, offset: ((ask.page ?? 1) - 1) * limit };
  const { text, values } = compileLevel({ kind: 'level', ...readingOf(access, grant, ask), by: ask.field, sums, ...cut }, access.asker);
  const found = await house.db.query<LevelRow>(text, values);
  const first = found[0]!;
  const rows = found.filter(({ at }) => at !== null).map((row) => told(row, { access, grant, by: ask.field, sums }));
  const stat = statOf(first, sums, wholeName);
  const currency = tellCurrency(access.session, grant, access.session.domain.id, []);
  const data = { all: first.whole, ...(stat ? { stat } : {}), ...(currency ? { _currency: currency } : {}) };
  // rows of groups have no id: they are no records
  return { rows: rows as unknown as WireRow[], total: first.groups, total_kind: 'exact', data };
}

const statOf = (row: LevelRow, sums: readonly string[], nameOf: (at: number) => string) =>
  sums.length ? Object.fromEntries(sums.map((field, at) => [field, row[nameOf(at)] as string | null])) : undefined;

function told(row: LevelRow, { access, grant, by, sums }: { access: Access; grant: Grant; by: string; sums: readonly string[] }) {
  const field = grant.table.fields.get(levelOf(by)!.name)!;
  const stat = statOf(row, sums, sumName);
  const rest = { num: row.num, ...(stat ? { stat } : {}) };
  if (typeof row.id === 'string') return { value: row.id, key_name: row.id, ...rest };
  const { id, ...named } = groupOf(field, { ...row, id: row.id }, access);
  return { value: id, ...named, ...rest };
}
