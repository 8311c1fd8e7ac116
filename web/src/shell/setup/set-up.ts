import { fromBase64url } from '#protocol/signin/bytes.ts';
import { foldName, foldPassword, type NameFault, nameFault } from '#protocol/signin/names.ts';
import { newPasswordFault, type PasswordFault } from '#protocol/signin/password.ts';
import { passwordKeys, proofOf, saltOf, signatureOf } from '#protocol/signin/proof.ts';
import { codeKeys, foldCode, sealVerifier, setUpMessage } from '#protocol/signin/set-up.ts';
import { call } from '#web/api/call.ts';
import { ApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { say } from '#web/i18n/use-text.ts';
import { primitives, randomNumber } from '../signin/form/crypto.ts';
import { lookUpSafe } from '../signin/form/sign-in.ts';

export const FIELDS = ['code', 'company', 'subname', 'person', 'username', 'password', 'again'] as const;
export type Field = (typeof FIELDS)[number];
export type Typed = Record<Field, string>;
export type Fault = NameFault | PasswordFault | 'differs';

/** What is wrong with the input, by field. */
export function faultsOf(typed: Typed): Partial<Record<Field, Fault>> {
  const faults: Record<Field, Fault | null> = {
    code: typed.code === '' ? 'empty' : foldCode(typed.code) ? null : 'format',
    company: typed.company === '' ? 'empty' : null,
    subname: nameFault(typed.subname),
    person: typed.person === '' ? 'empty' : null,
    username: nameFault(typed.username),
    password: newPasswordFault(typed.password, [typed.subname, typed.username]),
    again: typed.again === '' ? 'empty' : foldPassword(typed.again) === foldPassword(typed.password) ? null : 'differs',
  };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault)) as Partial<Record<Field, Fault>>;
}

/** A number of its own for each thing to be made: sent again with the same one it is made once. */
export const newAttempt = randomNumber;

/** Makes company and administrator. The password stays here: what goes out is sealed with the code. Throws ApiError with a remark to be shown. */
export async function setUp(typed: Typed, random: string): Promise<void> {
  const { auth } = await lookUpSafe();
  const who = { subname: foldName(typed.subname), username: foldName(typed.username) };
  const salt = saltOf(primitives, fromBase64url(auth.salt) ?? new Uint8Array(), who);
  const verifier = await passwordKeys(primitives, foldPassword(typed.password), salt, auth.kdf);

  const wanted = { ...who, company: typed.company, person: typed.person, random };
  const message = setUpMessage({ ...wanted, realm: auth.realm });
  const code = codeKeys(primitives, foldCode(typed.code) ?? '');
  const { data } = await call(ops.setUp, {
    ...wanted,
    proof: proofOf(primitives, code, message),
    verifier: sealVerifier(primitives, code.clientKey, message, verifier),
  });
  if (data?.sign !== signatureOf(primitives, code.serverKey, message)) throw new ApiError(300, say('signin.forged'));
}
