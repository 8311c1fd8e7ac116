import { type Kept, keptChoices } from './choices.ts';

/** What stands against an answer that was asked for when `then` was kept: what was on its way to the server, and what was chosen since. */
export function chosenSince(then: Kept): Kept['values'] {
  const { owner, values } = keptChoices();
  if (owner !== then.owner) return {};
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => name in then.unsent || then.values[name] !== value));
}
