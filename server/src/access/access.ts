import { Refusal } from '#protocol/codes.ts';
import { dayIn } from '#protocol/wire/clock.ts';
import type { Catalogue, ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import type { Clock } from '#server/ports/clock.ts';
import type { Asker } from '#server/query/asker.ts';
import type { Reader } from '#server/query/gate.ts';
import type { Sql } from '#server/query/sql.ts';
import { catalogueIn } from './definitions.ts';
import { loadRights, type Rights } from './grants/rights.ts';
import { type Grant, type Rules, rulesOf } from './rules.ts';

export type { Grant } from './rules.ts';

/** Everything a session may do, for one request: what its roles give, and who it is. */
export interface Access {
  readonly session: Session;
  /** the definitions that he works with */
  readonly catalogue: Catalogue;
  /** who asks, for every statement that is made of these rights */
  readonly asker: Asker;
  /** what hangs on the roles alone, shared by all who have them */
  readonly rules: Rules;
  readonly reader: Reader;
  readonly flags: ReadonlySet<string>;
  /** what his roles give, as it is stored */
  readonly rights: Rights;
  /** The table of a cloud name; unknown reads like forbidden: 312. */
  table(cloud: string): ResolvedTable;
  /** Whether a permission item gives the op on the table, on some rows. */
  may(table: ResolvedTable, op: string): boolean;
  /** On which of the rows that `read` gives another op is given too: all, none, or those of a condition. */
  also(read: Grant, op: string, alias: string): boolean | Sql;
  /** Of a record's holders and applicant those for whom the caller may act now, on a table with a flow: a list in SQL. */
  actsFor(table: ResolvedTable, alias: string): Sql;
  /** The gate for an op, 312 when nothing gives it. */
  grant(table: ResolvedTable, op: string): Grant;
}

/** Reads the session's rights and its company's dictionaries and menus, and answers what follows from them. */
export async function openAccess(house: Pick<House, 'db' | 'catalogueOf' | 'clock'>, session: Session): Promise<Access> {
  const [catalogue, rights] = await Promise.all([
    catalogueIn(house.db, house.catalogueOf(session), session),
    loadRights(house.db, session),
  ]);
  return createAccess(catalogue, rights, session, house.clock);
}

/** The gate for one op on one table, by cloud name; 312 for what is unknown or not given. */
export async function grantFor(house: House, session: Session, cloud: string, op: string): Promise<Grant> {
  const access = await openAccess(house, session);
  return access.grant(access.table(cloud), op);
}

export function createAccess(catalogue: Catalogue, rights: Rights, session: Session, clock: Clock): Access {
  const rules = rulesOf(catalogue, rights, session);
  return {
    session,
    catalogue,
    asker: askerOf(session, clock),
    rules,
    reader: rules.reader,
    flags: rules.flags,
    rights,
    table: (cloud) => catalogue.table(cloud) ?? refuse(),
    may: rules.may,
    also: rules.also,
    actsFor: rules.actsFor,
    grant: (table, op) => rules.grant(table, op) ?? refuse(),
  };
}

const refuse = (): never => {
  throw new Refusal(312);
};

/** The clock is read at each use. */
const askerOf = ({ company, user, department, departments, domain, domains }: Session, clock: Clock): Asker => ({
  company: company.id,
  zone: company.time_zone,
  user: user.id,
  department: department?.id ?? null,
  departments,
  domain: domain.id,
  domains: domains.map((one) => one.id),
  today: dayIn(company.time_zone, clock.now()),
  get now() {
    return clock.now();
  },
});
