import { timingSafeEqual } from 'node:crypto';
import { Refusal } from '#protocol/codes.ts';
import { signatureOf, type Verifier } from '#protocol/signin/proof.ts';
import { openVerifier } from '#protocol/signin/sealed.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { createCredential } from '../credential.ts';
import { primitives } from '../crypto.ts';
import type { LoginCaller } from '../entering.ts';
import { once, type ProofRequest, type Proven, withProof } from './prove.ts';

/** The payload of ModifyPwd as it came. */
export interface ModifyPwdRequest extends ProofRequest {
  /** proof of the password that is to go */
  old_password: string;
  /** what shall be kept of the new one, sealed with the old */
  new_password: string;
}

/**
 * A new password for who is signed in and proves the one before it. After it every session of the person is over, the one that asks too.
 * Answers the signature by which the client knows the server.
 */
export async function modifyPassword(house: House, session: Session, request: ModifyPwdRequest, caller: LoginCaller): Promise<string> {
  return withProof(house, session, { op: 'ModifyPwd', proof: request.old_password, request, caller }, async (by) => {
    const verifier = newVerifier(by, request.new_password);
    const { company_id, id } = by.user;
    const owner = { company_id, id, subname: by.said.subname, login_name: by.said.username };
    await once(house, by, (tx) => createCredential(tx, house.keys, owner, verifier));
    return signatureOf(primitives, by.account.serverKey, by.message);
  });
}

function newVerifier({ account, key, message }: Proven, sealed: string): Verifier {
  const verifier = openVerifier(primitives, key, message, sealed);
  if (!verifier) throw new Refusal(317, '', { field: 'new_password' });
  if (timingSafeEqual(verifier.storedKey, account.storedKey)) throw new Refusal(317, '$same_password', { field: 'new_password' });
  return verifier;
}
