import { pairsIn } from '#protocol/meta/action.ts';
import type { ActionDef } from '#protocol/meta/flow.ts';
import { PLACES } from './places.ts';

/** What an Open leads to, or the place of the record that is empty where the address cannot be without it. */
export type Address = { href: string } | { lacks: string };
type Opening = Pick<ActionDef, 'url' | 'action_param'>;

/** An address of this product: a path of its own host, which neither names another (`//`) nor is read as such (`/\`). */
const OWN = /^\/(?![/\\])[^\s\\\p{C}]*$/u;
/** One outside: https, a host that stands there as it is, without a name and password before it. */
const OUTSIDE = /^https:\/\/[A-Za-z0-9][A-Za-z0-9.-]*(?::\d{1,5})?(?:[/?#][^\s\\\p{C}]*)?$/u;

export const isOwnAddress = (url: string): boolean => OWN.test(url);
export const isOutsideAddress = (url: string): boolean => OUTSIDE.test(url);

/** The places that an address names: `{field}`, `{field.key_name}`. */
export const placesIn = ({ url = '', action_param = '' }: Opening): string[] => [
  ...[...url.matchAll(PLACES), ...action_param.matchAll(PLACES)].map(([, name]) => name!.trim()),
];

/**
 * The address with the record's values in it, each encoded, so that none becomes a part of the address itself. In the path none may be
 * empty, or lead up (`..`); behind it an empty one is an empty value.
 */
export function addressOf(action: Opening, valueAt: (place: string) => string): Address {
  const [path = '', rest = ''] = splitAt(action.url ?? '');
  for (const [, name] of path.matchAll(PLACES)) if (valueAt(name!.trim()) === '') return { lacks: name!.trim() };
  const fill = (text: string) => text.replace(PLACES, (_, name: string) => encoded(valueAt(name.trim())));
  const filled = fill(path);
  const up = filled.split('/').find((segment) => segment === '.' || segment === '..');
  if (up !== undefined) return { lacks: placesIn({ url: path })[0] ?? '' };
  const pairs = pairsIn(action.action_param ?? '').map(({ name, value }) => `${encoded(name)}=${fill(value)}`);
  return { href: filled + withPairs(fill(rest), pairs) };
}

/** Path, and what stands behind it from its ? or # on. */
function splitAt(url: string): [path: string, rest: string] {
  const at = url.search(/[?#]/);
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)];
}

function withPairs(rest: string, pairs: readonly string[]): string {
  if (pairs.length === 0) return rest;
  const at = rest.indexOf('#');
  const [query, mark] = at < 0 ? [rest, ''] : [rest.slice(0, at), rest.slice(at)];
  return `${query}${query === '' ? '?' : query.endsWith('?') ? '' : '&'}${pairs.join('&')}${mark}`;
}

/** Half a character has no code: it is left out. */
const encoded = (text: string): string => encodeURIComponent(text.replace(/\p{Cs}/gu, ''));

/** How an address says a value of a record: of a reference or a choice its id, or with `.key_name` what it is called. */
export function addressValue(row: Readonly<Record<string, unknown>>, place: string): string {
  const [field = '', inner] = place.split('.');
  const value = row[field];
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return inner === undefined ? String(value) : '';
  const { id, key_name } = value as { id?: number; key_name?: string };
  return inner === 'key_name' ? (key_name ?? '') : id ? String(id) : '';
}
