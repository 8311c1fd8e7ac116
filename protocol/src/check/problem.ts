/** What is wrong with a definition, said so that its author finds the place and knows what to do: file, path inside it, reason, how to mend it. */
export interface Problem {
  file: string;
  path: string;
  reason: string;
  mend: string;
}

/** Reports a problem below some place of a definition. */
export type Report = (path: string, reason: string, mend: string) => void;

/** A reporter for what lies below `prefix`. */
export const below =
  (report: Report, prefix: string): Report =>
  (path, reason, mend) =>
    report(path ? `${prefix}.${path}` : prefix, reason, mend);

/**
 * Where a suite keeps a definition by custom: a file a table, called like it, the rest in suite.ts. Where the suite keeps it otherwise,
 * whoever reads its folder knows better (server/src/locate.ts).
 */
export const fileOf = (suite: string, table?: string): string =>
  table ? `suites/${suite}/tables/${table.replaceAll('_', '-')}.ts` : `suites/${suite}/suite.ts`;

/** Reports each name that stands more than once, with the one that stood before; `fold` says which names count as the same. */
export function unique<T>(things: readonly T[], nameOf: (thing: T) => string, report: (again: T, first: T) => void): void {
  const seen = new Map<string, T>();
  for (const thing of things) {
    const name = nameOf(thing);
    const first = seen.get(name);
    if (first !== undefined) report(thing, first);
    else seen.set(name, thing);
  }
}

/** The names that come closest to one that is unknown, `far` letters away at most, for the mend: what was meant is mostly a letter away. */
export function instead(name: string, known: Iterable<string>, most = 3, far = Number.POSITIVE_INFINITY): string {
  const near = [...known]
    .map((one) => ({ one, off: distance(name.toLowerCase(), one.toLowerCase()) }))
    .filter(({ one, off }) => off <= Math.min(far, Math.max(2, Math.min(name.length, one.length) / 2)))
    .sort((a, b) => a.off - b.off || (a.one < b.one ? -1 : 1))
    .slice(0, most);
  return near.length ? `did you mean ${near.map(({ one }) => one).join(' or ')}?` : '';
}

/** How many letters differ (Levenshtein), of names of a definition's length. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const swap = row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(swap, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}

/** A text as it is written in a definition: in quotes that those within it do not end. */
export const quoted = (text: string): string => `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
