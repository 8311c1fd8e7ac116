import { createHash, randomBytes } from 'node:crypto';

/** A marker seen where it must not be. */
export interface Sighting {
  /** what was looked at: an answer, a file, a log line */
  where: string;
  /** what was seen: the place that the marker was planted in, or the name of the secret */
  what: string;
}

/**
 * G9: strings that occur nowhere by chance, planted in what somebody may not see, and looked for in everything that he or a log gets.
 * One canary serves one reader: what is forbidden differs from person to person.
 */
export interface Canary {
  /** A marker of letters and digits for a text column. */
  text(place: string): string;
  /** A marker of eleven digits for a number column. */
  number(place: string): string;
  /** A day far away for a date column, of which there are few: it is the same for all of them. */
  readonly day: string;
  /** A secret of the run itself: a token, a proof, a key. */
  secret(name: string, value: string): void;
  /** What the reader wrote himself is no secret to him from now on. */
  tell(text: string): void;
  scan(where: string, seen: string | Buffer): void;
  readonly sightings: readonly Sighting[];
}

/** The same seed gives the same markers, so that a run can be repeated; without one nobody can guess them. */
export function createCanary(seed = randomBytes(16).toString('hex')): Canary {
  const [letters, digits, day] = prefixesOf(seed);
  const places = new Map<string, string>();
  const secrets = new Map<string, string>();
  const told = new Set<string>();
  const sightings: Sighting[] = [];
  const marks = new RegExp(`${letters}[0-9a-z]{4}|${digits}[0-9]{4}`, 'gi');
  const disguised = disguisesOf(letters);
  const plant = (place: string, marker: string): string => {
    places.set(marker, place);
    return marker;
  };
  const see = (where: string, what: string): void => {
    if (!told.has(what)) sightings.push({ where, what });
  };
  return {
    text: (place) => plant(place, `${letters}${places.size.toString(36).padStart(4, '0')}`),
    number: (place) => plant(place, `${digits}${String(places.size % 10_000).padStart(4, '0')}`),
    day,
    secret: (name, value) => secrets.set(value, name),
    tell: (text) => {
      for (const [marker] of text.matchAll(marks)) told.add(places.get(marker.toLowerCase()) ?? marker);
    },
    scan: (where, seen) => {
      const text = typeof seen === 'string' ? seen : seen.toString('latin1');
      for (const [marker] of text.matchAll(marks)) see(where, places.get(marker.toLowerCase()) ?? marker);
      if (text.includes(day)) see(where, `the day ${day}`);
      for (const form of disguised) if (text.includes(form)) see(where, `a marker written as ${form}`);
      for (const [value, name] of secrets) if (text.includes(value)) see(where, name);
    },
    sightings,
  };
}

/** Letters that no word has, seven digits that no amount of the demonstration begins with, a day of the 28th century. */
function prefixesOf(seed: string): [letters: string, digits: string, day: string] {
  const hash = createHash('sha256').update(seed).digest();
  const letters = `zq${[...hash.subarray(0, 8)].map((byte) => 'bcdfghjkmnpqrstvwxz'[byte % 19]).join('')}`;
  const digits = `7${[...hash.subarray(8, 14)].map((byte) => 1 + (byte % 9)).join('')}`;
  const day = `27${String(10 + (hash[14]! % 90))}-0${1 + (hash[15]! % 9)}-${10 + (hash[16]! % 18)}`;
  return [letters, digits, day];
}

/** How a marker looks in hex and, wherever it begins, in base64: the part that does not depend on its neighbours. */
function disguisesOf(letters: string): string[] {
  const bytes = Buffer.from(letters);
  const shifted = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(shift === 0 ? 0 : 4, 12),
  );
  return [bytes.toString('hex'), ...shifted];
}
