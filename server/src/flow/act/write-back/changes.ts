import { Refusal } from '#protocol/codes.ts';
import { Decimal } from '#protocol/fields/decimal.ts';
import { amountIn, isReckoned, type Reckoning } from '#protocol/meta/flow.ts';
import { wholePlace } from '#protocol/rules/places.ts';
import type { Ground } from '../ground.ts';
import { type Locked, type Occasion, plainValues, saidOf, valueAt } from './places.ts';
import { shortage } from './shortage.ts';
import { explained, type Written } from './write-back-refusal.ts';

/** What is left of a number that has been reckoned with, and what must be. */
interface Reckoned {
  left: Decimal;
  least: Decimal | null;
  /** what took the most of it */
  origin: Occasion;
  most: Decimal;
}

/**
 * The values of a record after all that a decision says of it, in the order of the definition and of the rows: what is assigned, and what is
 * added and taken away, exactly, upon what lies there. An empty number counts as nothing, an empty amount moves nothing. What is left is looked at in
 * the end: in which order a decision gives and takes is nobody's matter.
 */
export async function changeOf(ground: Ground, target: Locked): Promise<Written> {
  const { table, stored, occasions } = target;
  const fields: Record<string, unknown> = {};
  const said: Record<string, string | number> = {};
  const reckoned = new Map<string, Reckoned>();
  for (const one of occasions) {
    Object.assign(fields, plainValues(one.def.values, one, ground));
    Object.assign(said, saidOf(one.def.values));
    for (const [name, value] of Object.entries(one.def.values)) {
      if (!isReckoned(value)) continue;
      const before = reckoned.get(name);
      const by = await moveOf(value, one, ground, { cloud: table.name, said, fields: { ...fields, [name]: 0 }, op: 'Modify' }, name);
      const has = new Decimal(String(fields[name] ?? stored.values[name] ?? 0));
      const left = has.plus(by);
      fields[name] = left.toFixed();
      const least = leastOf(table.fields.get(name)?.def.min, value.min, before?.least);
      const takes = !before || by.lt(before.most);
      reckoned.set(name, { left, least, origin: takes ? one : before.origin, most: takes ? by : before.most });
    }
  }
  for (const [name, { left, least, origin }] of reckoned) {
    const has = new Decimal(String(stored.values[name] ?? 0));
    if (least !== null && left.lt(least) && left.lt(has)) throw shortage(ground, target, origin, { name, has, left, least });
  }
  return { cloud: table.name, said, fields, op: 'Modify' };
}

async function moveOf(reckoning: Reckoning, one: Occasion, ground: Ground, written: Written, name: string): Promise<Decimal> {
  const { amount, takes } = amountIn(reckoning);
  const place = wholePlace(String(amount));
  const value = new Decimal(String((place === undefined ? amount : valueAt(place, one, ground)) ?? 0));
  const isBelow = takes && value.lt(0);
  if (isBelow) await explained(ground, [one], written, () => Promise.reject(new Refusal(305, '$flow_amount_below', { field_name: name })));
  return takes ? value.negated() : value;
}

/** The greatest of what must be left. */
function leastOf(own: string | number | undefined, said: number | undefined, before: Decimal | null | undefined): Decimal | null {
  const all = [own, said, before].filter((one) => one !== undefined && one !== null).map((one) => new Decimal(String(one)));
  return all.length ? Decimal.max(...all) : null;
}
