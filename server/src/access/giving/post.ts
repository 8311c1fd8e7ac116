import { Refusal } from '#protocol/codes.ts';
import type { Guard } from './guard.ts';
import { demandPostsGivable, readPosts, signingPosts } from './posts.ts';

/** Saves of posts. What a suite brings goes by its code, which stays; who is no administrator changes no post that signs and that he has not himself. */
export const guardPost: Guard = async ({ tx, access, act, id, changes }) => {
  const code = changes.code;
  if (typeof code === 'string' && !access.session.root && signingPosts(access.catalogue).has(code))
    throw new Refusal(312, '$postSigns', { post: { zh_CN: code, en_US: code } });
  const [stands] = id === null ? [] : await readPosts(tx, access.session.company.id, [id]);
  if (!stands) return;
  const isSuites = access.catalogue.posts().some(({ code }) => code === stands.code);
  if (isSuites && (act === 'Delete' || 'code' in changes)) throw new Refusal(312, '$postOfSuite', { post: stands.names });
  await demandPostsGivable(tx, access, [stands.id]);
};
