/** What renderToStaticMarkup wrote, as a tree: React closes what it opens. */
export interface Element {
  tag: string;
  attributes: Readonly<Record<string, string>>;
  inside: (Element | string)[];
  above?: Element;
}

const VOID = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);
const TOKEN = /<!--[\s\S]*?-->|<(\/?)([a-zA-Z][\w-]*)((?:[^<>"]|"[^"]*")*?)(\/?)>|([^<]+)/g;
const ATTRIBUTE = /([\w:-]+)(?:="([^"]*)")?/g;
const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'", nbsp: ' ' };
const plain = (text: string): string => text.replace(/&(#?\w+);/g, (whole, sign: string) => SIGNS[sign] ?? whole);

export function treeOf(markup: string): Element {
  const root: Element = { tag: 'root', attributes: {}, inside: [] };
  let at = root;
  for (const [, closes, tag, rest = '', ends, text] of markup.matchAll(TOKEN)) {
    if (text !== undefined) at.inside.push(plain(text));
    else if (tag === undefined) continue;
    else if (closes) at = at.above ?? root;
    else {
      const attributes = Object.fromEntries([...rest.matchAll(ATTRIBUTE)].map(([, name, value = '']) => [name!, plain(value)]));
      const made: Element = { tag: tag.toLowerCase(), attributes, inside: [], above: at };
      at.inside.push(made);
      if (!ends && !VOID.has(made.tag)) at = made;
    }
  }
  return root;
}

/** All elements in it, from top to bottom. */
export const within = (of: Element): Element[] => of.inside.flatMap((each) => (typeof each === 'string' ? [] : [each, ...within(each)]));
export const has = (element: Element, name: string): boolean => Object.hasOwn(element.attributes, name);
export const wordsOf = (of: Element | string): string => (typeof of === 'string' ? of : of.inside.map(wordsOf).join(''));

/** Nobody sees or reaches it. */
const isHidden = (element: Element): boolean =>
  has(element, 'hidden') ||
  element.attributes.type === 'hidden' ||
  element.attributes['aria-hidden'] === 'true' ||
  (element.above !== undefined && isHidden(element.above));

const TYPED = new Set(['input', 'textarea', 'select']);
/** What a value is typed into, or chosen with. */
export const isTyped = (element: Element): boolean =>
  !isHidden(element) && (TYPED.has(element.tag) || element.attributes.contenteditable === 'true' || element.attributes.role === 'combobox');
/** What Tab stops at. */
export const isStop = (element: Element): boolean =>
  !isHidden(element) &&
  (isTyped(element) || element.tag === 'button' || (element.tag === 'a' && has(element, 'href')) || has(element, 'tabindex'));

/** What a screen reader calls it. */
export function nameOf(element: Element, page: Element): string {
  const { id, title } = element.attributes;
  const said = element.attributes['aria-label'];
  if (said) return said;
  const label = id ? within(page).find(({ tag, attributes }) => tag === 'label' && attributes.for === id) : undefined;
  if (label) return wordsOf(label).trim();
  for (let above = element.above; above; above = above.above) if (above.tag === 'label') return wordsOf(above).trim();
  const seen = TYPED.has(element.tag) ? '' : wordsOf(element).trim();
  return (
    seen ||
    within(element)
      .map(({ attributes }) => attributes['aria-label'] ?? attributes.alt ?? '')
      .join('') ||
    (title ?? '')
  );
}

/** What is told of it beside its name. */
export const describedBy = (element: Element, page: Element): string =>
  (element.attributes['aria-describedby'] ?? '')
    .split(' ')
    .map((id) => within(page).find(({ attributes }) => attributes.id === id))
    .map((one) => (one ? wordsOf(one).trim() : ''))
    .join(' ')
    .trim();
