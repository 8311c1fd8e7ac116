import { Decimal } from '#protocol/fields/decimal.ts';

/** Parts of the whole that shares are told in: tenths of a percent. */
const WHOLE = 1000;

/**
 * What each part is of the whole, in tenths of a percent that add up to `whole`: each is rounded down, and what is left goes to the largest
 * remainders, the first of equal ones first. Null where a part is negative or the parts come to nothing.
 */
export function shares(parts: readonly (string | number | null)[], whole = WHOLE): readonly number[] | null {
  const values = parts.map((part) => new Decimal(part ?? 0));
  const sum = values.reduce((all, one) => all.plus(one), new Decimal(0));
  if (values.some((one) => one.isNegative() && !one.isZero()) || sum.isZero()) return null;
  const exact = values.map((one) => one.times(whole).div(sum));
  const told = exact.map((one) => one.floor().toNumber());
  const left = whole - told.reduce((all, one) => all + one, 0);
  const byRemainder = exact
    .map((one, at) => ({ at, rest: one.minus(one.floor()) }))
    .sort((a, b) => b.rest.comparedTo(a.rest) || a.at - b.at);
  for (const { at } of byRemainder.slice(0, left)) told[at]! += 1;
  return told;
}

/** A share as a part of 1: 0.782. */
export const shareText = (tenths: number): string => (tenths / WHOLE).toFixed(3);
