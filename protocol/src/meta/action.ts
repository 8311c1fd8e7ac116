import type { ActionDef } from './flow.ts';

/** Whether an action, an Add, begins its new record from one that stands: it refers to that, or takes values of it. */
export const isFromRecord = ({ pfield, extra }: Pick<ActionDef, 'pfield' | 'extra'>): boolean => (pfield ?? extra) !== undefined;

/** The values of `action_param`, by name; of a name that stands twice the last. */
export function paramsOf({ action_param: said = '' }: Pick<ActionDef, 'action_param'>): Readonly<Record<string, string>> {
  return Object.fromEntries(pairsIn(said).map(({ name, value }) => [name, value]));
}

/** What `action_param` says, pair by pair: blanks around a name or a value count for nothing. */
export const pairsIn = (said: string): { name: string; value: string }[] =>
  said.split('&').flatMap((pair) => {
    const at = pair.indexOf('=');
    const name = (at < 0 ? pair : pair.slice(0, at)).trim();
    return pair.trim() === '' ? [] : [{ name, value: at < 0 ? '' : pair.slice(at + 1).trim() }];
  });
