/** Word marks the entries of its lists by style: `mso-list: l0 level2 lfo1`. */
const ENTRY = /mso-list:\s*l\d+\s+level(\d)/i;
const MARKER = /mso-list:\s*ignore/i;
/** What stands before an entry of a numbered list. */
const NUMBERED = /^[\s(\uff08]*[\da-z\p{Script=Han}]{1,4}[.)\u3001\uff09]/iu;

const styleOf = (element: Element): string => element.getAttribute('style') ?? '';
const isDrawn = (style: string, line: string): boolean =>
  style.split(';').some((one) => one.trim().startsWith('text-decoration') && one.includes(line));
const isBold = (style: string): boolean => /font-weight:\s*(bold|[6-9]00)/i.test(style);

/** What a program of an office, or another page, says by styles as the tags that rich text keeps: bold, italic, underlined, lists. */
export function fromOffice(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const bold = boldClasses(page);
  for (const element of page.body.querySelectorAll('[style], [class]')) emphasise(element, bold);
  for (const entry of page.body.querySelectorAll('[style*="mso-list" i]')) if (ENTRY.test(styleOf(entry))) gather(entry);
  return page.body.innerHTML;
}

/** Classes of a sheet's own style that are bold: Excel says so there alone. */
function boldClasses(page: Document): Set<string> {
  const sheets = [...page.querySelectorAll('style')].map((sheet) => sheet.textContent ?? '').join('\n');
  const rules = [...sheets.matchAll(/\.([a-z]+\d+)\s*\{([^{}]*)\}/gi)];
  return new Set(rules.filter(([, , said]) => isBold(said!)).map(([, name]) => name!));
}

function emphasise(element: Element, bold: ReadonlySet<string>): void {
  const style = styleOf(element);
  // Google writes all it copies into a bold that is none
  if (element.localName === 'b' && /font-weight:\s*normal/i.test(style)) element.replaceWith(...element.childNodes);
  const tags = [
    isBold(style) || [...element.classList].some((one) => bold.has(one)) ? 'strong' : '',
    /font-style:\s*italic/i.test(style) ? 'em' : '',
    isDrawn(style, 'underline') && !element.closest('a') ? 'u' : '',
    isDrawn(style, 'line-through') ? 's' : '',
  ];
  for (const tag of tags.filter(Boolean)) wrap(element, tag);
}

function wrap(element: Element, tag: string): void {
  const around = element.ownerDocument.createElement(tag);
  around.append(...element.childNodes);
  element.append(around);
}

/** An entry of Word's into the list before it, or a list of its own. */
function gather(entry: Element): void {
  const level = Number(ENTRY.exec(styleOf(entry))?.[1] ?? 1);
  const marker = [...entry.querySelectorAll('[style]')].find((one) => MARKER.test(styleOf(one)));
  const kind = NUMBERED.test(marker?.textContent ?? '') ? 'ol' : 'ul';
  marker?.remove();
  const page = entry.ownerDocument;
  const before = entry.previousElementSibling;
  let list = before?.hasAttribute('data-gathered') ? before : null;
  if (!list || (level === 1 && list.localName !== kind)) {
    list = page.createElement(kind);
    list.setAttribute('data-gathered', '');
    entry.before(list);
  }
  for (let deep = 1; deep < level && list.lastElementChild; deep += 1) {
    const last: Element = list.lastElementChild;
    const inner = last.lastElementChild;
    list = inner && /^[uo]l$/.test(inner.localName) ? inner : last.appendChild(page.createElement(kind));
  }
  const item = page.createElement('li');
  const paragraph = page.createElement('p');
  paragraph.append(...entry.childNodes);
  item.append(paragraph);
  list.append(item);
  entry.remove();
}
