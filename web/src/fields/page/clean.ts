import createPurify from 'dompurify';
import { LINK_ATTRIBUTES, RICH_TAGS, RICH_TWINS, UNREAD_TAGS } from '#protocol/fields/page/rich-text.ts';

const OPTIONS = {
  ALLOWED_TAGS: [...Object.keys(RICH_TAGS), ...Object.keys(RICH_TWINS)],
  ALLOWED_ATTR: [...new Set(Object.values(RICH_TAGS).flatMap((known) => Object.keys(known)))],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  FORBID_CONTENTS: [...UNREAD_TAGS],
  RETURN_DOM_FRAGMENT: true as const,
};

/** An element with its tag's own attributes of their form alone; a link leads to a window of its own. */
function tidy(element: Element): void {
  const tag = element.localName;
  const known = RICH_TAGS[tag] ?? {};
  for (const { name, value } of [...element.attributes])
    if (!Object.hasOwn(known, name) || !known[name]!.test(value)) element.removeAttribute(name);
  if (tag === 'a' && element.hasAttribute('href'))
    for (const [name, value] of Object.entries(LINK_ATTRIBUTES)) element.setAttribute(name, value);
}

const BLOCKS = 'p, div, ul, ol, table, h1, h2, h3, h4, h5, h6, blockquote, pre, hr';

/** `<b>` as `<strong>`, and what else other writers call otherwise; what holds paragraphs is none itself. */
function renamed(element: Element): void {
  const twin = RICH_TWINS[element.localName];
  if (!twin) return;
  if (twin === 'p' && element.querySelector(BLOCKS)) {
    element.replaceWith(...element.childNodes);
    return;
  }
  const same = element.ownerDocument.createElement(twin);
  same.append(...element.childNodes);
  element.replaceWith(same);
}

/** Rich text as it may stand on a page: whatever the server let through, nothing in it but what the list names (D1). */
export function cleanFragment(html: string): DocumentFragment {
  const fragment = createPurify.sanitize(html, OPTIONS);
  for (const element of fragment.querySelectorAll('*')) tidy(element);
  for (const element of fragment.querySelectorAll('*')) renamed(element);
  return fragment;
}

/** The same as text. */
export function cleanHtml(html: string): string {
  const box = document.implementation.createHTMLDocument('').createElement('div');
  box.append(cleanFragment(html));
  return box.innerHTML;
}
