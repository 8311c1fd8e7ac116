import type { ActionDef } from '#protocol/meta/flow.ts';
import type { IconName } from '#web/ui/Icon.tsx';

const ICONS: Readonly<Record<string, IconName>> = {
  Add: 'add',
  Paste: 'rows',
  Batch: 'edit',
  Print: 'printer',
  Delete: 'close',
  Export: 'export',
  Import: 'import',
  Modify: 'edit',
  Show: 'eye',
  Review: 'check',
  Reply: 'send',
  Submit: 'send',
  Copy: 'copy',
  Restore: 'undo',
  Open: 'open',
  Call: 'play',
  Bind: 'link',
  Unbind: 'close',
};

export type ActionKind = NonNullable<ActionDef['button']>;

/** Default kinds (LIST-03); the definition's own come first. The sheet draws one primary solid, the others quiet. */
export function actionKind(action: Pick<ActionDef, 'op' | 'button'>): ActionKind {
  if (action.button) return action.button;
  if (action.op === 'Delete' || action.op === 'Export') return 'warning';
  return action.op === 'Import' ? 'success' : 'primary';
}

export const actionIcon = (action: Pick<ActionDef, 'op'>): IconName | undefined =>
  Object.hasOwn(ICONS, action.op) ? ICONS[action.op] : undefined;

/** Room a button takes: 16 a character, 30 around them, 20 for an icon (LIST-02). Latin letters are half as wide. */
export function buttonWidth(label: string, icon: boolean): number {
  const letters = [...label].reduce((sum, letter) => sum + (letter.charCodeAt(0) < 0x2e80 ? 8 : 16), 0);
  return letters + 30 + (icon ? 20 : 0);
}

const MORE_WIDTH = 75;

/** How many of the buttons stand inline in `room` px; fewer than 3 always do, the rest goes under 'More'. */
export function fitButtons(widths: readonly number[], room: number): number {
  if (widths.length < 3) return widths.length;
  let used = 0;
  for (const [at, width] of widths.entries()) {
    used += width;
    const isLast = at === widths.length - 1;
    if (used + (isLast ? 0 : MORE_WIDTH) > room) return at;
  }
  return widths.length;
}
