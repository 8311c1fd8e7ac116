import type { ReactNode } from 'react';
import { stateOf } from '#protocol/rules/actions.ts';
import { isReturn, isTooLong } from '#protocol/rules/event.ts';
import { isFirst } from '#protocol/rules/states.ts';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import type { ProcessRow } from '#protocol/wire/process.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { Choice } from '../process/events.ts';
import css from '../process/flow.module.css';
import { isDecidingRow } from '../process/use-process.ts';
import { NextHandlers } from './NextHandlers.tsx';
import { Opinion } from './Opinion.tsx';
import { foretoldAgainst } from './outcome.ts';
import { ReturnDialog } from './ReturnDialog.tsx';
import { type HandlingOn, useHandling } from './use-handling.ts';

interface HandlingBarProps extends Omit<HandlingOn, 'signed'> {
  /** the log, for the rule of the signing */
  rows: readonly ProcessRow[];
  busy: boolean;
  /** for whom it is decided, where it is not the reader's own */
  behalf?: EntityValue | undefined;
  /** saving without deciding, where the form may be typed in */
  save?: () => void;
  /** what else can be done with the record */
  more?: ReactNode;
}

/** Opinion, who is next, and the step's choices in one place, the primary one first (FLOW-02). */
export function HandlingBar({ rows, busy, behalf, save, more, ...on }: HandlingBarProps) {
  const texts = useText();
  const { t, label } = texts;
  const handling = useHandling({ ...on, signed: rows.filter((row) => row.outcome !== null).length });
  const { choices, primary, next, working } = handling;
  if (choices.length === 0) return null;
  const against = choices.filter(({ event }) => event.next_state === 0 && !isReturn(event));
  const rule = rows.find(isDecidingRow)?.rule;
  const still = busy || working !== null;
  const tooLong = isTooLong(handling.remark);
  return (
    <section className={css.handle} aria-label={t('flow.handling')}>
      {behalf && (
        <p className={css.behalf}>
          <Icon name="user" size={14} />
          {t('flow.actingFor', { who: label(behalf) })}
        </p>
      )}
      <Opinion
        choices={choices}
        needs={handling.needs}
        value={handling.remark}
        wrong={handling.wrong}
        applies={isFirst(on.review_state)}
        onChange={handling.write}
      />
      {next && primary ? (
        <NextHandlers
          next={next}
          step={label(stateOf(on.table, Number(next.state)))}
          skipped={next.skipped.map((value) => label(stateOf(on.table, Number(value))))}
          primary={label(primary.event)}
          rule={rule}
          against={next.of > 1 ? against.map(({ event }) => foretoldAgainst(texts, label(event), rule, next.of)) : []}
          naming={handling.naming}
        />
      ) : (
        <div className={css.next} />
      )}
      <div className={css.decide}>
        {choices.map((choice) => (
          <Button
            key={choice.name}
            size="medium"
            kind={lookOf(choice, primary)}
            busy={working === choice.name}
            disabled={still || tooLong}
            onClick={() => handling.take(choice)}
          >
            {label(choice.event)}
          </Button>
        ))}
        {save && (
          <Button size="medium" kind="quiet" icon="save" busy={busy && working === null} disabled={still} onClick={save}>
            {t('form.save')}
          </Button>
        )}
        {more}
      </div>
      {handling.returning && (
        <ReturnDialog
          event={handling.returning.choice.event}
          next={handling.returning.next}
          busy={working !== null}
          onClose={handling.stay}
          onReturn={handling.sendBack}
        />
      )}
    </section>
  );
}

const lookOf = (choice: Choice, primary: Choice | undefined) =>
  choice === primary ? 'primary' : choice.kind === 'refuse' ? 'danger' : 'default';
