import { Refusal } from '#protocol/codes.ts';
import type { Tx } from '#server/db/db.ts';
import type { Catalogue } from '#server/meta/catalogue.ts';
import type { Access } from '../access.ts';
import { signersOf } from './roles.ts';

/** A post of a company, whether it is in the bin or not. */
interface PostGiven {
  id: number;
  code: string;
  names: { zh_CN: string; en_US: string };
}

export async function readPosts(tx: Tx, company: number, ids: readonly number[]): Promise<PostGiven[]> {
  if (ids.length === 0) return [];
  const rows = await tx.query<{ id: number; code: string; key_name: string; name_en: string | null }>(
    'select p.id, p.code, p.key_name, p.name_en from app."post" p where p.company_id = $1 and p.id = any($2::bigint[]) order by p.id',
    [company, [...new Set(ids)]],
  );
  return rows.map(({ id, code, key_name, name_en }) => ({ id, code, names: { zh_CN: key_name, en_US: name_en || key_name } }));
}

/** Codes of posts that steps of flows go by. */
export function signingPosts(catalogue: Catalogue): ReadonlySet<string> {
  const codes = catalogue
    .tables()
    .flatMap(({ def }) => def.states.flatMap(signersOf))
    .flatMap((handler) => (handler.type === 'post' ? [handler.code] : []));
  return new Set(codes);
}

/** Refuses each of these posts that signs in a flow, where the writer is no administrator and has it not himself: who has it is asked to decide. */
export async function demandPostsGivable(tx: Tx, access: Access, ids: readonly number[]): Promise<void> {
  const { session, catalogue } = access;
  const signing = signingPosts(catalogue);
  if (session.root || ids.length === 0 || signing.size === 0) return;
  const posts = (await readPosts(tx, session.company.id, ids)).filter(({ code }) => signing.has(code));
  if (posts.length === 0) return;
  const [own] = await tx.query<{ ids: number[] }>(
    `select coalesce(u.post_entities, '{}') as ids from app."user" u where u.company_id = $1 and u.id = $2`,
    [session.company.id, session.user.id],
  );
  const beyond = posts.find(({ id }) => !own?.ids.includes(id));
  if (beyond) throw new Refusal(312, '$postSigns', { post: beyond.names });
}
