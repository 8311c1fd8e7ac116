import type { Locale } from '#protocol/codes.ts';
import type { Currency } from '#protocol/wire/envelope.ts';

/** Who calls: made by signin from a live token, read by access, records, flow and ops. Nothing in it comes from the request's body. */
export interface Session {
  /** public session id; the token itself is never kept */
  sid: string;
  user: { id: number; key_name: string; login_name: string };
  company: { id: number; login_name: string; time_zone: string };
  /** current bookkeeping domain; every domain-bounded row read or written is in it */
  domain: { id: number; key_name: string };
  /** all domains of the user, the current one among them, with what their amounts are in */
  domains: readonly ({ id: number; key_name: string } & Currency)[];
  /** null: no department, then scope 1 gives no rows (B27) */
  department: { id: number; key_name: string } | null;
  /** own department and all below it */
  departments: readonly number[];
  roles: readonly { id: number; code: string }[];
  /** role with root = 1 in the own company, or the super administrator */
  root: boolean;
  /** user id 1 */
  super: boolean;
  locale: Locale;
  /** somebody else looks through this person's eyes, and does nothing: who, and the sign-in that he does it from */
  eyes?: { by: number; family: string };
  /** grows with each change of roles or grants in the company; caches are keyed by it */
  rights_version: number;
}
