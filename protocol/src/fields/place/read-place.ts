import { asPlace, placeText } from './place.ts';

/** Longest line that is read as a place. */
const LONGEST = 400;

/** What parts the words of a place, and what stands around its degrees too. */
const APART = ' \t,;:';
const AROUND = `${APART}()（）`;

const DEGREES = /^([东西南北EWNS])?[经纬]?([+-]?[0-9]{1,3}(?:\.[0-9]{1,20})?)°?([EWNS])?$/i;

type Axis = 'lng' | 'lat' | null;
const AXES: Readonly<Record<string, readonly [Axis, number]>> = {
  ...{ 东: ['lng', 1], 西: ['lng', -1], 北: ['lat', 1], 南: ['lat', -1] },
  ...{ E: ['lng', 1], W: ['lng', -1], N: ['lat', 1], S: ['lat', -1] },
};

interface Degrees {
  axis: Axis;
  degrees: number;
  isWhole: boolean;
}

/** A word as degrees, and which they are where a letter says so. */
function degreesOf(word: string): Degrees | null {
  const [, before, digits, behind] = DEGREES.exec(word) ?? [];
  if (digits === undefined) return null;
  const [axis, sign] = AXES[(before ?? behind ?? '').toUpperCase()] ?? [null, 1];
  return { axis, degrees: Number(digits) * sign, isWhole: !digits.includes('.') };
}

const indexFrom = (text: string, fits: (letter: string) => boolean, from = 0): number => {
  let at = from;
  while (at < text.length && !fits(text[at]!)) at += 1;
  return at;
};

/** The first word of a text and what comes behind it. */
function firstWord(text: string): [word: string, rest: string] {
  const from = indexFrom(text, (letter) => !AROUND.includes(letter));
  const to = indexFrom(text, (letter) => AROUND.includes(letter), from);
  return [text.slice(from, to), text.slice(to)];
}

const withoutFirst = (text: string, letters: string): string => text.slice(indexFrom(text, (letter) => !letters.includes(letter)));
const turned = (text: string): string => [...text].reverse().join('');

/** Two degrees in front of an address or behind it. */
function foundIn(text: string): { first: Degrees; second: Degrees; address: string } | null {
  const [one, more] = firstWord(text);
  const [two, rest] = firstWord(more);
  const [first, second] = [degreesOf(one), degreesOf(two)];
  // numbers of houses are no degrees
  if (first && second && (text.includes(',') || !(first.isWhole || second.isWhole)))
    return { first, second, address: withoutFirst(rest, APART) };
  const [last, before] = firstWord(turned(text));
  const [other, address] = firstWord(before);
  const [from, to] = [degreesOf(turned(other)), degreesOf(turned(last))];
  return from && to && !(from.isWhole || to.isWhole) ? { first: from, second: to, address: turned(withoutFirst(address, AROUND)) } : null;
}

/**
 * What people paste as a place: both degrees, as maps write them, before or behind the address. Longitude comes first unless letters say otherwise, or the
 * second can be no latitude. Null for what is none; more decimals than are kept are rounded.
 */
export function readPlace(typed: string): string | null {
  const text = typed.trim().replaceAll('，', ',').replaceAll('；', ';').replaceAll('：', ':');
  const found = text.length > LONGEST ? null : foundIn(text);
  if (!found) return null;
  const { first, second } = found;
  const isTurned =
    first.axis === 'lat' ||
    second.axis === 'lng' ||
    (first.axis === null && Math.abs(first.degrees) <= 90 && Math.abs(second.degrees) > 90);
  const [lng, lat] = isTurned ? [second, first] : [first, second];
  return placeText({ lng: asPlace(lng.degrees), lat: asPlace(lat.degrees), address: found.address.trim() });
}
