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
import { LimitBox } from './demands/LimitBox.tsx';
import css from './HandlingBar.module.css';
import { NextHandlers } from './NextHandlers.tsx';
import { Opinion } from './Opinion.tsx';
import { askedOf, foretoldAgainst, foretoldBeside } from './outcome.ts';
import { ReturnDialog } from './ReturnDialog.tsx';
import { type Handling, useHandling } from './use-handling.ts';

/** The choices once more, for what covers them: it hears of a press. */
export type Decisions = (onPress: () => void) => ReactNode;

interface HandlingBarProps extends HandlingOn {
  busy: boolean;
  /** saving without deciding, where the form may be typed in */
  save?: () => void;
  /** what else can be done with the record */
  more?: (decisions: Decisions) => ReactNode;
}

/** Opinion, who is next, and the step's choices in one place, the primary one first (FLOW-02). */
export function HandlingBar({ busy, save, more, ...on }: HandlingBarProps) {
  const { t } = useText();
  const handling = useHandling(on);
  const { choices, working, returning, limit } = handling;
  if (choices.length === 0) return null;
  const { behalf, review_state, waits } = on.of;
  const decisions: Decisions = (onPress) => <Choices {...{ handling, busy, onPress }} waits={waits.length > 0} />;
  return (
    <section className={css.handle} aria-label={t('flow.handling')}>
      {behalf && <Behalf of={behalf} />}
      <Opinion
        choices={choices}
        needs={handling.needs}
        value={handling.remark}
        wrong={handling.wrong}
        attachments={handling.attachments}
        applies={isFirst(review_state)}
        onChange={handling.write}
      />
      {waits.length > 0 ? <Waits who={waits} /> : <WayOn handling={handling} of={on.of} />}
      {waits.length === 0 && limit.asking.length > 0 && (
        <LimitBox limit={limit} cloud={on.of.cloud} rowid={on.of.id} always={limit.asking.length === choices.length} />
      )}
      <div className={css.decide}>
        {decisions(() => undefined)}
        {save && (
          <Button size="medium" kind="quiet" icon="save" busy={busy && working === null} disabled={busy || working !== null} onClick={save}>
            {t('form.save')}
          </Button>
        )}
        {more?.(decisions)}
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

/** Nothing can be decided before these have answered. */
function Waits({ who }: { who: readonly EntityValue[] }) {
  const { t, label, listed } = useText();
  return (
    <p className={css.waits} role="status">
      <Icon name="history" size={14} />
      {t('beside.waitsFor', { who: listed(who.map((each) => label(each))) })}
    </p>
  );
}

/** Where the way forward leads, once that is known. */
function WayOn({ handling: { choices, primary, next, others, naming }, of }: { handling: Handling; of: Case }) {
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
      asked={askedOf(texts, of.table, choices)}
      against={next.of > 1 ? against.map(({ event }) => foretoldAgainst(texts, label(event), rule, next.of)) : []}
      beside={others.map(({ choice, next: way }) => foretoldBeside(texts, label(choice.event), nameOf(way.state), rule, way))}
      naming={naming}
    />
  );
}

interface ChoicesProps {
  handling: Handling;
  busy: boolean;
  /** others have yet to answer */
  waits: boolean;
  onPress(): void;
}

function Choices({ handling: { choices, primary, working, remark, take }, busy, waits, onPress }: ChoicesProps) {
  const { label } = useText();
  return choices.map((choice) => (
    <Button
      key={choice.name}
      size="medium"
      kind={lookOf(choice, primary)}
      busy={working === choice.name}
      disabled={busy || waits || working !== null || isTooLong(remark)}
      onClick={() => {
        onPress();
        take(choice);
      }}
    >
      {label(choice.event)}
    </Button>
  ));
}

const lookOf = (choice: Choice, primary: Choice | undefined) =>
  choice === primary ? 'primary' : choice.kind === 'refuse' ? 'danger' : 'default';
