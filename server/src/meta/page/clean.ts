import sanitizeHtml from 'sanitize-html';
import { Refusal } from '#protocol/codes.ts';
import { fieldKind } from '#protocol/fields/fields.ts';
import { malformed, type Parsed, type Value } from '#protocol/fields/kind.ts';
import { LINK_ATTRIBUTES, RICH_TAGS, RICH_TWINS, UNREAD_TAGS } from '#protocol/fields/page/rich-text.ts';
import { isProof } from '#protocol/fields/password.ts';
import { isOf } from '#protocol/meta/data-types.ts';
import type { ResolvedField } from '../catalogue.ts';

/** Tags within each other; what lies deeper goes, its text stays. */
const DEEPEST = 60;

/** Of an element's attributes those that its tag may have, with values of their form; a link leads to a window of its own. */
function tidied(tagName: string, attribs: Readonly<Record<string, string>>): sanitizeHtml.Tag {
  const known = RICH_TAGS[tagName] ?? {};
  const kept = Object.entries(attribs).filter(([name, value]) => Object.hasOwn(known, name) && known[name]!.test(value));
  return { tagName, attribs: { ...Object.fromEntries(kept), ...(tagName === 'a' && kept.length > 0 ? LINK_ATTRIBUTES : {}) } };
}

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: Object.keys(RICH_TAGS),
  allowedAttributes: {
    ...Object.fromEntries(Object.entries(RICH_TAGS).map(([tag, known]) => [tag, Object.keys(known)])),
    a: ['href', ...Object.keys(LINK_ATTRIBUTES)],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nonTextTags: [...UNREAD_TAGS],
  nestingLimit: DEEPEST,
  transformTags: {
    ...Object.fromEntries(Object.entries(RICH_TWINS).map(([twin, tag]) => [twin, () => tidied(tag, {})])),
    ...Object.fromEntries(Object.keys(RICH_TAGS).map((tag) => [tag, tidied])),
  },
};

/**
 * Rich text as it is kept: nothing in it but what the list names (D1). What was put right may be read otherwise than it was written (a paragraph
 * in a paragraph), so it is cleaned twice; null where it would not stay as it is even then, which nobody writes who writes text.
 */
export function cleanHtml(html: string): string | null {
  const once = sanitizeHtml(html, OPTIONS);
  const twice = sanitizeHtml(once, OPTIONS);
  return twice === once || sanitizeHtml(twice, OPTIONS) === twice ? twice : null;
}

/** Characters of rich text that one request may send, in all its fields and rows: nobody else is served while it is cleaned. */
export const MOST_RICH = 400_000;

const sentIn = new WeakMap<object, number>();

/** Counts what a request (its transaction) sends for a field; 316 beyond what one may. */
export function boundRich(tx: object, field: ResolvedField, input: unknown): void {
  if (field.def.data_type !== 'html' || typeof input !== 'string') return;
  const sent = (sentIn.get(tx) ?? 0) + input.length;
  if (sent > MOST_RICH) throw new Refusal(316, '$pagesTooLong', { limit: MOST_RICH });
  sentIn.set(tx, sent);
}

/** A value of a field as it is kept, wherever it came from. */
export const cleaned = (field: ResolvedField, value: Value): Value =>
  field.def.data_type === 'html' && typeof value === 'string' ? (parseKept(field, value).value ?? null) : value;

function parseKept(field: ResolvedField, html: string): Parsed {
  const clean = cleanHtml(html);
  return clean === null ? malformed(field) : fieldKind(field.def.data_type).parse(clean, field);
}

/**
 * What came from outside as the field's value: the one way into a column. Rich text is cleaned and measured again, since what is clean may be
 * longer than what was sent; of a password only its proof is taken.
 */
export function parseValue(field: ResolvedField, input: unknown): Parsed {
  const parsed = fieldKind(field.def.data_type).parse(input, field);
  if (isOf(field.def.data_type, 'secret') && typeof parsed.value === 'string' && !isProof(parsed.value))
    return malformed(field, 'fieldProof');
  return field.def.data_type === 'html' && typeof parsed.value === 'string' ? parseKept(field, parsed.value) : parsed;
}
