import { timeKey } from '#protocol/signin/freshness.ts';
import { foldName } from '#protocol/signin/names.ts';
import { messageOf, proofOf, signatureOf } from '#protocol/signin/proof.ts';
import { sealVerifier } from '#protocol/signin/sealed.ts';
import { call } from '#web/api/call.ts';
import { ApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { locale } from '#web/i18n/locale.ts';
import { say } from '#web/i18n/use-text.ts';
import { primitives, randomNumber } from '#web/proof/crypto.ts';
import { lookUpProving } from '#web/proof/host.ts';
import { keysOf } from '#web/proof/keys.ts';

/** Whose password it is, as the session says it. */
export interface Owner {
  subname: string;
  username: string;
}

/** Proves the old password and hands over what is kept of the new one, sealed with the old: neither leaves the page. Throws ApiError with a remark to be shown. */
export async function modifyPassword(owner: Owner, old: string, next: string): Promise<void> {
  const { auth, now } = await lookUpProving();
  const keys = await keysOf(auth, owner, old);
  const verifier = await keysOf(auth, owner, next);
  const at = now();
  const said = { random: randomNumber(), locale: locale() };
  const who = { subname: foldName(owner.subname), username: foldName(owner.username) };
  const message = messageOf({ op: 'ModifyPwd', ...who, ...said, time: `${at.getUTCFullYear()}-${timeKey(at)}`, realm: auth.realm });
  const { data } = await call(ops.modifyPwd, {
    ...said,
    time: timeKey(at),
    old_password: proofOf(primitives, keys, message),
    new_password: sealVerifier(primitives, keys.clientKey, message, verifier),
  });
  if (data?.sign !== signatureOf(primitives, keys.serverKey, message)) throw new ApiError(300, say('signin.forged'));
}
