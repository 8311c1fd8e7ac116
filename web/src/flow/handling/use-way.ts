import { useEffect, useState } from 'react';
import type { Choice } from '../process/events.ts';
import type { HandlingOn } from './case.ts';
import { askNext, type Next } from './next.ts';
import { whenSettled } from './settled.ts';

/** Where another choice leads as the form stands. */
export interface OtherWay {
  choice: Choice;
  next: Next;
}

/** Where choices lead as the form stands. */
export interface Way {
  /** the way forward; null until it is known, and where it cannot be */
  next: Next | null;
  /** the other ways forward, of those that are open */
  others: readonly OtherWay[];
  setNext(next: Next | null): void;
  /** asks the server where a choice leads now */
  leads(choice: Choice): Promise<Next>;
}

/** Ways beside the first of which the bar tells where they lead: each is asked of the server. */
const MOST_OTHERS = 3;
const NONE: readonly OtherWay[] = [];

/** Follows the ways forward while the form is typed in; the first of them is the primary choice. */
export function useWay({ of, form }: Pick<HandlingOn, 'of' | 'form'>, forward: readonly Choice[]): Way {
  const [primary, ...rest] = forward;
  const { cloud, id, review_state, todo, rows } = of;
  const { data, watch } = form;
  const [next, setNext] = useState<Next | null>(null);
  const [others, setOthers] = useState(NONE);
  // where a choice leads depends on how many have signed too
  const signed = rows.filter((row) => row.outcome !== null).length;
  const leads = (choice: Choice) => askNext({ cloud, id, data: data(), event: choice.event.id, todo });
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the form's content, the step or its votes change
  useEffect(() => {
    if (primary) return whenSettled(data, watch, () => leads(primary), setNext);
  }, [data, watch, primary?.event.id, id, review_state, todo, signed]);
  const beside = rest.slice(0, MOST_OTHERS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same
  useEffect(() => {
    setOthers(NONE);
    // one whose condition does not hold now leads nowhere, and is told of when it is taken
    const ways = () =>
      Promise.all(
        beside.map((choice) =>
          leads(choice).then(
            (way) => [{ choice, next: way }],
            () => NONE,
          ),
        ),
      );
    if (beside.length > 0) return whenSettled(data, watch, ways, (found) => setOthers(found?.flat() ?? NONE));
  }, [data, watch, beside.map(({ event }) => event.id).join(), id, review_state, todo, signed]);
  return { next, setNext, others, leads };
}
