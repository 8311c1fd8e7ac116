import { entryMessage, linkId, linkKeys } from '#protocol/signin/entry.ts';
import { foldName } from '#protocol/signin/names.ts';
import { proofOf, signatureOf } from '#protocol/signin/proof.ts';
import { sealVerifier } from '#protocol/signin/sealed.ts';
import { call } from '#web/api/call.ts';
import { ApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { say } from '#web/i18n/use-text.ts';
import { primitives, randomNumber } from '#web/proof/crypto.ts';
import { lookUpProving } from '#web/proof/host.ts';
import { keysOf } from '#web/proof/keys.ts';

/** Whose account a link is for. */
export interface Whose {
  subname: string;
  username: string;
  person: string;
  person_en: string | null;
  company: string;
  company_en: string | null;
  purpose: 'invite' | 'reset' | 'forgot';
}

/** Asks by the link's id: the link itself is never sent. */
export const loadEntry = async (link: string): Promise<Whose> =>
  (await call(ops.loadEntry, { link: linkId(primitives, link) })).data as unknown as Whose;

/** Sets the password. It stays here: what goes out is sealed with the link. Throws ApiError with a remark to be shown. */
export async function enter(link: string, { subname, username }: Whose, password: string): Promise<void> {
  const { auth } = await lookUpProving();
  const who = { subname: foldName(subname), username: foldName(username) };
  const verifier = await keysOf(auth, who, password);
  const [id, keys, random] = [linkId(primitives, link), linkKeys(primitives, link), randomNumber()];
  const message = entryMessage(who, id, random, auth.realm);
  const { data } = await call(ops.enter, {
    ...{ link: id, random, proof: proofOf(primitives, keys, message) },
    verifier: sealVerifier(primitives, keys.clientKey, message, verifier),
  });
  if (data?.sign !== signatureOf(primitives, keys.serverKey, message)) throw new ApiError(300, say('signin.forged'));
}
