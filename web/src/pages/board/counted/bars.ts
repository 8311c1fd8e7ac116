/** A number of the wire; what is empty is none. */
const number = (value: unknown): number => Number(value ?? 0);

/** How long a bar is, of 1: a rate is of the whole, and more than all is full; else it is of the longest. */
export function lengthOf(value: unknown, isRate: boolean, longest: number): number {
  const most = isRate ? 1 : longest;
  return most > 0 ? Math.min(1, Math.max(0, number(value) / most)) : 0;
}

/** The longest bar. */
export const longestOf = (values: readonly unknown[]): number => Math.max(0, ...values.map(number));

/** Where each part of a whole begins and how wide it is, in parts of 100: one after the other, never beyond the whole; of no whole there is none. */
export function partsOf(whole: unknown, parts: readonly unknown[]): readonly { from: number; wide: number }[] {
  const all = number(whole);
  let from = 0;
  return parts.map((part) => {
    const begin = from;
    from = Math.min(100, begin + (all > 0 ? Math.max(0, (number(part) / all) * 100) : 0));
    return { from: begin, wide: from - begin };
  });
}
