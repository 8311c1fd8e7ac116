import { useState } from 'react';
import { ops } from '#web/api/ops.ts';
import { failureOf, useOp } from '#web/api/use-op.ts';
import { say } from '#web/i18n/use-text.ts';
import type { SetUp } from '#web/proof/factor.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import { useFollow } from '../../use-follow.ts';
import { beginFactor, confirmFactor, endFactor, type FactorAct, newRecoveryCodes, type OwnProofs } from './own-factor.ts';

/** How one's second factor stands, as OwnFactor answers it. */
export interface OwnFactor {
  on: 0 | 1;
  /** yyyy-MM-dd HH:mm:ss, '' without one */
  since: string;
  /** recovery codes that were not used */
  left: number;
  /** a role demands one */
  demanded: 0 | 1;
}

/** What is open under the line: the proofs for an act, the authenticator, or the codes. */
export type Step = { at: 'proofs'; act: FactorAct } | { at: 'set-up'; setUp: SetUp } | { at: 'codes'; codes: readonly string[] };

export function useFactor() {
  const query = useOp(ops.ownFactor, {}, { fresh: 0 });
  const [step, setStep] = useState<Step | null>(null);
  useFollow(
    () => false,
    () => query.refetch(),
  );
  const close = () => setStep(null);
  const prove = async (act: FactorAct, proofs: OwnProofs) => {
    if (act === 'BeginFactor') return setStep({ at: 'set-up', setUp: await beginFactor(proofs) });
    if (act === 'RecoveryCodes') setStep({ at: 'codes', codes: await newRecoveryCodes(proofs) });
    else {
      await endFactor(proofs);
      toast.done(say('factor.turnedOff'));
      close();
    }
    await query.refetch();
  };
  const confirm = async (setUp: SetUp, code: string) => {
    await confirmFactor(code);
    toast.done(say(query.data?.data?.on ? 'factor.changed' : 'factor.turnedOn'));
    setStep({ at: 'codes', codes: setUp.codes });
    await query.refetch();
  };
  return {
    factor: query.data?.data as OwnFactor | undefined,
    isPending: query.isPending,
    ...failureOf(query),
    retry: () => void query.refetch(),
    ...{ step, setStep, close, prove, confirm },
  };
}
export type FactorController = ReturnType<typeof useFactor>;
