import type { ReactNode } from 'react';
import { stateOf } from '#protocol/rules/actions.ts';
import { isReturn, isTooLong } from '#protocol/rules/event.ts';
import { isFirst } from '#protocol/rules/states.ts';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { Choice } from '../process/events.ts';
import { isDecidingRow } from '../process/use-process.ts';
import type { Case, HandlingOn } from './case.ts';
import css from './HandlingBar.module.css';
import { NextHandlers } from './NextHandlers.tsx';
import { Opinion } from './Opinion.tsx';
import { foretoldAgainst } from './outcome.ts';
import { ReturnDialog } from './ReturnDialog.tsx';
import { type Handling, useHandling } from './use-handling.ts';

interface HandlingBarProps extends HandlingOn {
  busy: boolean;
  /** saving without deciding, where the form may be typed in */
  save?: () => void;
  /** what else can be done with the record */
  more?: ReactNode;
}

/** Opinion, who is next, and the step's choices in one place, the primary one first (FLOW-02). */
export function HandlingBar({ busy, save, more, ...on }: HandlingBarProps) {
  const { t } = useText();
  const handling = useHandling(on);
  const { choices, working, returning } = handling;
  if (choices.length === 0) return null;
  const { behalf, review_state } = on.of;
  return (
    <section className={css.handle} aria-label={t('flow.handling')}>
      {behalf && <Behalf of={behalf} />}
      <Opinion
        choices={choices}
        needs={handling.needs}
        value={handling.remark}
        wrong={handling.wrong}
        applies={isFirst(review_state)}
        onChange={handling.write}
      />
      <WayOn handling={handling} of={on.of} />
      <div className={css.decide}>
        <Choices handling={handling} busy={busy} />
        {save && (
          <Button size="medium" kind="quiet" icon="save" busy={busy && working === null} disabled={busy || working !== null} onClick={save}>
            {t('form.save')}
          </Button>
        )}
        {more}
      </div>
      {returning && (
        <ReturnDialog
          event={returning.choice.event}
          next={returning.next}
          busy={working !== null}
          onClose={handling.stay}
          onReturn={handling.sendBack}
        />
      )}
    </section>
  );
}

function Behalf({ of }: { of: EntityValue }) {
  const { t, label } = useText();
  return (
    <p className={css.behalf}>
      <Icon name="user" size={14} />
      {t('flow.actingFor', { who: label(of) })}
    </p>
  );
}

/** Where the way forward leads, once that is known. */
function WayOn({ handling: { choices, primary, next, naming }, of }: { handling: Handling; of: Case }) {
  const texts = useText();
  const { label } = texts;
  if (!next || !primary) return <div className={css.unknown} />;
  const against = choices.filter(({ event }) => event.next_state === 0 && !isReturn(event));
  const rule = of.rows.find(isDecidingRow)?.rule;
  const nameOf = (state: string) => label(stateOf(of.table, Number(state)));
  return (
    <NextHandlers
      next={next}
      step={nameOf(next.state)}
      skipped={next.skipped.map(nameOf)}
      primary={label(primary.event)}
      rule={rule}
      against={next.of > 1 ? against.map(({ event }) => foretoldAgainst(texts, label(event), rule, next.of)) : []}
      naming={naming}
    />
  );
}

function Choices({ handling: { choices, primary, working, remark, take }, busy }: { handling: Handling; busy: boolean }) {
  const { label } = useText();
  return choices.map((choice) => (
    <Button
      key={choice.name}
      size="medium"
      kind={lookOf(choice, primary)}
      busy={working === choice.name}
      disabled={busy || working !== null || isTooLong(remark)}
      onClick={() => take(choice)}
    >
      {label(choice.event)}
    </Button>
  ));
}

const lookOf = (choice: Choice, primary: Choice | undefined) =>
  choice === primary ? 'primary' : choice.kind === 'refuse' ? 'danger' : 'default';
