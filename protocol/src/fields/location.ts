import type { FieldKind, FieldSpec, Parsed } from './kind.ts';
import { asTyped, between, fault, isEmpty, malformed } from './kind.ts';
import { encodeText, lengthOf, parseText, showText } from './line.ts';
import { asPlace, placeOf, placeText } from './place/place.ts';

/** Decimals of a degree that are kept: a tenth of a metre on the ground. */
const DECIMALS = 6;
const NUMBER = /^[+-]?[0-9]{1,6}(\.[0-9]{1,30})?$/;

/** The bounds of each, and what it is called in a refusal. */
const AXES = {
  lng: { most: 180, axis: { zh_CN: '经度', en_US: 'the longitude' } },
  lat: { most: 90, axis: { zh_CN: '纬度', en_US: 'the latitude' } },
} as const;

/** A coordinate as it is kept, without zeros that say nothing, or why it is none. */
function coordinate(text: string, which: keyof typeof AXES, field: FieldSpec): Parsed {
  const { most, axis } = AXES[which];
  const [, decimals = ''] = text.split('.');
  const isTooFine = [...decimals.slice(DECIMALS)].some((digit) => digit !== '0');
  if (!NUMBER.test(text) || isTooFine) return malformed(field, 'placeDegrees', { axis, limit: DECIMALS });
  const degrees = Number(text);
  return Math.abs(degrees) > most ? malformed(field, 'placeRange', { axis, bound: most }) : { value: asPlace(degrees) };
}

function parse(input: unknown, field: FieldSpec): Parsed {
  if (isEmpty(input)) return { value: null };
  if (typeof input !== 'string') return malformed(field);
  const line = parseText(input, { ...field, def: { ...field.def, length: input.length } }, 'one');
  if (line.fault || line.value === null) return line;
  const { lng, lat, address } = placeOf(String(line.value));
  if (!lng || !lat || !address) return malformed(field, 'placeParts');
  const [first, second] = [coordinate(lng, 'lng', field), coordinate(lat, 'lat', field)];
  if (first.fault) return first;
  if (second.fault) return second;
  const value = placeText({ lng: String(first.value), lat: String(second.value), address });
  const over = [...value].length - lengthOf(field);
  return over > 0 ? { fault: fault(316, 'fieldTooLong', field, { limit: Math.max(0, [...address].length - over) }) } : { value };
}

/** A place: `lng,lat,address` (FIELD-06), degrees of at most six decimals; whole, at most `length` (200) characters. */
export const location: FieldKind = {
  read: asTyped,
  parse,
  check: () => null,
  encode: encodeText,
  show: (wire) => {
    const { lng, lat, address } = placeOf(showText(wire));
    return lng && lat ? `${address} (${lng}, ${lat})` : showText(wire);
  },
  sample: (random) =>
    placeText({ lng: asPlace(between(random, 73_000_000, 135_000_000) / 1e6), lat: '30.2741', address: '江滨 9 号, 东门' }),
};
