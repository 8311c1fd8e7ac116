import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { TableDef } from '#protocol/meta/table.ts';
import type { ProcessRow } from '#protocol/wire/process.ts';
import { call } from '#web/api/call.ts';
import { asApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { newRid } from '#web/api/rid.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Input } from '#web/ui/controls.ts';
import { ask } from '#web/ui/dialog.ts';
import { toast } from '#web/ui/toast.ts';
import { type Choice, choicesOf } from './events.ts';
import css from './flow.module.css';
import { NextHandlers } from './NextHandlers.tsx';
import { askNext, type Next } from './next.ts';
import { ReturnDialog } from './ReturnDialog.tsx';
import { whenSettled } from './settled.ts';
import { useOpinion } from './use-opinion.ts';

const LONGEST = 799;

export interface Verdict {
  _event: number;
  remark: string;
  reviewers: readonly number[];
  attachs?: string;
}

export interface HandlingBarProps {
  table: TableDef;
  cloud: string;
  id: number;
  review_state: number;
  /** the log, for returns */
  rows: readonly ProcessRow[];
  busy: boolean;
  /** what stands in the form, as it would be sent: guards and handlers depend on it */
  data(): Record<string, unknown>;
  /** hears of each change in the form; answers how to stop */
  watch(listener: () => void): () => void;
  /** submits or decides through Add or Modify; resolves with the record's id */
  decide(verdict: Verdict): Promise<number | null>;
  /** after a decision or a return */
  done(message: string): void;
  /** saving without deciding, where the form may be typed in */
  save?: () => void;
  /** what else can be done with the record */
  more?: ReactNode;
}

/** Remark, next handler and the step's choices in one place; the primary one first (workflow 2.4, FLOW-02). */
export function HandlingBar(props: HandlingBarProps) {
  const { table, cloud, id, review_state, rows, busy, data, watch, decide, done, save, more } = props;
  const { t, label, listed } = useText();
  // what is not saved yet cannot be cancelled or returned
  const choices = choicesOf(table, review_state).filter((choice) => id > 0 || choice.kind === 'forward');
  const opinion = useOpinion(cloud, id);
  const { remark, chosen } = opinion;
  const [wrong, setWrong] = useState<string | null>(null);
  const [next, setNext] = useState<Next | null>(null);
  const [returning, setReturning] = useState<Choice | null>(null);
  /** The button that is at work turns, not the most prominent one; '' is Save. */
  const [pressed, setPressed] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const primary = choices.find((choice) => choice.kind === 'forward');

  const whoIsNext = (choice: Choice) => askNext(table, { cloud, id, data: data(), event: choice.event.id });
  const stepOf = ({ state }: Next) => label(table.states.find((each) => each.value === state));

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the form's content or the step changes
  useEffect(() => {
    if (primary) return whenSettled(data, watch, () => whoIsNext(primary), setNext);
  }, [data, watch, primary?.event.id, id, review_state]);

  /** One signature of several leaves the record where it is: then it is not with the next one yet. */
  const hasMoved = async (): Promise<boolean> => {
    if (id === 0) return true;
    const answer = await call(ops.get, { cloud, id, fields: 'review_state' }).catch(() => null);
    return Number(answer?.data?.review_state ?? Number.NaN) !== review_state;
  };

  const complain = (text: string) => {
    setWrong(text);
    box.current?.querySelector('textarea')?.focus();
  };

  /** One press is one decision, however often it is pressed. */
  const isAtWork = useRef(false);
  const press = async (choice: Choice) => {
    if (isAtWork.current) return;
    isAtWork.current = true;
    setPressed(choice.name);
    await take(choice).finally(() => {
      isAtWork.current = false;
    });
  };

  const take = async (choice: Choice) => {
    if (choice.event.need_remark && remark.trim() === '') return complain(t('flow.remarkNeeded', { event: label(choice.event) }));
    if (choice.event.back_state !== undefined) return setReturning(choice);
    if (
      choice.kind === 'refuse' &&
      !(await ask({
        title: t('flow.refuseTitle', { event: label(choice.event) }),
        body: t('flow.refuseBody'),
        ok: label(choice.event),
        danger: true,
      }))
    )
      return;
    let going: Next | null = null;
    try {
      going = choice.kind === 'forward' ? await whoIsNext(choice) : null;
    } catch (error) {
      const failed = asApiError(error);
      // what is wrong with the form is said by the save itself, beside the field
      if (failed.code !== 305 && failed.code !== 301 && failed.code !== 314 && failed.code !== 317) return toast.error(failed.remark);
    }
    const reviewers = going?.editable ? (chosen ?? going.people.map((each) => each.id)) : [];
    if (going?.editable && reviewers.length === 0) return toast.error(t('flow.handlerNeeded'));
    const saved = await decide({ _event: going?.event ?? choice.event.id, remark: remark.trim(), reviewers });
    if (saved === null) return;
    opinion.end();
    const who = going?.people.filter((each) => reviewers.length === 0 || reviewers.includes(each.id)) ?? [];
    done(
      who.length > 0 && going?.state && (await hasMoved())
        ? t('flow.wentTo', { event: label(choice.event), step: stepOf(going), who: listed(who.map((each) => each.key_name)) })
        : t('flow.decided', { event: label(choice.event) }),
    );
  };

  const sendBack = async (row: ProcessRow): Promise<void> => {
    const choice = returning!;
    try {
      await call(ops.reject, { cloud, id, _event: choice.event.id, back_id: row.id, remark: remark.trim(), _rid: newRid() });
      setReturning(null);
      opinion.end();
      done(t('flow.returnedTo', { who: row.review_entity.key_name ?? '' }));
    } catch (error) {
      toast.error(asApiError(error).remark);
    }
  };

  if (choices.length === 0) return null;
  const length = [...remark].length;
  return (
    <section className={css.handle} aria-label={t('flow.handling')}>
      <div className={css.remark} ref={box}>
        <Input.TextArea
          aria-label={t('flow.remark')}
          placeholder={t('flow.remarkHint')}
          value={remark}
          autoSize={{ minRows: 2, maxRows: 5 }}
          status={wrong || length > LONGEST ? 'error' : ''}
          aria-invalid={wrong !== null}
          onChange={(event) => {
            opinion.set({ remark: event.target.value });
            setWrong(null);
          }}
        />
        <div className={css.tools}>
          {wrong ? (
            <span className={css.over} role="alert">
              {wrong}
            </span>
          ) : (
            [t('flow.phraseAgree'), t('flow.phraseChecked')].map((phrase) => (
              <button
                key={phrase}
                type="button"
                className={css.phrase}
                onClick={() => opinion.set({ remark: remark ? `${remark} ${phrase}` : phrase })}
              >
                {phrase}
              </button>
            ))
          )}
          <span className={length > LONGEST ? `${css.count} ${css.over}` : css.count}>{length} / 800</span>
        </div>
      </div>
      {next && primary ? (
        <NextHandlers
          next={next}
          step={stepOf(next)}
          primary={label(primary.event)}
          chosen={chosen}
          choose={(ids) => opinion.set({ chosen: ids })}
        />
      ) : (
        <div className={css.next} />
      )}
      <div className={css.decide}>
        {choices.map((choice) => (
          <Button
            key={choice.name}
            size="medium"
            kind={choice === primary ? 'primary' : choice.kind === 'refuse' ? 'danger' : 'default'}
            busy={busy && pressed === choice.name}
            disabled={busy || length > LONGEST}
            onClick={() => void press(choice)}
          >
            {label(choice.event)}
          </Button>
        ))}
        {save && (
          <Button
            size="medium"
            kind="quiet"
            icon="save"
            busy={busy && pressed === ''}
            disabled={busy}
            onClick={() => {
              setPressed('');
              save();
            }}
          >
            {t('form.save')}
          </Button>
        )}
        {more}
      </div>
      {returning && (
        <ReturnDialog table={table} event={returning.event} rows={rows} onClose={() => setReturning(null)} onReturn={sendBack} />
      )}
    </section>
  );
}
