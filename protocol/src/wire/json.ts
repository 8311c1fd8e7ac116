/** Why a text is no JSON that this house takes. `tooMany`: an object of more names than it reads. */
export class JsonError extends Error {
  constructor(readonly tooMany = false) {
    super(tooMany ? 'too many names' : 'not read as JSON');
    this.name = 'JsonError';
  }
}

const MOST_NAMES = 2000;
const DEEPEST = 64;

/**
 * JSON that means one thing to every reader. Stricter than JSON.parse on purpose: a name that stands twice in an object, `__proto__`
 * as a name, nesting beyond 64 and more than 2,000 names in one object are refused, so that what is checked is what was sent.
 */
export function parseJson(text: string): unknown {
  const value = parsed(text);
  if (value !== null && typeof value === 'object') checkNames(text);
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new JsonError();
  }
}

/** One pass over a text that is JSON: a string before a colon is a name of the innermost object. */
function checkNames(text: string): void {
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at];
    if (mark === '{' || mark === '[') {
      if (open.push(mark === '{' ? new Set() : null) > DEEPEST) throw new JsonError();
    } else if (mark === '}' || mark === ']') open.pop();
    else if (mark === '"') {
      const end = endOfString(text, at);
      if (isName(text, end + 1)) addName(open.at(-1) as Set<string>, text.slice(at, end + 1));
      at = end;
    }
  }
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at += 1) {
    if (text[at] === '"') return at;
    if (text[at] === '\\') at += 1;
  }
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
