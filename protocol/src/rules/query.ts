/** One side of a pair: the literal text, or the name in braces (`{field}`, `{user.id}`). */
export type PairTerm = { kind: 'literal'; text: string } | { kind: 'name'; name: string };
export interface Pair {
  name: string;
  term: PairTerm;
}

const NAME = /^[A-Za-z][A-Za-z0-9_]*$/;
const BRACED = /^\{([A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z][A-Za-z0-9_]*)?)\}$/;

/** `a=1&b={c}`: what an entity field's `query` says. Null where it is not of that form: an error of the definition. */
export function parseQuery(text: string): Pair[] | null {
  const pairs = text.split('&').map((part) => {
    const at = part.indexOf('=');
    const name = part.slice(0, at).trim();
    const value = part.slice(at + 1).trim();
    if (at < 1 || !NAME.test(name)) return null;
    const braced = BRACED.exec(value);
    if (!braced && /[{}]/.test(value)) return null;
    return { name, term: braced ? { kind: 'name' as const, name: braced[1]! } : { kind: 'literal' as const, text: value } };
  });
  return pairs.every((pair) => pair !== null) ? pairs : null;
}

/**
 * FORM-08: the filter values of a query, for `filters.fields`. A value is bound whole, whatever it holds (A13); a named value
 * that is still empty narrows nothing.
 */
export function resolveQuery(pairs: readonly Pair[], read: (name: string) => unknown): Record<string, string | number> {
  const found: Record<string, string | number> = {};
  for (const { name, term } of pairs) {
    const value = term.kind === 'literal' ? term.text : plainValue(read(term.name));
    if (value !== null) found[name] = value;
  }
  return found;
}

function plainValue(value: unknown): string | number | null {
  if (value === null || value === undefined || value === '') return null;
  if (Array.isArray(value)) return plainValue(value[0]);
  if (typeof value === 'object') return plainValue((value as { id?: unknown }).id);
  return typeof value === 'number' ? value : String(value);
}
