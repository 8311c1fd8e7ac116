import { useEffect, useState } from 'react';
import type { Choice } from '../process/events.ts';
import type { HandlingOn } from './case.ts';
import { askNext, type Next } from './next.ts';
import { whenSettled } from './settled.ts';

/** Where choices lead as the form stands. */
export interface Way {
  /** the way forward; null until it is known, and where it cannot be */
  next: Next | null;
  setNext(next: Next | null): void;
  /** asks the server where a choice leads now */
  leads(choice: Choice): Promise<Next>;
}

/** Follows the way forward while the form is typed in. */
export function useWay({ of, form }: Pick<HandlingOn, 'of' | 'form'>, primary: Choice | undefined): Way {
  const { cloud, id, review_state, todo, rows } = of;
  const { data, watch } = form;
  const [next, setNext] = useState<Next | null>(null);
  // where a choice leads depends on how many have signed too
  const signed = rows.filter((row) => row.outcome !== null).length;
  const leads = (choice: Choice) => askNext({ cloud, id, data: data(), event: choice.event.id, todo });
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the form's content, the step or its votes change
  useEffect(() => {
    if (primary) return whenSettled(data, watch, () => leads(primary), setNext);
  }, [data, watch, primary?.event.id, id, review_state, todo, signed]);
  return { next, setNext, leads };
}
