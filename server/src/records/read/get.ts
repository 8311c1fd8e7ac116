import { Refusal } from '#protocol/codes.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import type { Access, Grant } from '#server/access/access.ts';
import { defineCache, identityOf, MIB, PROCESS } from '#server/cache/cache.ts';
import type { House } from '#server/meta/house.ts';
import type { Statement } from '#server/query/sql.ts';
import { prepareRecord } from '#server/query/statements.ts';
import { presentFiles } from '../files/files.ts';
import type { Row } from '../row/present.ts';
import { domainIn, tellCurrency } from './currency.ts';
import { readingOf } from './page.ts';
import { type View, viewOf } from './view.ts';

type Make = ReturnType<typeof prepareRecord>;
const records = defineCache<Make>({
  name: 'records',
  holds: 'statements of one record, put together',
  key: 'number of the view',
  ends: 'with the view',
  bytes: 4 * MIB,
});

/** One record as its reader may see it, with his actions on it. */
export async function readRecord(house: House, access: Access, grant: Grant, id: number, asked?: string): Promise<WireRow> {
  const view = viewOf(access, grant, 'record', asked);
  return (await readRow(house, access, grant, view, statementFor(access, grant, view)(access.asker, id))).wired;
}

function statementFor(access: Access, grant: Grant, view: View): Make {
  const key = identityOf(view);
  const known = records.of(PROCESS).get(key);
  if (known) return known;
  const statement = prepareRecord({ kind: 'record', ...readingOf(access, grant, {}), ...view });
  records.of(PROCESS).set(key, statement, statement.text.length + 1_000);
  return statement;
}

/** The row that a statement of one record finds. Out of scope reads like never existed: 315 (B3); without any right on the table, 312. */
export async function readRow(
  house: House,
  access: Access,
  grant: Grant,
  view: View,
  { text, values }: Statement,
): Promise<{ row: Row; wired: WireRow }> {
  const [row] = await house.db.query<Row>(text, values);
  if (!row) throw new Refusal(grant.parts.length ? 315 : 312);
  const wired = view.present(row, access.asker);
  await presentFiles(house, access.session, view.shown, [wired]);
  const currency = tellCurrency(access.session, grant, domainIn(access.session, row), []);
  return { row, wired: currency ? { ...wired, _currency: currency } : wired };
}
