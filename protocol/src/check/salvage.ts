import type { Issue } from './wanted.ts';

type Path = readonly PropertyKey[];
type Parse = (raw: unknown) => { issues: readonly Issue[] };

/**
 * What is left of a definition whose shape is wrong, so that the rest of it can be looked at: a key that is wrong is taken out, one that must
 * be there gets something that passes, and what cannot be helped goes as a whole. `keysAt` tells which keys a place may have. Null where nothing is left.
 */
export function salvaged(raw: unknown, parse: Parse, nearest: Nearest): unknown {
  if (typeof raw !== 'object' || raw === null) return null;
  const copy: unknown = JSON.parse(JSON.stringify(raw));
  const tried = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const { issues } = parse(copy);
    if (!issues.length) return copy;
    // entries of a list are taken out from behind, so that the places before stay what they were
    for (const issue of [...issues].sort((one, other) => compare(other.path, one.path))) {
      const key = issue.path.join('.');
      const before = tried.get(key) ?? 0;
      tried.set(key, before + 1);
      if (issue.code === 'unrecognized_keys') rename(copy, issue.path, issue.keys, nearest);
      else if (issue.path.length) mend(copy, issue, before);
    }
  }
  return null;
}

type Nearest = (path: Path, key: string) => string | undefined;
const ROUNDS = 12;

const compare = (one: Path, other: Path): number => {
  for (const [at, key] of one.entries())
    if (key !== other[at]) return typeof key === 'number' && typeof other[at] === 'number' ? key - other[at] : 0;
  return 0;
};

function rename(copy: unknown, path: Path, keys: readonly string[], nearest: Nearest): void {
  const holder = at(copy, path) as Record<string, unknown> | undefined;
  for (const key of holder ? keys : []) {
    const near = nearest(path, key);
    if (near && holder![near] === undefined) holder![near] = holder![key];
    delete holder![key];
  }
}

/** A key is taken out, then filled; then the thing that has it is taken out, then that which holds it. */
function mend(copy: unknown, issue: Issue, before: number): void {
  const holderPath = issue.path.slice(0, -1);
  const holder = at(copy, holderPath) as Record<PropertyKey, unknown> | null | undefined;
  const key = issue.path.at(-1)!;
  if (typeof holder !== 'object' || holder === null || Array.isArray(holder)) {
    drop(copy, issue.path);
    return;
  }
  if (before < 2 && holder[key] !== undefined) delete holder[key];
  else if (before < 2) holder[key] = filler(issue, String(key));
  else if (before === 2 && typeof holderPath.at(-1) === 'string')
    delete (at(copy, holderPath.slice(0, -1)) as Record<PropertyKey, unknown>)[holderPath.at(-1)!];
  else drop(copy, issue.path);
}

/** Takes the innermost entry of a list on the way out of it. */
function drop(copy: unknown, path: Path): void {
  for (let end = path.length - 1; end >= 0; end -= 1) {
    const list = at(copy, path.slice(0, end));
    const entry = path[end];
    if (typeof entry !== 'number' || !Array.isArray(list)) continue;
    list.splice(entry, 1);
    return;
  }
}

let drawn = 0;
function filler(issue: Issue, key: string): unknown {
  if (issue.code === 'invalid_value') return issue.values[0];
  if (issue.code === 'invalid_union') return 1;
  const expected = issue.code === 'invalid_type' ? issue.expected : '';
  if (expected === 'array') return [];
  if (expected === 'object' || expected === 'record') return {};
  if (expected === 'number' || expected === 'int') return 1;
  drawn += 1;
  return key === 'version' ? '0.0.0' : key === 'value' ? String(9000 + (drawn % 1000)) : `x${drawn}`;
}

export function at(raw: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], raw);
}
