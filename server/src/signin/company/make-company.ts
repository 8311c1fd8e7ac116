import { Refusal } from '#protocol/codes.ts';
import { withoutMarks } from '#protocol/fields/writing.ts';
import type { CompanyDef, DemoDef } from '#protocol/meta/demo.ts';
import type { Verifier } from '#protocol/signin/proof.ts';
import type { Tx } from '#server/db/db.ts';
import type { House } from '#server/meta/house.ts';
import { type LoadGrants, loadCompanyIn } from '#server/meta/seed.ts';
import { createCredential } from '../credential.ts';

/** A company to be made, with its first administrator. Both names of sign-in are folded. */
export interface NewCompany {
  /** how seeds name it */
  key: string;
  /** ids are given from here on */
  from: number;
  subname: string;
  company: string;
  username: string;
  person: string;
  verifier: Verifier;
  /** the administrator's id; absent: the next one */
  user?: number;
  timeZone?: string | undefined;
  maxUsers?: number | undefined;
  fileMb?: number | undefined;
}

/** The platform's super administrator. */
export const SUPER = 1;

/**
 * Company, domain, root of the departments, the suites' roles with their grants, dictionaries and rows, and the administrator with his
 * password, in the caller's transaction. 310 where the sub-account is taken. Answers both ids.
 */
export async function makeCompany(
  tx: Tx,
  house: House,
  wanted: NewCompany,
  loadGrants: LoadGrants,
): Promise<{ company: number; user: number }> {
  const { key, from, subname, username, verifier } = wanted;
  const [next] = await tx.query<{ id: number; taken: boolean }>(
    'select greatest(coalesce(max(id), 0) + 1, $3) as id, coalesce(bool_or(login_name = $1 or key = $2), false) as taken from fw.company',
    [subname, key, from],
  );
  if (next!.taken) throw new Refusal(310, '', { field: 'subname' });
  const company = next!.id;
  await loadCompanyIn(tx, house.catalogueOf(null), rowsOf(company, wanted), loadGrants);
  const [made] = await tx.query<{ id: number }>('select id from app."user" where company_id = $1', [company]);
  const user = made!.id;
  // whoever is no first administrator of the platform may never be its super administrator
  if (user !== (wanted.user ?? user) || (user === SUPER && wanted.user !== SUPER))
    throw new Error(`user ${user} was made for ${wanted.user}`);
  await createCredential(tx, house.keys, { company_id: company, id: user, subname, login_name: username }, verifier);
  return { company, user };
}

/** What a company needs to begin with: one domain, the root of its departments, and the administrator in both. */
function rowsOf(id: number, wanted: NewCompany): Pick<DemoDef, 'seeds'> & { company: CompanyDef } {
  const { key, subname, username, user, timeZone, maxUsers, fileMb } = wanted;
  const [company, person] = [wanted.company, wanted.person].map((name) => withoutMarks(name).trim()) as [string, string];
  const first = (table: string, values: Record<string, unknown>) => ({ table, company: key, rows: [{ _key: 'first', ...values }] });
  return {
    company: {
      ...{ key, id, login_name: subname, key_name: company, key_name_en: company },
      ...(timeZone ? { time_zone: timeZone } : {}),
      ...(maxUsers ? { max_users: maxUsers } : {}),
      ...(fileMb === undefined ? {} : { file_mb: fileMb }),
    },
    seeds: [
      first('domain', { key_name: company, currency: '万元', currency_en: 'CNY 10,000' }),
      first('department', { key_name: company, code: '1' }),
      first('user', {
        ...(user === undefined ? {} : { _id: user }),
        ...{ login_name: username, key_name: person, status: 1 },
        department_entity: '@department:first',
        domain_entities: ['@domain:first'],
        role_entities: ['@role:root'],
      }),
    ],
  };
}
