import type { ActionDef } from '#protocol/meta/flow.ts';
import type { TextKey } from '#web/i18n/catalogue.ts';

export type Needs = 'none' | 'single' | 'multiple';

const NONE: ReadonlySet<string> = new Set(['Add', 'Import', 'Export', 'List', 'Recycle']);
const MULTIPLE: ReadonlySet<string> = new Set(['Delete', 'Batch', 'Print']);

/** How many records an action takes: as declared, else by its op. */
export function needsOf(action: Pick<ActionDef, 'op' | 'param'>): Needs {
  if (action.param) return action.param;
  if (NONE.has(action.op)) return 'none';
  return MULTIPLE.has(action.op) ? 'multiple' : 'single';
}

/** Why an action cannot run on so many records; null when it can (LIST-08). */
export function selectionFault(action: Pick<ActionDef, 'op' | 'param'>, count: number): TextKey | null {
  const needs = needsOf(action);
  if (needs === 'none') return null;
  if (count === 0) return 'actions.selectOne';
  return needs === 'single' && count > 1 ? 'actions.onlyOne' : null;
}

/** How an action runs: pages open, calls are sent. Deleting is a call whatever the definition says. */
export function typeOf(action: Pick<ActionDef, 'op' | 'type'>): NonNullable<ActionDef['type']> {
  if (action.type) return action.type;
  return action.op === 'Delete' || action.op === 'Restore' ? 'AJAX' : 'MODEL';
}
