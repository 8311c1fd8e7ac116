import { useState } from 'react';
import { isReturn } from '#protocol/rules/event.ts';
import { asApiError } from '#web/api/error.ts';
import { useText } from '#web/i18n/use-text.ts';
import { ask } from '#web/ui/overlay/dialog.ts';
import type { Choice } from '../process/events.ts';
import { type Attachments, attached } from './attachments.ts';
import type { HandlingOn, Verdict, Wrong } from './case.ts';
import { signersOf } from './chosen.ts';
import { useDemands } from './demands/use-demands.ts';
import type { Limiting } from './demands/use-limit.ts';
import type { Back, Next } from './next.ts';
import { outcomeOf, told } from './outcome.ts';
import type { useNaming } from './use-naming.ts';
import { useOnce } from './use-once.ts';
import type { useOpinion } from './use-opinion.ts';
import type { Way } from './use-way.ts';

/** A return that asks for its goal, and what it would do. */
interface Returning {
  choice: Choice;
  next: Next;
}

export interface Deciding {
  wrong: Wrong | null;
  /** the opinion is another one: what was wrong with it is over */
  rewritten(): void;
  /** the choice that is at work: from the press until its answer nothing else can be pressed */
  working: string | null;
  take(choice: Choice): void;
  returning: Returning | null;
  sendBack(row: Back): Promise<void>;
  stay(): void;
}

interface DecidingOn extends HandlingOn {
  primary: Choice | undefined;
  opinion: ReturnType<typeof useOpinion>;
  attachments: Attachments;
  limit: Limiting;
  naming: ReturnType<typeof useNaming>;
  way: Way;
}

/** What can be wrong with the form is said by the save itself, beside the field. */
const SAID_BY_SAVE = new Set([301, 305, 316, 317]);

/** From the press of a choice to its answer: what it needs first, what it asks, and what is sent. */
export function useDeciding(on: DecidingOn): Deciding {
  const { form, primary, opinion, limit, way } = on;
  const { t, label } = useText();
  const [returning, setReturning] = useState<Returning | null>(null);
  const { working, once } = useOnce();
  const send = useSend(on, () => setReturning(null));
  const goForward = useForward(on, send);
  const { wrong, rewritten, lacksWords, lacks } = useDemands(on);

  const end = async (choice: Choice, going: Next): Promise<void> => {
    const event = label(choice.event);
    const body = going.decides ? t('flow.refuseBody') : t('flow.refuseVote', { event, signed: going.signed, of: going.of });
    if (!(await ask({ title: t('flow.refuseTitle', { event }), body, ok: event, danger: true }))) return;
    await send(choice, { _event: going.event, reviewers: [], whole: false, ...limit.sent(choice, going) });
  };

  /** Where it leads; null where the save itself will say why it does not, undefined where that is said already. */
  const foresee = async (choice: Choice): Promise<Next | null | undefined> => {
    try {
      return await way.leads(choice);
    } catch (error) {
      const failed = asApiError(error);
      if (choice.kind === 'forward' && SAID_BY_SAVE.has(failed.code)) return null;
      if (!(await on.page.isTold(failed))) on.page.complain(failed.remark);
    }
  };

  const take = (choice: Choice) =>
    once(choice.name, async () => {
      on.page.complain(null);
      if (on.attachments.uploading) return on.page.complain(t('beside.attachWait'));
      if (choice.kind !== 'forward') form.ease();
      if (isReturn(choice.event) && lacksWords(choice, null)) return;
      if (choice.kind === 'forward' && !(await form.isReady())) return;
      const going = await foresee(choice);
      if (going === undefined) return;
      if (choice === primary && going) {
        const isLost = opinion.chosenFor(way.next) !== null && opinion.chosenFor(going) === null;
        way.setNext(going);
        if (isLost) return on.page.complain(t('flow.otherStep'));
      }
      if (lacks(choice, going)) return;
      if (choice.kind === 'forward' || !going) return goForward(choice, going);
      if (isReturn(choice.event)) return setReturning({ choice, next: going });
      if (choice.kind === 'refuse') return end(choice, going);
      await send(choice, { _event: going.event, reviewers: [], whole: false, ...limit.sent(choice, going) });
    });

  const sendBack = async ({ id: back_id }: Back): Promise<void> => {
    if (!returning) return;
    const { choice, next: going } = returning;
    const verdict = { _event: going.event, back_id, reviewers: [], whole: false, ...limit.sent(choice, going) };
    await once(choice.name, () => send(choice, verdict));
  };
  return { wrong, rewritten, working, take, returning, sendBack, stay: () => setReturning(null) };
}

type Send = (choice: Choice, verdict: Omit<Verdict, 'remark' | 'attachs'>) => Promise<void>;

/** Sends a decision with the opinion, and says what came of it. */
function useSend({ of, page, opinion, limit }: DecidingOn, settle: () => void): Send {
  const texts = useText();
  return async (choice, verdict) => {
    const answer = await page.decide(
      { ...verdict, word: texts.label(choice.event), remark: opinion.remark.trim(), ...attached(opinion.files) },
      limit.isTold,
    );
    if (answer === null) return;
    opinion.end();
    settle();
    page.done(told(texts, of.table, texts.label(choice.event), outcomeOf(answer)), answer);
  };
}

/** The way forward, with those who were named to sign next. */
function useForward({ page, opinion, limit, naming }: DecidingOn, send: Send) {
  const { t } = useText();
  return async (choice: Choice, going: Next | null): Promise<void> => {
    if (going?.editable && naming.isPending) return naming.leave();
    const chosen = going?.editable ? opinion.chosenFor(going) : null;
    if (going?.editable && signersOf(going, chosen).length === 0) return page.complain(t('flow.handlerNeeded'));
    // who chose nobody says nothing of them: they are those whom the definition finds when it is sent
    const reviewers = going && chosen ? signersOf(going, chosen) : [];
    await send(choice, { _event: going?.event ?? choice.event.id, reviewers, whole: true, ...limit.sent(choice, going) });
  };
}
