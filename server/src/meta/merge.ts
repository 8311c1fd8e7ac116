import { isDeepStrictEqual } from 'node:util';

/** Something that a suite brings and a company may change: property by property, and hidden where it is not wanted. */
export interface Brought {
  hidden: 0 | 1;
}

/** What three-way merging has to know of rows of a kind. */
export interface Kind<Row extends Brought> {
  /** what a row is known by, for ever */
  keyOf: (row: Row) => string | number;
  properties: readonly (keyof Row & string)[];
  /** those whose change is worth no word */
  quiet: readonly (keyof Row & string)[];
  /** the row in words */
  called: (row: Row) => string;
  /** whether the company has put something into it: what is taken away stays then, as if it were changed */
  isHeld?: (row: Row) => boolean;
}

export interface MergedRows<Row> {
  rows: readonly Row[];
  /** what the suites say now, with what they ever brought and took away, hidden */
  said: readonly Row[];
}

/** `said` is what was said at the last start, `here` what stands, `wanted` what is said now. */
export interface Three<Row> {
  said: readonly Row[];
  here: readonly Row[];
  wanted: readonly Row[];
}

/**
 * Rows after a start (docs/decisions/193): property by property the suite's new word counts where nobody changed the old one; what stays though
 * the suite says something new is told. What it takes away is hidden, unless somebody changed it here; the company's own stay.
 */
export function mergeRows<Row extends Brought>(
  kind: Kind<Row>,
  { said, here, wanted }: Three<Row>,
  tell: (line: string) => void,
): MergedRows<Row> {
  const [before, mine, now] = [said, here, wanted].map((rows) => new Map(rows.map((row) => [kind.keyOf(row), row]))) as [
    Map<string | number, Row>,
    Map<string | number, Row>,
    Map<string | number, Row>,
  ];
  const gone = said.filter((row) => !now.has(kind.keyOf(row))).map((row) => ({ ...row, hidden: 1 as const }));
  const says = [...wanted, ...gone];
  const brought = says.flatMap((theirs) => {
    const key = kind.keyOf(theirs);
    const [was, is] = [before.get(key), mine.get(key)];
    if (!is) return was ? [] : [theirs];
    const isGoing = was?.hidden === 0 && !now.has(key);
    if (isGoing && (!isDeepStrictEqual(was, is) || kind.isHeld?.(is))) {
      tell(`${kind.called(theirs)} was changed here and stays, the suite took it away`);
      return [is];
    }
    const stays: Stays = (name, one, other) =>
      !kind.quiet.includes(name as never) && tell(staying(`${name} of ${kind.called(theirs)}`, one, other));
    return [mergeProperties(kind.properties, { was, is, will: theirs }, stays)];
  });
  const known = new Set(says.map(kind.keyOf));
  return { rows: [...brought, ...here.filter((row) => !known.has(kind.keyOf(row)))], said: says };
}

type Stays = (name: string, is: unknown, will: unknown) => unknown;

export const staying = (what: string, is: unknown, will: unknown): string =>
  `${what} was changed here and stays ${is ?? 'none'}; the suite says ${will ?? 'none'}`;

/** Of each property the suite's word where what stands is what it said before. */
export function mergeProperties<Row extends object, Name extends keyof Row & string>(
  names: readonly Name[],
  { was, is, will }: { was: Pick<Row, Name> | undefined; is: Row; will: Pick<Row, Name> },
  stays: Stays,
): Row {
  const kept = { ...is };
  for (const name of names) {
    if (was && was[name] === is[name]) kept[name] = will[name];
    else if (will[name] !== is[name] && was?.[name] !== will[name]) stays(name, is[name], will[name]);
  }
  return kept;
}
