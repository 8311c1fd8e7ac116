/** Numbers from a seed (mulberry32): the same run again. */
export interface Random {
  /** a whole number below */
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
  /** true so often out of a hundred */
  chance(percent: number): boolean;
}

export function random(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, pick: (list) => list[below(list.length)]!, chance: (percent) => below(100) < percent };
}
