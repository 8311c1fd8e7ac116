import { useState } from 'react';
import type { EventDef } from '#protocol/meta/flow.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { BESIDE_EN, BESIDE_ZH } from '#web/i18n/parts/beside.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Radio } from '#web/ui/controls.ts';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import type { Back, Next } from './next.ts';
import css from './ReturnDialog.module.css';

addTexts(BESIDE_ZH, BESIDE_EN);

interface ReturnDialogProps {
  event: EventDef;
  /** what the return would do, as the server sees it */
  next: Next;
  busy: boolean;
  onClose(): void;
  onReturn(row: Back): void;
}

/** Which earlier row it goes back to: submissions and decisions of the steps that the event lists, one a person and step (FLOW-04). */
export function ReturnDialog({ event, next, busy, onClose, onReturn }: ReturnDialogProps) {
  const { t, label } = useText();
  const { backs, decides, signed, of } = next;
  const [chosen, setChosen] = useState<number | null>(backs[0]?.id ?? null);
  const send = () => {
    const row = backs.find((each) => each.id === chosen);
    if (row) onReturn(row);
  };
  return (
    <Dialog
      open
      title={t('flow.returnTitle')}
      onClose={onClose}
      footer={
        <>
          <Button size="medium" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button size="medium" kind="primary" busy={busy} disabled={chosen === null} onClick={send}>
            {label(event)}
          </Button>
        </>
      }
    >
      {!decides && <p className={css.said}>{t('flow.returnVote', { event: label(event), signed, of })}</p>}
      {event.resume && backs.length > 0 && <p className={css.said}>{t('beside.returnDirect')}</p>}
      {backs.length === 0 ? (
        <EmptyState title={t('flow.noGoals')} />
      ) : (
        <Radio.Group
          className={css.goals}
          value={chosen}
          onChange={(change) => setChosen(change.target.value)}
          aria-label={t('flow.returnTitle')}
        >
          {backs.map((row) => (
            <Radio key={row.id} value={row.id}>
              {label(row)}　{label(row.review_entity)}
            </Radio>
          ))}
        </Radio.Group>
      )}
    </Dialog>
  );
}
