import { tableOf } from '#web/api/table-of.ts';
import { choice, choose } from '#web/choices/choices.ts';

/** How many are remembered. */
const MOST = 8;

/** Ids that this person chose last in pickers of a table, the newest first. */
export const recentOf = (cloud: string): readonly number[] =>
  (choice(`recent.${tableOf(cloud)}`) ?? '').split(',').filter(Boolean).map(Number);

/** Remembers what was chosen now, in the order in which it was chosen. */
export function keepRecent(cloud: string, chosen: readonly number[]): void {
  if (chosen.length === 0) return;
  choose(`recent.${tableOf(cloud)}`, latest(recentOf(cloud), chosen).join(','));
}

/** The last of these, each once. */
export const latest = (before: readonly number[], chosen: readonly number[]): readonly number[] =>
  [...new Set([...chosen.toReversed(), ...before])].slice(0, MOST);
