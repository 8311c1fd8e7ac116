import { Refusal } from '#protocol/codes.ts';
import { JsonError, parseJson, valuesIn } from '#protocol/wire/json.ts';

const MAX_FIELDS = 2000;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Hears how many values of JSON a body is about to become, and may refuse them. */
type Counted = (values: number) => void;
/** Fields that are texts may be JSON too, which is read later. */
const countFields = (form: Readonly<Record<string, unknown>>, counted: Counted | undefined): void =>
  counted?.(Object.values(form).reduce<number>((sum, value) => sum + (typeof value === 'string' ? valuesIn(value) : 0), 0));

/**
 * A form body as one value a name. Stricter than URLSearchParams on purpose: a repeated name, a broken escape, invalid UTF-8
 * or `__proto__` is 317, more than 2,000 names 341, so that what is checked is what was sent.
 */
export function decodeForm(body: Buffer, counted?: Counted): Record<string, unknown> {
  const form = new Map<string, string>();
  const text = body.toString('latin1');
  if (text === '') return {};
  const pairs = text.split('&', MAX_FIELDS + 1);
  if (pairs.length > MAX_FIELDS) throw new Refusal(341);
  for (const pair of pairs) {
    if (pair === '') continue;
    const cut = pair.indexOf('=');
    const name = unescaped(cut < 0 ? pair : pair.slice(0, cut));
    if (form.has(name) || name === '__proto__') throw new Refusal(317, '', { field: name.slice(0, 60) });
    form.set(name, cut < 0 ? '' : unescaped(pair.slice(cut + 1)));
  }
  const fields = Object.fromEntries(form);
  countFields(fields, counted);
  return fields;
}

/** Plain letters mean the same to decodeURIComponent, which is quicker, but for a byte order mark, which the decoder takes away. */
const PLAIN = /^[\x20-\x7e]*$/;
const MARK = /%ef%bb%bf/i;

function unescaped(raw: string): string {
  const plain = raw.includes('+') ? raw.replaceAll('+', ' ') : raw;
  if (PLAIN.test(plain) && !MARK.test(plain)) return decoded(plain);
  if (/%(?![0-9a-fA-F]{2})/.test(plain)) throw new Refusal(317);
  const bytes = Buffer.from(
    plain.replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Refusal(317);
  }
}

function decoded(plain: string): string {
  if (!plain.includes('%')) return plain;
  try {
    return decodeURIComponent(plain);
  } catch {
    throw new Refusal(317);
  }
}

/** A JSON body: an object, nothing else, and one that means one thing (parseJson). */
export function decodeJson(body: Buffer, counted?: Counted): Record<string, unknown> {
  const value = jsonOf(body, counted);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new Refusal(317);
  const fields = value as Record<string, unknown>;
  countFields(fields, counted);
  return fields;
}

function jsonOf(body: Buffer, counted?: Counted): unknown {
  try {
    return parseJson(utf8.decode(body), counted);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(error instanceof JsonError && error.tooMany ? 341 : 317);
  }
}
