import { timeKey } from '#protocol/signin/freshness.ts';
import { foldName } from '#protocol/signin/names.ts';
import { messageOf, type OwnProof, type PasswordKeys, proofOf, signatureOf } from '#protocol/signin/proof.ts';
import { ApiError } from '#web/api/error.ts';
import { sessionState } from '#web/api/session.ts';
import { locale } from '#web/i18n/locale.ts';
import { say } from '#web/i18n/use-text.ts';
import { primitives, randomNumber } from './crypto.ts';
import { lookUpProving, type Proving } from './host.ts';
import { keysOf } from './keys.ts';

/** Whose password it is. */
export interface Owner {
  subname: string;
  username: string;
}

/** Who is signed in, by the names that his password is hashed with. */
export const sessionOwner = (): Owner => {
  const user = sessionState().session?.user;
  return { subname: user?.subname ?? '', username: user?.login_name ?? '' };
};

/** A proof of a password for one call, and what its answer is checked and opened with. */
export interface OwnProving {
  auth: Proving['auth'];
  keys: PasswordKeys;
  message: string;
  said: { random: string; time: string; locale: string };
  proof: string;
}

/** Proves the password of who is signed in; it does not leave the page. Takes about a second. */
export async function proveOwn(op: OwnProof, owner: Owner, password: string): Promise<OwnProving> {
  const { auth, now } = await lookUpProving();
  const keys = await keysOf(auth, owner, password);
  const at = now();
  const said = { random: randomNumber(), locale: locale() };
  const who = { subname: foldName(owner.subname), username: foldName(owner.username) };
  const message = messageOf({ op, ...who, ...said, time: `${at.getUTCFullYear()}-${timeKey(at)}`, realm: auth.realm });
  return { auth, keys, message, said: { ...said, time: timeKey(at) }, proof: proofOf(primitives, keys, message) };
}

/** Throws where whoever answered does not know the verifier. */
export function checkServer(
  sign: unknown,
  { keys, message }: Pick<OwnProving, 'message'> & { keys: Pick<PasswordKeys, 'serverKey'> },
): void {
  if (sign !== signatureOf(primitives, keys.serverKey, message)) throw new ApiError(300, say('signin.forged'));
}
