/** Why a text is no JSON that this house takes. `tooMany`: more values, or an object of more names, than it reads. */
export class JsonError extends Error {
  constructor(readonly tooMany = false) {
    super(tooMany ? 'too many values' : 'not read as JSON');
    this.name = 'JsonError';
  }
}

const MOST_NAMES = 2000;
/** Brackets that open and commas, outside of texts, are as many as values: 5,000 rows of 38 fields. */
const MOST_VALUES = 200_000;
const DEEPEST = 64;
/** Names that are written with an escape: each is decoded by itself, and no client of this house writes one. */
const MOST_ESCAPED = 1000;

/**
 * JSON that means one thing to every reader. Stricter than JSON.parse on purpose: a name that stands twice in an object, `__proto__`
 * as a name, nesting beyond 64 and more than 2,000 names in one object are refused, so that what is checked is what was sent.
 * Nesting, more than 200,000 values and the names before anything is made: three bytes of `{},` become sixty. `counted` hears how many there are, and may refuse them.
 */
export function parseJson(text: string, counted?: (values: number) => void): unknown {
  const values = measure(text);
  counted?.(values);
  const value = parsed(text);
  if (value !== null && typeof value === 'object') checkNames(text);
  return value;
}

/** How many values a text would become, where it is JSON that is taken: none of a text that stays one. */
export function valuesIn(text: string): number {
  if (!/^\s*[[{]/.test(text)) return 0;
  try {
    return measure(text);
  } catch {
    return 0;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new JsonError();
  }
}

/**
 * How many values; refuses what are too many and what nests too deeply. One pass over a text that may be anything: what is no JSON is left to
 * JSON.parse, which makes no more than was counted, and goes no deeper, before it stops.
 */
function measure(text: string): number {
  let values = 0;
  // of each object and list that is open, how many names it has
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at];
    if (mark === '"') at = endOfString(text, at);
    else if (mark === '}' || mark === ']') open.pop();
    else if (mark === '{' || mark === '[') {
      values += 1;
      if (open.push(0) > DEEPEST) throw new JsonError();
    } else if (mark === ',') values += 1;
    else if (mark === ':' && open.length > 0) open[open.length - 1]! += 1;
    if (values > MOST_VALUES || (open.at(-1) ?? 0) > MOST_NAMES) throw new JsonError(true);
  }
  return values;
}

/** One pass over a text that is JSON: a string before a colon is a name of the innermost object. */
function checkNames(text: string): void {
  const open: (Set<string> | null)[] = [];
  let escaped = 0;
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at];
    if (mark === '{' || mark === '[') {
      open.push(mark === '{' ? new Set() : null);
    } else if (mark === '}' || mark === ']') open.pop();
    else if (mark === '"') {
      const end = endOfString(text, at);
      if (isName(text, end + 1)) {
        const quoted = text.slice(at, end + 1);
        if (quoted.includes('\\') && ++escaped > MOST_ESCAPED) throw new JsonError(true);
        addName(open.at(-1) as Set<string>, quoted);
      }
      at = end;
    }
  }
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '"') return at;
    if (text[at] === '\\') at += 1;
  }
  return text.length;
}

const BLANK = ' \t\n\r';
function isName(text: string, after: number): boolean {
  let at = after;
  while (at < text.length && BLANK.includes(text[at]!)) at += 1;
  return text[at] === ':';
}

function addName(names: Set<string>, quoted: string): void {
  const name = quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
  if (name === '__proto__' || names.has(name)) throw new JsonError();
  if (names.add(name).size > MOST_NAMES) throw new JsonError(true);
}
