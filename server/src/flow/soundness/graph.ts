/** Steps by the steps that follow; the applicant's two steps are one node, 1. */
export type Edges = ReadonlyMap<number, ReadonlySet<number>>;

export const node = (step: number): number => (step === 0 ? 1 : step);

export function edgesOf(pairs: readonly (readonly [number, number])[]): Edges {
  const edges = new Map<number, Set<number>>();
  for (const [from, to] of pairs) edges.set(node(from), (edges.get(node(from)) ?? new Set()).add(node(to)));
  return edges;
}

/** Steps reached from `start`, itself included, never entering one of `without`. */
export function reached(edges: Edges, start: number, without: ReadonlySet<number> = new Set()): Set<number> {
  const seen = new Set([node(start)]);
  for (const step of seen) for (const next of edges.get(step) ?? []) if (!without.has(next)) seen.add(next);
  return seen;
}
