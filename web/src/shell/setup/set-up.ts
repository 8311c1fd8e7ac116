import { codeKeys, foldCode } from '#protocol/signin/code.ts';
import { foldName, type NameFault, nameFault } from '#protocol/signin/names.ts';
import { proofOf, signatureOf } from '#protocol/signin/proof.ts';
import { sealVerifier } from '#protocol/signin/sealed.ts';
import { setUpMessage } from '#protocol/signin/set-up.ts';
import { call } from '#web/api/call.ts';
import { ApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { type NewPasswordFault, newPasswordFaults } from '#web/entry/new-password.ts';
import { say } from '#web/i18n/use-text.ts';
import { primitives, randomNumber } from '#web/proof/crypto.ts';
import { lookUpProving } from '#web/proof/host.ts';
import { keysOf } from '#web/proof/keys.ts';

export const FIELDS = ['code', 'company', 'subname', 'person', 'username', 'password', 'again'] as const;
export type Field = (typeof FIELDS)[number];
export type Typed = Record<Field, string>;
export type Fault = NameFault | NewPasswordFault;

/** What is wrong with the input, by field. */
export function faultsOf(typed: Typed): Partial<Record<Field, Fault>> {
  const faults: Partial<Record<Field, Fault | null>> = {
    code: typed.code === '' ? 'empty' : foldCode(typed.code) ? null : 'format',
    company: typed.company === '' ? 'empty' : null,
    subname: nameFault(typed.subname),
    person: typed.person === '' ? 'empty' : null,
    username: nameFault(typed.username),
    ...newPasswordFaults(typed, { names: [typed.subname, typed.username] }),
  };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault)) as Partial<Record<Field, Fault>>;
}

/** A number of its own for each thing to be made: sent again with the same one it is made once. */
export const newAttempt = randomNumber;

/** Makes company and administrator. The password stays here: what goes out is sealed with the code. Throws ApiError with a remark to be shown. */
export async function setUp(typed: Typed, random: string): Promise<void> {
  const { auth } = await lookUpProving();
  const verifier = await keysOf(auth, typed, typed.password);

  const who = { subname: foldName(typed.subname), username: foldName(typed.username) };
  const wanted = { ...who, company: typed.company, person: typed.person, random };
  const message = setUpMessage({ ...wanted, realm: auth.realm });
  const code = codeKeys(primitives, 'set-up', foldCode(typed.code) ?? '');
  const { data } = await call(ops.setUp, {
    ...wanted,
    proof: proofOf(primitives, code, message),
    verifier: sealVerifier(primitives, code.clientKey, message, verifier),
  });
  if (data?.sign !== signatureOf(primitives, code.serverKey, message)) throw new ApiError(300, say('signin.forged'));
}
