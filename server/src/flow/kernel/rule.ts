/** How many passes carry a group of `n` votes and how many rejects fell it. kp + kr <= n + 1: the last vote always decides. */
export interface Threshold {
  pass: number;
  reject: number;
}

/** Ratios are fractions of integers: `2/3` of 4 is 3. All, and one after the other, are the whole. */
export function threshold(rule: string, n: number): Threshold {
  if (rule === 'any') return { pass: 1, reject: 1 };
  const [part, whole] = fraction(rule) ?? [1, 1];
  const pass = Math.max(1, Math.ceil((part * n) / whole));
  return { pass, reject: n - pass + 1 };
}

/** `p/q` with 0 < p <= q; null for anything else. */
export function fraction(rule: string): [number, number] | null {
  const match = /^([1-9]\d{0,2})\/([1-9]\d{0,2})$/.exec(rule);
  if (!match) return null;
  const [part, whole] = [Number(match[1]), Number(match[2])];
  return part <= whole ? [part, whole] : null;
}
