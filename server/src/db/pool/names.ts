import { defineCache, MIB } from '#server/cache/cache.ts';

/** Statements that the connections of one pool keep prepared, by their text. */
export interface StatementNames {
  /** The name under which to prepare this text; undefined for one that is not (yet) worth it. */
  of(text: string): string | undefined;
  /** Whether the name still stands for its text: where not, a connection may close it. */
  has(name: string): boolean;
  /** Grows with each name that is given up. */
  revision(): number;
  /** Gives up all names: the tables under the prepared plans changed. */
  renew(): void;
}

/** Statements that each connection prepares at most: PostgreSQL keeps their plans, so many times as there are connections. */
const MOST = 400;
/** A longer text is one that a caller's filters made long: it is planned each time. */
const LONGEST = 60_000;

const names = defineCache<string>({
  name: 'prepared',
  holds: 'names of the statements that connections keep prepared, those asked for last',
  key: 'text of the statement, which has places for values and none of them',
  ends: 'when the columns of a table change',
  bytes: 16 * MIB,
  most: MOST,
});
const asked = defineCache<'once'>({
  name: 'asked-once',
  holds: 'statements that were asked once: at the second time they are worth preparing',
  key: 'text of the statement',
  ends: 'at its second use',
  bytes: 4 * MIB,
  most: MOST,
});

/** Names a text at its second use, the `MOST` that were used last: each connection holds so many plans and no more, however many different searches are asked for. */
export function statementNames(): StatementNames {
  const alive = new Set<string>();
  let revision = 0;
  let given = 0;
  const owner = {};
  const known = names.of(owner, (name) => {
    alive.delete(name);
    revision += 1;
  });
  const once = asked.of(owner);
  return {
    of: (text) => {
      const name = known.get(text);
      if (name || text.length > LONGEST) return name;
      if (!once.get(text)) {
        once.set(text, 'once', 0);
        return undefined;
      }
      once.delete(text);
      given += 1;
      const next = `f${given}`;
      alive.add(next);
      known.set(text, next, 50);
      return next;
    },
    has: (name) => alive.has(name),
    revision: () => revision,
    renew: () => known.clear(),
  };
}
