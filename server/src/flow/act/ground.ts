import type { Access } from '#server/access/access.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import type { Published } from '../store/publish.ts';

/** What one decision stands on, looked up before its transaction. */
export interface Ground {
  house: House;
  session: Session;
  table: ResolvedTable;
  access: Access;
  published: Published;
  /** yyyy-MM-dd on the company's clock */
  today: string;
}
