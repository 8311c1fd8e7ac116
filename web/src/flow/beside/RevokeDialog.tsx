import { useEffect, useState } from 'react';
import { call } from '#web/api/call.ts';
import { asApiError, remarkOf } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { useText } from '#web/i18n/use-text.ts';
import { SkeletonLines } from '#web/ui/states.tsx';
import css from './ActFrame.module.css';
import { ActFrame, type ActProps } from './ActFrame.tsx';
import { Words } from './ActLines.tsx';
import { useAct } from './use-act.ts';

/** First what taking it back undoes, as the server says; then why (FLOW-05, WIRE-11). */
export function RevokeDialog({ on, begun, onClose }: ActProps) {
  const { t } = useText();
  const it = useAct({ ...on, todo: undefined }, begun);
  const { warned, refused } = useForetold(on.cloud, on.id);
  return (
    <ActFrame {...{ on, begun, onClose, it }} ok={t('beside.Revoke')} disabled={warned === null}>
      {warned !== null && <p className={css.lead}>{warned}</p>}
      {refused !== null && (
        <p className={css.refused} role="alert">
          {refused}
        </p>
      )}
      {warned === null && refused === null && <SkeletonLines lines={2} />}
      {warned !== null && <Words op="Revoke" it={it} />}
    </ActFrame>
  );
}

/** What would be undone (100), or why it cannot be any more. */
function useForetold(cloud: string, id: number) {
  const [told, setTold] = useState<{ warned: string | null; refused: string | null }>({ warned: null, refused: null });
  useEffect(() => {
    let isThere = true;
    const tell = (warned: string | null, refused: string | null) => isThere && setTold({ warned, refused });
    call(ops.revoke, { cloud, id }, { accept: [100] }).then(
      (answer) => tell(remarkOf(answer), null),
      (error) => tell(null, asApiError(error).remark),
    );
    return () => {
      isThere = false;
    };
  }, [cloud, id]);
  return told;
}
