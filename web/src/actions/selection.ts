import type { ActionDef } from '#protocol/meta/flow.ts';
import { opDef } from '#protocol/meta/ops.ts';
import type { TextKey } from '#web/i18n/catalogue.ts';

export type Needs = 'none' | 'single' | 'multiple';

/** How many records an action takes: as declared, else by its op. */
export function needsOf(action: Pick<ActionDef, 'op' | 'param'>): Needs {
  return action.param ?? opDef(action.op).needs ?? 'single';
}

/** Why an action cannot run on so many records; null when it can (LIST-08). */
export function selectionFault(action: Pick<ActionDef, 'op' | 'param'>, count: number): TextKey | null {
  const needs = needsOf(action);
  if (needs === 'none') return null;
  if (count === 0) return 'actions.selectOne';
  return needs === 'single' && count > 1 ? 'actions.onlyOne' : null;
}

/**
 * What a button of a list says before it is pressed, with so many records chosen: what it waits for, or what it would change. One that waits
 * looks at rest and says the same in words when it is pressed; a change of several has all that match where none is chosen (docs/decisions/297).
 */
export function saidBefore(action: Pick<ActionDef, 'op' | 'param'>, count: number): { said: TextKey; waits: boolean } | null {
  if (action.op === 'Batch') return { said: count === 0 ? 'actions.batchAll' : 'actions.batchSome', waits: false };
  const fault = selectionFault(action, count);
  return fault && { said: fault, waits: true };
}

/** Whether two actions do the same, in whatever state they stand: of what its action carries, only the one itself does. */
export const isSameAction = (one: Pick<ActionDef, 'op' | 'uid'>, other: Pick<ActionDef, 'op' | 'uid'>): boolean =>
  one.uid === other.uid || (one.op === other.op && opDef(one.op).carried !== true);

/** How an action runs: pages open, calls are sent. Deleting is a call whatever the definition says. */
export function typeOf(action: Pick<ActionDef, 'op' | 'type'>): NonNullable<ActionDef['type']> {
  return action.type ?? (opDef(action.op).calls ? 'AJAX' : 'MODEL');
}
