/** What is wrong with a definition, said so that its author finds the place and knows what to do: file, path inside it, reason, how to mend it. */
export interface Problem {
  file?: string;
  path: string;
  reason: string;
  mend?: string;
}

/** Reports a problem below some place of a definition. */
export type Report = (path: string, reason: string, mend?: string) => void;

/** A reporter for what lies below `prefix`. */
export const below =
  (report: Report, prefix: string): Report =>
  (path, reason, mend) =>
    report(path ? `${prefix}.${path}` : prefix, reason, mend);

/** The file where a suite keeps a definition: one file a table, the rest in suite.ts. */
export const fileOf = (suite: string, table?: string): string =>
  table ? `suites/${suite}/tables/${table}.ts` : `suites/${suite}/suite.ts`;

/** Reports each name that stands more than once; `fold` says which names count as the same. */
export function unique(names: readonly string[], report: (name: string) => void, fold: (name: string) => string = (name) => name): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(fold(name))) report(name);
    seen.add(fold(name));
  }
}
