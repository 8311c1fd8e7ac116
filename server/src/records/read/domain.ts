import { Refusal } from '#protocol/codes.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';

/** One of the user's own domains, with the unit of its amounts and his department; 315 for any other (B20, B21). */
export async function readDomain(house: House, session: Session, id: number): Promise<Record<string, unknown>> {
  if (!session.domains.some((domain) => domain.id === id)) throw new Refusal(315);
  const [row] = await house.db.query(
    `select id, key_name, nullif(name_en, '') as key_name_en, currency, currency_en from app."domain"
     where company_id = $1::bigint and id = $2::bigint and deleted_time is null`,
    [session.company.id, id],
  );
  if (!row) throw new Refusal(315);
  const { key_name_en, ...domain } = row;
  return { ...domain, ...(key_name_en ? { key_name_en } : {}), department_entity: session.department };
}
