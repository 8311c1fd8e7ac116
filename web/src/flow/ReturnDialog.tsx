import { useState } from 'react';
import type { EventDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { ProcessRow } from '#protocol/wire/process.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Radio } from '#web/ui/controls.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { backStates } from './events.ts';
import css from './flow.module.css';

interface ReturnDialogProps {
  table: TableDef;
  event: EventDef;
  rows: readonly ProcessRow[];
  busy: boolean;
  onClose(): void;
  onReturn(row: ProcessRow): void;
}

/** Which earlier row it goes back to: submissions and decisions of the steps that the event lists, one a person and step (FLOW-04). */
export function ReturnDialog({ table, event, rows, busy, onClose, onReturn }: ReturnDialogProps) {
  const { t, label } = useText();
  const goals = returnGoals(rows, event);
  const [chosen, setChosen] = useState<number | null>(goals[0]?.id ?? null);
  const stepOf = (row: ProcessRow) =>
    label(table.states.find((state) => Number(state.value) === (row.back_state === 0 ? 1 : row.back_state)));
  const send = () => {
    const row = goals.find((each) => each.id === chosen);
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
      {goals.length === 0 ? (
        <EmptyState title={t('flow.noGoals')} />
      ) : (
        <Radio.Group
          className={css.goals}
          value={chosen}
          onChange={(change) => setChosen(change.target.value)}
          aria-label={t('flow.returnTitle')}
        >
          {goals.map((row) => (
            <Radio key={row.id} value={row.id}>
              {stepOf(row)}　{label(row.review_entity)}
            </Radio>
          ))}
        </Radio.Group>
      )}
    </Dialog>
  );
}

/** Rows in state 1 or 3 of the listed steps, before the present visit; the newest of each person and step. */
export function returnGoals(rows: readonly ProcessRow[], event: EventDef): ProcessRow[] {
  const steps = backStates(event).map((step) => (step === 0 ? 1 : step));
  const visit = Math.max(0, ...rows.map((row) => row.visit));
  const goals = new Map<string, ProcessRow>();
  for (const row of rows) {
    const step = row.back_state === 0 ? 1 : row.back_state;
    if (![1, 3].includes(row.review_state.id) || !steps.includes(step) || row.visit >= visit) continue;
    goals.set(`${step}/${row.review_entity.id}`, row);
  }
  return [...goals.values()].reverse();
}
