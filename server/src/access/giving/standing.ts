import { Refusal } from '#protocol/codes.ts';
import type { Tx } from '#server/db/db.ts';
import { ACTIVE_PERSON, PERSON } from '#server/meta/person.ts';

/** What of a person says what he may do. */
export interface Standing {
  key_name: string;
  name_en: string | null;
  login_name: string;
  department_entity: number | null;
  domain_entities: number[];
  role_entities: number[];
  post_entities: number[];
  active: boolean;
  /** whether he may come in: active, or expected and never in before */
  entering: boolean;
}
/** What a person is called in both languages, for a refusal to say. */
export const bothNames = ({ key_name, name_en }: Pick<Standing, 'key_name' | 'name_en'>): { zh_CN: string; en_US: string } => ({
  zh_CN: key_name,
  en_US: name_en || key_name,
});

/** A person as he stands, in the bin too; 315 where there is none. */
export async function readStanding(tx: Tx, company: number, id: number): Promise<Standing> {
  const found = (await readStandings(tx, company, [id])).get(id);
  if (!found) throw new Refusal(315);
  return found;
}

/** The same of several; who is not there is not among them. */
export async function readStandings(tx: Tx, company: number, ids: readonly number[]): Promise<ReadonlyMap<number, Standing>> {
  const rows = await tx.query<Standing & { id: number }>(
    `select u.id, u.key_name, u.name_en, u.login_name, u.department_entity, coalesce(u.domain_entities, '{}') as domain_entities,
       coalesce(u.role_entities, '{}') as role_entities,
       coalesce(u.post_entities, '{}') as post_entities, (${ACTIVE_PERSON}) is true as active,
       (${PERSON.mayEnter}) is true as entering
     from app."user" u where u.company_id = $1 and u.id = any($2::bigint[])`,
    [company, ids],
  );
  return new Map(rows.map(({ id, ...standing }) => [id, standing]));
}
