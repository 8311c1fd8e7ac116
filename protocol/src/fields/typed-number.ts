import { Decimal } from './decimal.ts';
import type { FieldSpec, Label } from './kind.ts';
import { plainWriting } from './writing.ts';

/** How a currency may be written beside an amount; `base` is its unit in Chinese. */
const CURRENCIES: readonly { base: string; marks: readonly string[] }[] = [
  { base: '美元', marks: ['US$', '$', 'USD'] },
  { base: '港元', marks: ['HK$', 'HKD'] },
  { base: '欧元', marks: ['€', 'EUR'] },
  { base: '英镑', marks: ['£', 'GBP'] },
  { base: '日元', marks: ['¥', 'JPY'] },
  { base: '元', marks: ['CN¥', '¥', 'RMB', 'CNY', '人民币'] },
];

const SCALES: readonly [word: string, power: number][] = [
  ['万亿', 12],
  ['千万', 7],
  ['百万', 6],
  ['亿', 8],
  ['万', 4],
  ['千', 3],
];

interface Unit {
  /** 4 of 万元 */
  power: number;
  /** 元 of 万元 */
  base: string;
}

/**
 * An amount as people write or paste it, as plain digits: 1,200.00, １２００, ¥ 1 200, (12.5) for minus, 1200万 or 1.2亿 counted in the
 * field's own unit, 12 × CNY 10,000 as a page shows it. Null when it is none, or when it names another unit or currency, or any where the field's is not known: money is never
 * guessed.
 */
export function readNumber(typed: string, { def, unit: told }: FieldSpec): string | null {
  const text = plainWriting(typed);
  if (!text) return null;
  const named = told ?? { zh_CN: def.unit ?? '', en_US: def.unit_en ?? '' };
  const unit = unitOf(named.zh_CN);
  const unknown = def.money === 1 && named.zh_CN === '';
  const amount = withoutMark(text, unit);
  const booked = /^\((.*)\)$/.exec(amount);
  const signed = booked ? null : /^([+-])(.*)$/.exec(amount);
  const bare = withoutMark((booked?.[1] ?? signed?.[2] ?? amount).trim(), unit);
  const end = endOfNumber(bare);
  const digits = end > 0 ? plainDigits(bare.slice(0, end)) : null;
  const word = bare.slice(end).replace(/^ *×/, '').trim();
  const power = unknown && word !== '' ? null : powerOf(word, unit, named);
  if (digits === null || power === null) return null;
  const value = power === 0 ? new Decimal(digits) : new Decimal(digits).times(Decimal.pow(10, power));
  return (booked || signed?.[1] === '-') && !value.isZero() ? `-${value.toFixed()}` : value.toFixed();
}

const marksOf = (unit: Unit): readonly string[] => CURRENCIES.find(({ base }) => unit.base === base)?.marks ?? [];

/** Without the sign of the field's own currency before it. */
function withoutMark(text: string, unit: Unit): string {
  const mark = marksOf(unit).find((each) => text.toUpperCase().startsWith(each));
  return mark ? text.slice(mark.length).trimStart() : text;
}

/** Where the number ends that a text begins with: behind the last digit or point before anything else; 0 where it begins with none. */
function endOfNumber(text: string): number {
  let end = text.search(/[^0-9.,' ]/);
  if (end < 0) end = text.length;
  while (end > 0 && !/[0-9.]/.test(text[end - 1]!)) end -= 1;
  return end;
}

/** Groups of three digits behind one separator throughout, and no zero before them: of 1,2345 and 0,200 nobody knows what was meant. */
const GROUPED = /^[1-9][0-9]{0,2}([,' ])[0-9]{3}(?:\1[0-9]{3})*$/;

/** 1,234.5 as 1234.5; null where it is not certain which number it is. */
function plainDigits(text: string): string | null {
  const [whole = '', fraction = '', more] = text.split('.');
  if (more !== undefined || !/^[0-9]*$/.test(fraction) || (whole === '' && fraction === '')) return null;
  if (!/^[0-9]*$/.test(whole) && !GROUPED.test(whole)) return null;
  return `${whole.replace(/[,' ]/g, '') || '0'}${fraction && `.${fraction}`}`;
}

function unitOf(unit: string): Unit {
  const scale = SCALES.find(([word]) => unit.startsWith(word));
  return scale ? { power: scale[1], base: unit.slice(scale[0].length) } : { power: 0, base: unit };
}

/** By which power of ten an amount with this word behind it is more than in the field's unit; null for a word that is none of it. */
function powerOf(word: string, unit: Unit, named: Label): number | null {
  const same = word.toLowerCase();
  if (word === '' || same === named.zh_CN.toLowerCase() || same === named.en_US.toLowerCase()) return 0;
  if (marksOf(unit).includes(word.toUpperCase())) return 0;
  if (word === unit.base) return -unit.power;
  const scale = SCALES.find(([name]) => word.startsWith(name));
  if (!scale) return null;
  const base = word.slice(scale[0].length);
  return base === '' || base === unit.base ? scale[1] - unit.power : null;
}
