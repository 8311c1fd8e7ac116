/** Things of one key together, keys and things in the order in which they come. */
export function groupedBy<T, K>(all: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
  const found = new Map<K, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const some = found.get(key);
    if (some) some.push(one);
    else found.set(key, [one]);
  }
  return found;
}
