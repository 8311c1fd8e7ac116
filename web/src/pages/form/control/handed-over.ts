import { type FormState, typedSince } from '../state/form-state.ts';

/** What a page hands to the one that takes its tab: a draft that was looked at is typed in next, a new record becomes one with a number. */
export interface HandedOver {
  /** it was to be sent, and cannot be yet: tell what is wrong */
  isAsked?: true;
  /** where one was: how far down, and in which place */
  top?: number;
  place?: string;
  /** the form as it stands, and as it was sent: what lies between was typed while it was being saved */
  typed?: { now: FormState; since: FormState };
}

const handed = new Map<string, HandedOver>();
const keyOf = (cloud: string, id: number): string => `${cloud}/${id}`;

export const handOver = (cloud: string, id: number, what: HandedOver): unknown => handed.set(keyOf(cloud, id), what);

/** Takes it, once. */
export function takeOver(cloud: string, id: number): HandedOver | undefined {
  const found = handed.get(keyOf(cloud, id));
  handed.delete(keyOf(cloud, id));
  return found;
}

/** Gives it up, unless something was typed in between: whether nobody needs it. */
export function isLeftOver(cloud: string, id: number): boolean {
  const { now, since } = handed.get(keyOf(cloud, id))?.typed ?? {};
  const isNeeded = now !== since && now && since && typedSince(now, since, since) !== null;
  if (!isNeeded) handed.delete(keyOf(cloud, id));
  return !isNeeded;
}
