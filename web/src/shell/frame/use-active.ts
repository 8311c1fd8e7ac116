import { useEffect } from 'react';
import { call } from '#web/api/call.ts';
import { ops } from '#web/api/ops.ts';
import { sessionState } from '#web/api/session.ts';

const EVERY = 5 * 60_000;
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

/** Tells the server that a person is at work, at most every 5 minutes and only when one is (decisions 17). */
export function useActive(): void {
  useEffect(() => {
    let told = Date.now();
    const tell = () => {
      if (Date.now() - told < EVERY || sessionState().expired) return;
      told = Date.now();
      call(ops.active, {}).catch(() => undefined);
    };
    for (const sign of SIGNS) addEventListener(sign, tell, { passive: true });
    return () => {
      for (const sign of SIGNS) removeEventListener(sign, tell);
    };
  }, []);
}
