import { useText } from '#web/i18n/use-text.ts';
import css from './ActFrame.module.css';
import { ActFrame, type ActProps } from './ActFrame.tsx';
import { Files, Place, Whom, Words } from './ActLines.tsx';
import { ACTS } from './acts.ts';
import { RevokeDialog } from './RevokeDialog.tsx';
import { waitedFor } from './rows.ts';
import { UrgeDialog } from './UrgeDialog.tsx';
import { useAct } from './use-act.ts';

/** An act beside deciding, in a dialog of its own (FLOW-05). */
export function ActDialog(props: ActProps) {
  const { op } = props.begun;
  if (op === 'Urge') return <UrgeDialog {...props} />;
  if (op === 'Revoke') return <RevokeDialog {...props} />;
  return op === 'RemoveSign' || op === 'RevokeRelay' ? <WhyDialog {...props} /> : <WhomDialog {...props} />;
}

/** With whom, and what is said to them: asking, adding, passing on, giving to read. */
function WhomDialog({ on, begun, onClose }: ActProps) {
  const { t } = useText();
  const it = useAct(on, begun);
  const op = begun.op as 'Relay' | 'AddSign' | 'Assign' | 'Copy';
  const n = it.people.length;
  return (
    <ActFrame
      {...{ on, begun, onClose, it }}
      width={600}
      foot={t(`beside.${op}Foot`)}
      ok={n > 0 ? t('beside.sendN', { act: t(`beside.${op}`), n }) : t(`beside.${op}`)}
    >
      {op === 'AddSign' && <Place it={it} />}
      <Whom op={op} it={it} on={on} />
      <Words op={op} it={it} />
      {ACTS[op].files && <Files it={it} />}
    </ActFrame>
  );
}

/** Only why. */
function WhyDialog({ on, begun, onClose }: ActProps) {
  const { t, label, listed } = useText();
  const it = useAct(on, begun);
  const { op, row } = begun;
  const asked = waitedFor(on.rows, [{ op: 'RevokeRelay' }], on.me);
  return (
    <ActFrame {...{ on, begun, onClose, it }} ok={t(`beside.${op}`)}>
      <p className={css.lead}>
        {row
          ? t('beside.removeSignWhat', { who: label(row.review_entity) })
          : t('beside.revokeRelayWhat', { who: listed(asked.map((each) => label(each))) })}
      </p>
      <Words op={op} it={it} />
    </ActFrame>
  );
}
