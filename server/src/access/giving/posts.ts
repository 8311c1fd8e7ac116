import { Refusal } from '#protocol/codes.ts';
import type { Tx } from '#server/db/db.ts';
import type { Access } from '../access.ts';
import { signsInCases, signsToday } from './signing.ts';

/** A post of a company, whether it is in the bin or not. */
interface PostGiven {
  id: number;
  code: string;
  /** a step of a case that runs goes by it */
  signing: boolean;
  names: { zh_CN: string; en_US: string };
}

export async function readPosts(tx: Tx, company: number, ids: readonly number[]): Promise<PostGiven[]> {
  if (ids.length === 0) return [];
  const rows = await tx.query<Omit<PostGiven, 'names'> & { key_name: string; name_en: string | null }>(
    `select p.id, p.code, p.key_name, p.name_en, ${signsInCases('post', 'p.code')} as signing
     from app."post" p where p.company_id = $1 and p.id = any($2::bigint[]) order by p.id`,
    [company, [...new Set(ids)]],
  );
  return rows.map(({ key_name, name_en, ...post }) => ({ ...post, names: { zh_CN: key_name, en_US: name_en || key_name } }));
}

/** Refuses each of these posts that signs in a flow, where the writer is no administrator and has it not himself: who has it is asked to decide. */
export async function demandPostsGivable(tx: Tx, access: Access, ids: readonly number[]): Promise<void> {
  const { session, catalogue } = access;
  if (session.root || ids.length === 0) return;
  const given = await readPosts(tx, session.company.id, ids);
  const posts = given.filter(({ code, signing }) => signing || signsToday(catalogue, 'post', code));
  if (posts.length === 0) return;
  const [own] = await tx.query<{ ids: number[] }>(
    `select coalesce(u.post_entities, '{}') as ids from app."user" u where u.company_id = $1 and u.id = $2`,
    [session.company.id, session.user.id],
  );
  const beyond = posts.find(({ id }) => !own?.ids.includes(id));
  if (beyond) throw new Refusal(312, '$postSigns', { post: beyond.names });
}
