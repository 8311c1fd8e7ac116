import type { OwnProof } from '#protocol/signin/proof.ts';
import { call } from '#web/api/call.ts';
import { ops } from '#web/api/ops.ts';
import { codesOf, type SetUp, setUpOf, type VeiledBy } from '#web/proof/factor.ts';
import { checkServer, proveOwn, sessionOwner } from '#web/proof/own.ts';

/** What is done to one's second factor with a proof of the password. */
export type FactorAct = Exclude<OwnProof, 'ModifyPwd'>;
const CALLS = { BeginFactor: ops.beginFactor, EndFactor: ops.endFactor, RecoveryCodes: ops.recoveryCodes } as const;

/** The password, and a code of the factor that stands ('' where none does). */
export interface OwnProofs {
  password: string;
  code: string;
}

async function prove(act: FactorAct, { password, code }: OwnProofs): Promise<VeiledBy & { data: Record<string, unknown> }> {
  const by = await proveOwn(act, sessionOwner(), password);
  const { data = {} } = await call(CALLS[act], { ...by.said, password: by.proof, code });
  checkServer(data.sign, by);
  return { data, message: by.message, serverKey: by.keys.serverKey };
}

/** What to set an authenticator up with; nothing holds before `confirmFactor`. Throws ApiError with a remark to be shown, as the others. */
export async function beginFactor(proofs: OwnProofs): Promise<SetUp> {
  const by = await prove('BeginFactor', proofs);
  return setUpOf(by, by.data.set_up, sessionOwner(), location.hostname);
}

export const confirmFactor = async (code: string): Promise<void> => {
  await call(ops.confirmFactor, { code });
};

export const endFactor = async (proofs: OwnProofs): Promise<void> => {
  await prove('EndFactor', proofs);
};

/** Ten new ones; those before are over. */
export async function newRecoveryCodes(proofs: OwnProofs): Promise<readonly string[]> {
  const by = await prove('RecoveryCodes', proofs);
  return codesOf(by, by.data.recovery);
}
