import type { Currency, WireRow } from '#protocol/wire/envelope.ts';
import type { Grant } from '#server/access/access.ts';
import type { ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';
import type { Session } from '#server/meta/session.ts';
import { column, type Sql } from '#server/query/sql.ts';
import type { Row } from '../row/present.ts';

/** Column of a row that says in which domain it lies; no field is called so. */
const DOMAIN = 'fw.domain';

const isMoney = (field: ResolvedField): boolean => field.def.money === 1;
const hasMoney = (table: ResolvedTable): boolean => [...table.fields.values()].some(isMoney);

/** Whether rows of several domains can be read: who takes part in a case reads its record in whatever domain of his it lies. */
const isAcross = ({ participant, table }: Grant): boolean => participant && table.tenancy === 'domain';

/** What is read beside each row to know what its amounts are in: nothing where all are of the session's domain. */
export const domainFlag = (grant: Grant): Readonly<Record<string, Sql>> =>
  isAcross(grant) && hasMoney(grant.table) ? { [DOMAIN]: column('t', 'subcompany_id') } : {};

/** The domain of a row as it was read; the session's where rows of no other can be. */
export const domainIn = (session: Session, row: Row): number => (row[DOMAIN] as number | undefined) ?? session.domain.id;

/**
 * Tells what amounts are in (docs/decisions/115): what is answered stands in `data._currency` and counts for each row of the answer that does not
 * say another of its own. Undefined for a table without amounts.
 */
export function tellCurrency(
  { domains }: Session,
  { table }: Grant,
  domain: number,
  rows: readonly { row: Row; wired: WireRow }[],
): Currency | undefined {
  if (!hasMoney(table)) return undefined;
  for (const { row, wired } of rows) {
    const own = row[DOMAIN] as number | undefined;
    if (own !== undefined && own !== domain) Object.assign(wired, { _currency: currencyOf(domains, own) });
  }
  return currencyOf(domains, domain);
}

/** A reader reads rows of his own domains only, so theirs are known. */
function currencyOf(domains: Session['domains'], id: number): Currency | undefined {
  const domain = domains.find((one) => one.id === id);
  return domain && { currency: domain.currency, currency_en: domain.currency_en };
}

/** Fields that are added up over these rows: an amount only where all rows are of one domain. */
export const summed = (grant: Grant): string[] =>
  [...grant.table.fields.values()]
    .filter((field) => field.def.stat === 'SUM' && grant.sees(field.name, 't') !== false && !(isMoney(field) && isAcross(grant)))
    .map((field) => field.name);
