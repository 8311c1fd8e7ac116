/** Statements that the connections of one pool keep prepared, by their text. */
export interface StatementNames {
  /** The name under which to prepare this text; undefined for one that is not (yet) worth it. */
  of(text: string): string | undefined;
  /** Forgets all names: the tables under the prepared plans changed. */
  renew(): void;
}

/**
 * Names a text at its second use, at most `limit` of them: each connection holds that many plans and no more, however many
 * different searches are asked for.
 */
export function statementNames(limit = 400): StatementNames {
  const names = new Map<string, string>();
  const once = new Set<string>();
  let generation = 0;
  return {
    of: (text) => {
      const known = names.get(text);
      if (known || names.size >= limit) return known;
      if (!once.delete(text)) {
        if (once.size >= limit) once.clear();
        once.add(text);
        return undefined;
      }
      const name = `f${generation}_${names.size}`;
      names.set(text, name);
      return name;
    },
    renew: () => {
      generation += 1;
      names.clear();
    },
  };
}
