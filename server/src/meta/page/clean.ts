import sanitizeHtml from 'sanitize-html';
import { fieldKind } from '#protocol/fields/fields.ts';
import type { Parsed, Value } from '#protocol/fields/kind.ts';
import { LINK_ATTRIBUTES, RICH_TAGS, RICH_TWINS, UNREAD_TAGS } from '#protocol/fields/page/rich-text.ts';
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

/** What was put right may be read otherwise than it was written (a paragraph in a paragraph): it is cleaned until it stays. */
const MOST_TIMES = 5;

/** Rich text as it is kept: nothing in it but what the list names (D1). */
export function cleanHtml(html: string): string {
  let clean = sanitizeHtml(html, OPTIONS);
  for (let times = 1; times < MOST_TIMES; times += 1) {
    const again = sanitizeHtml(clean, OPTIONS);
    if (again === clean) break;
    clean = again;
  }
  return clean;
}

/** A value of a field as it is kept, wherever it came from. */
export const cleaned = (field: ResolvedField, value: Value): Value =>
  field.def.data_type === 'html' && typeof value === 'string' ? (parseKept(field, value).value ?? null) : value;

const parseKept = (field: ResolvedField, html: string): Parsed => fieldKind(field.def.data_type).parse(cleanHtml(html), field);

/**
 * What came from outside as the field's value: the one way into a column. Rich text is cleaned and measured again, since what is clean may be
 * longer than what was sent.
 */
export function parseValue(field: ResolvedField, input: unknown): Parsed {
  const parsed = fieldKind(field.def.data_type).parse(input, field);
  return field.def.data_type === 'html' && typeof parsed.value === 'string' ? parseKept(field, parsed.value) : parsed;
}
