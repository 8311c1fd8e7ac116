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

/** Whether two actions do the same, in whatever state they stand: of what its action carries, only the one itself does. */
export const isSameAction = (one: Pick<ActionDef, 'op' | 'uid'>, other: Pick<ActionDef, 'op' | 'uid'>): boolean =>
  one.uid === other.uid || (one.op === other.op && opDef(one.op).carried !== true);

/** How an action runs: pages open, calls are sent. Deleting is a call whatever the definition says. */
export function typeOf(action: Pick<ActionDef, 'op' | 'type'>): NonNullable<ActionDef['type']> {
  return action.type ?? (opDef(action.op).calls ? 'AJAX' : 'MODEL');
}
