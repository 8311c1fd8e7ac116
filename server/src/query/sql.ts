import { Refusal } from '#protocol/codes.ts';
import type { Asker } from './asker.ts';

/**
 * SQL as frozen data: what the programmer wrote, with holes for values and for other fragments. A string can only come in as a
 * bound value or, through `name`, as a quoted identifier of the catalogue; `compile` is pure.
 */
export interface Sql {
  readonly kind: 'sql';
  readonly texts: readonly string[];
  readonly holes: readonly Hole[];
}
/** A parameter with its PostgreSQL type. The same object in two places is one parameter. */
export interface Bound {
  readonly kind: 'bound';
  readonly value: unknown;
  readonly type: BoundType;
}
export type BoundType =
  | 'bigint'
  | 'numeric'
  | 'text'
  | 'date'
  | 'timestamp'
  | 'timestamptz'
  | 'bigint[]'
  | 'numeric[]'
  | 'text[]'
  | 'date[]'
  | 'timestamp[]';
/** A parameter that says who asks, filled in at each use: so all who have the same rights share one statement (query/asker.ts). */
export interface Param {
  readonly kind: 'param';
  readonly name: keyof Asker;
  readonly type: BoundType;
}
type Hole = Sql | Bound | Param;

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export const sql = (texts: TemplateStringsArray, ...holes: readonly Hole[]): Sql => Object.freeze({ kind: 'sql', texts, holes });

export const bound = (value: unknown, type: BoundType): Bound => Object.freeze({ kind: 'bound', value, type });

/** Text of a lower room that knows no fragments, as it stands: a constant of ours, never anything that was sent. */
export const constant = (text: string): Sql => fixed(text);

const fixed = (text: string): Sql => Object.freeze({ kind: 'sql', texts: [text], holes: [] });

/** A quoted identifier. Anything that is no name of a definition or of the engine is a fault of the programmer, never of a request. */
export function name(identifier: string): Sql {
  if (!/^[A-Za-z][A-Za-z0-9_.]{0,62}$/.test(identifier)) throw new Error(`no identifier: ${identifier.slice(0, 80)}`);
  return fixed(`"${identifier}"`);
}

export const column = (alias: string, identifier: string): Sql => sql`${fixed(alias)}.${name(identifier)}`;
/** An alias of this room's making: t, p, j1, q2. */
export function aliasName(alias: string): Sql {
  if (!/^[a-z]\d{0,3}$/.test(alias)) throw new Error(`no alias: ${alias}`);
  return fixed(alias);
}

/** Whether it is one of some numbers that a definition names: they stand in the text, where the planner sees them. Nothing typed comes this way. */
export function oneOf(value: Sql, numbers: readonly number[]): Sql {
  if (!numbers.every(Number.isSafeInteger)) throw new Error('no whole numbers');
  return numbers.length ? sql`${value} in (${fixed(numbers.join(', '))})` : FALSE;
}

/** A number of ours that stands in the text: one of a few, never one that was sent. */
export function whole(number: number): Sql {
  if (!Number.isSafeInteger(number)) throw new Error('no whole number');
  return fixed(String(number));
}

/** So many days after a date: the number is a definition's or a condition's, read as one. */
export function daysAfter(date: Hole, days: number): Sql {
  if (!Number.isSafeInteger(days)) throw new Error('no whole number');
  return days === 0 ? sql`${date}` : sql`(${date} + ${fixed(String(days))})`;
}

export const TRUE: Sql = fixed('true');
export const FALSE: Sql = fixed('false');
export const NONE: Sql = fixed('');

const SEPARATORS = { ', ': true, ' ': true, ' and ': true, ' or ': true, ' union all ': true } as const;

export function joined(list: readonly Sql[], separator: keyof typeof SEPARATORS): Sql {
  return Object.freeze({ kind: 'sql', texts: ['', ...list.slice(1).map(() => separator), ''], holes: list });
}

/** Conjunction; TRUE falls away, one alone needs no brackets. */
export function and(...list: readonly Sql[]): Sql {
  if (list.includes(FALSE)) return FALSE;
  const parts = list.filter((one) => one !== TRUE);
  return parts.length === 0 ? TRUE : parts.length === 1 ? parts[0]! : sql`(${joined(parts, ' and ')})`;
}

export function or(...list: readonly Sql[]): Sql {
  if (list.includes(TRUE)) return TRUE;
  const parts = list.filter((one) => one !== FALSE);
  return parts.length === 0 ? FALSE : parts.length === 1 ? parts[0]! : sql`(${joined(parts, ' or ')})`;
}

/** What a fragment asks of who asks. */
export function asksFor(fragment: Sql, found = new Set<keyof Asker>()): ReadonlySet<keyof Asker> {
  for (const hole of fragment.holes) {
    if (hole.kind === 'param') found.add(hole.name);
    if (hole.kind === 'sql') asksFor(hole, found);
  }
  return found;
}

/** The fragment with something else in the place of what it asks of who asks; undefined: that stays. */
export function instead(fragment: Sql, put: (asked: Param) => Sql | Bound | undefined): Sql {
  const filled = (hole: Hole): Hole => (hole.kind === 'sql' ? instead(hole, put) : hole.kind === 'param' ? (put(hole) ?? hole) : hole);
  return { ...fragment, holes: fragment.holes.map(filled) };
}

/** Each alias in a text, with the column that is read of it. */
const READ = /(?<![\w."])([a-z]\d{0,3})(?:\."?([\w.]{0,63})"?|\b)/g;

/** Whether a fragment reads nothing of an alias but these columns. */
export function isOnly(fragment: Sql, alias: string, columns: ReadonlySet<string>): boolean {
  return [...write(fragment).text.matchAll(READ)].every(([, of, found]) => of !== alias || (found !== undefined && columns.has(found)));
}

/** The text with $1, $2, … in order of appearance, and their values. `asker` is needed where the fragment says who asks. */
export function compile(fragment: Sql, asker?: Asker): Statement {
  return prepare(fragment)(asker);
}

/** A statement that is asked again and again, put together once: its text, and how a use of it comes by its values. */
export type Prepared<Args extends unknown[]> = ((asker: Asker | undefined, ...args: Args) => Statement) & { readonly text: string };

/** Each use takes its values anew: those of who asks, and `other` in the place of some. */
export function prepare(fragment: Sql): Prepared<[other?: ReadonlyMap<Bound, unknown>]> {
  const { text, places } = write(fragment);
  const valueAt = (place: Bound | Param, asker?: Asker, other?: ReadonlyMap<Bound, unknown>): unknown => {
    if (place.kind === 'bound') return other?.has(place) ? other.get(place) : place.value;
    if (!asker) throw new Error(`a statement asks for the ${place.name} of who asks, and nobody does`);
    return asker[place.name];
  };
  const use = (asker?: Asker, other?: ReadonlyMap<Bound, unknown>): Statement =>
    Object.freeze({ text, values: Object.freeze(places.map((place) => valueAt(place, asker, other))) });
  return Object.assign(use, { text });
}

/** Values of one statement at most: PostgreSQL's own limit of 65,535 would cost the connection. */
const MOST_BOUND = 10_000;

function write(fragment: Sql): { text: string; places: readonly (Bound | Param)[] } {
  const numbers = new Map<Bound | Param, number>();
  const places: (Bound | Param)[] = [];
  const put = (part: Hole): string => {
    if (part.kind === 'sql') return part.texts.map((text, at) => text + (at < part.holes.length ? put(part.holes[at]!) : '')).join('');
    const number = numbers.get(part) ?? places.push(part);
    numbers.set(part, number);
    return `$${number}::${part.type}`;
  };
  const text = put(fragment);
  if (places.length > MOST_BOUND) throw new Refusal(341);
  return { text: text.replace(/ +/g, ' ').trim(), places };
}
