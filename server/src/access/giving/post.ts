import { Refusal } from '#protocol/codes.ts';
import type { Guard } from './guard.ts';
import { demandPostsGivable, readPosts } from './posts.ts';
import { codeSigns } from './signing.ts';

/** Saves of posts. What a suite brings goes by its code, which stays; who is no administrator changes no post that signs and that he has not himself. */
export const guardPost: Guard = async ({ tx, access, act, id, changes }) => {
  const { session, catalogue } = access;
  const code = changes.code;
  if (typeof code === 'string' && !session.root && (await codeSigns(tx, session.company.id, catalogue, 'post', code)))
    throw new Refusal(312, '$postSigns', { post: { zh_CN: code, en_US: code } });
  const [stands] = id === null ? [] : await readPosts(tx, session.company.id, [id]);
  if (!stands) return;
  const isSuites = catalogue.posts().some(({ code }) => code === stands.code);
  if (isSuites && (act === 'Delete' || 'code' in changes)) throw new Refusal(312, '$postOfSuite', { post: stands.names });
  await demandPostsGivable(tx, access, [stands.id]);
};
