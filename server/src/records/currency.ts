import type { TableDef } from '#protocol/meta/table.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { readDomain } from './domain.ts';

/** The definition with its amounts in what the session's domain counts in: `money` fields take the domain's currency as their unit. */
export async function inCurrency(house: House, session: Session, table: TableDef): Promise<TableDef> {
  if (!table.fields.some((field) => field.money)) return table;
  const { currency: unit, currency_en: unit_en } = (await readDomain(house, session, session.domain.id)) as Record<string, string>;
  return { ...table, fields: table.fields.map((field) => (field.money ? { ...field, unit, unit_en } : field)) };
}
