import { useEffect, useRef, useState } from 'react';
import type { TableDef } from '#protocol/meta/table.ts';
import { isReturn, needsRemark } from '#protocol/rules/event.ts';
import type { Envelope } from '#protocol/wire/envelope.ts';
import { type ApiError, asApiError } from '#web/api/error.ts';
import { useText } from '#web/i18n/use-text.ts';
import { ask } from '#web/ui/overlay/dialog.ts';
import { type Choice, choicesOf } from '../process/events.ts';
import { signersOf } from './chosen.ts';
import { askNext, type Back, type Next } from './next.ts';
import { outcomeOf, told } from './outcome.ts';
import type { Naming } from './SignerPicker.tsx';
import { whenSettled } from './settled.ts';
import { useNaming } from './use-naming.ts';
import { useOpinion } from './use-opinion.ts';

/** A decision as the bar makes it. */
export interface Verdict {
  _event: number;
  remark: string;
  reviewers: readonly number[];
  /** the log row that it returns to */
  back_id?: number;
  /** whether the form must be complete: to send it on, not to send it back or to end it */
  whole: boolean;
}

export interface HandlingOn {
  table: TableDef;
  cloud: string;
  id: number;
  review_state: number;
  /** the to-do that is decided, where there is one */
  todo?: number | undefined;
  /** how many have signed: where a choice leads depends on it too */
  signed: number;
  /** what stands in the form, as it would be sent: guards and handlers depend on it */
  data(): Record<string, unknown>;
  /** whether the form may be sent on; what keeps it from that is told at its places */
  isReady(): Promise<boolean>;
  /** hears of each change in the form; answers how to stop */
  watch(listener: () => void): () => void;
  /** submits, decides or returns, with what is typed, in one call; resolves with its answer, null when it could not be done */
  decide(verdict: Verdict): Promise<Envelope | null>;
  /** after a decision */
  done(message: string, answer: Envelope): void;
  /** says at the bar why nothing was done, until the next attempt; null: that is over */
  complain(words: string | null): void;
  /** whether the page tells itself what a refusal says, which it then needs no other words for */
  isTold(error: ApiError): Promise<boolean>;
}

/** Why the opinion will not do; another one with each press. */
export interface Wrong {
  words: string;
}

export interface Handling {
  choices: readonly Choice[];
  /** the way forward */
  primary: Choice | undefined;
  /** where it leads as the form stands */
  next: Next | null;
  naming: Naming;
  remark: string;
  wrong: Wrong | null;
  write(remark: string): void;
  /** whether a choice asks for an opinion, as far as that is known */
  needs(choice: Choice): boolean;
  /** the choice that is at work: from the press until its answer nothing else can be pressed */
  working: string | null;
  take(choice: Choice): void;
  /** the return that asks for its goal */
  returning: Returning | null;
  sendBack(row: Back): Promise<void>;
  stay(): void;
}

/** A return, and what it would do. */
interface Returning {
  choice: Choice;
  next: Next;
}

/** What can be wrong with the form is said by the save itself, beside the field. */
const SAID_BY_SAVE = new Set([301, 305, 316, 317]);

/** What the handling bar decides; HandlingBar only draws it (FLOW-02). */
export function useHandling(on: HandlingOn): Handling {
  const { table, cloud, id, review_state, todo, signed, data, isReady, watch, decide, done, isTold, complain } = on;
  const texts = useText();
  const { t, label } = texts;
  // what is not saved yet cannot be cancelled or returned
  const choices = choicesOf(table, review_state).filter((choice) => id > 0 || choice.kind === 'forward');
  const primary = choices.find((choice) => choice.kind === 'forward');
  const opinion = useOpinion(cloud, id, todo);
  const { remark } = opinion;
  const naming = useNaming();
  const [wrong, setWrong] = useState<Wrong | null>(null);
  const [next, setNext] = useState<Next | null>(null);
  const [returning, setReturning] = useState<Returning | null>(null);
  const { working, once } = useOnce();

  const mustSay = (choice: Choice, going: Next | null): boolean =>
    remark.trim() === '' && (going ? going.needsRemark : needsRemark(choice.event));
  const leads = (choice: Choice) => askNext({ cloud, id, data: data(), event: choice.event.id, todo });
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the form's content, the step or its votes change
  useEffect(() => {
    if (primary) return whenSettled(data, watch, () => leads(primary), setNext);
  }, [data, watch, primary?.event.id, id, review_state, todo, signed]);

  const send = async (choice: Choice, verdict: Omit<Verdict, 'remark'>): Promise<void> => {
    const answer = await decide({ ...verdict, remark: remark.trim() });
    if (answer === null) return;
    opinion.end();
    setReturning(null);
    done(told(texts, table, label(choice.event), outcomeOf(answer)), answer);
  };

  const goForward = async (choice: Choice, going: Next | null): Promise<void> => {
    if (going?.editable && naming.isPending) return naming.leave();
    const chosen = going?.editable ? opinion.chosenFor(going) : null;
    if (going?.editable && signersOf(going, chosen).length === 0) return complain(t('flow.handlerNeeded'));
    // who chose nobody says nothing of them: they are those whom the definition finds when it is sent
    const reviewers = going && chosen ? signersOf(going, chosen) : [];
    await send(choice, { _event: going?.event ?? choice.event.id, reviewers, whole: true });
  };

  const end = async (choice: Choice, going: Next): Promise<void> => {
    const event = label(choice.event);
    const body = going.decides ? t('flow.refuseBody') : t('flow.refuseVote', { event, signed: going.signed, of: going.of });
    if (!(await ask({ title: t('flow.refuseTitle', { event }), body, ok: event, danger: true }))) return;
    await send(choice, { _event: going.event, reviewers: [], whole: false });
  };

  const take = (choice: Choice) =>
    once(choice.name, async () => {
      complain(null);
      const say = () => setWrong({ words: t('flow.remarkNeeded', { event: label(choice.event) }) });
      if (isReturn(choice.event) && mustSay(choice, null)) return say();
      if (choice.kind === 'forward' && !(await isReady())) return;
      let going: Next | null = null;
      try {
        going = await leads(choice);
      } catch (error) {
        const failed = asApiError(error);
        if (choice.kind !== 'forward' || !SAID_BY_SAVE.has(failed.code)) {
          if (!(await isTold(failed))) complain(failed.remark);
          return;
        }
      }
      if (choice === primary && going) {
        const isLost = opinion.chosenFor(next) !== null && opinion.chosenFor(going) === null;
        setNext(going);
        if (isLost) return complain(t('flow.otherStep'));
      }
      if (mustSay(choice, going)) return say();
      if (choice.kind === 'forward' || !going) return goForward(choice, going);
      if (isReturn(choice.event)) return setReturning({ choice, next: going });
      if (choice.kind === 'refuse') return end(choice, going);
      await send(choice, { _event: going.event, reviewers: [], whole: false });
    });

  const sendBack = async ({ id: back_id }: Back): Promise<void> => {
    if (!returning) return;
    const { choice, next: going } = returning;
    await once(choice.name, () => send(choice, { _event: going.event, back_id, reviewers: [], whole: false }));
  };

  const choose = (ids: Parameters<Naming['choose']>[0]) => {
    complain(null);
    if (next) opinion.choose(next, ids);
  };

  return {
    ...{ choices, primary, next, remark, wrong, working, take, returning, sendBack },
    needs: (choice) => (choice === primary && next ? next.needsRemark : needsRemark(choice.event)),
    naming: { ...naming, chosen: opinion.chosenFor(next), choose },
    write: (typed) => {
      opinion.write(typed);
      setWrong(null);
    },
    stay: () => setReturning(null),
  };
}

/** One thing at a time, from the very press on: a second press before React has drawn the first finds the door closed. */
function useOnce() {
  const [working, setWorking] = useState<string | null>(null);
  const busy = useRef(false);
  const once = async (name: string, work: () => Promise<void> | void): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    setWorking(name);
    try {
      await work();
    } finally {
      busy.current = false;
      setWorking(null);
    }
  };
  return { working, once };
}
