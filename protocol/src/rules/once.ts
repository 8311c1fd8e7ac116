/** Letters of the definitions' texts that are kept read, of one kind: those of a thousand tables. What comes after is read each time. */
const MOST = 500_000;

/**
 * Reads each text of a definition once; an error is thrown each time. For texts of definitions only: what a caller types is read where it
 * is typed and kept nowhere.
 */
export function readOnce<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  let letters = 0;
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const value = read(text);
    letters += text.length;
    if (letters <= MOST) known.set(text, value);
    return value;
  };
}

/** The same of what definitions are made of: as long as it lives. What it is made from is not changed after. */
export function madeOnce<Of extends object, Value>(make: (of: Of) => Value): (of: Of) => Value {
  const known = new WeakMap<Of, { value: Value }>();
  return (of) => {
    const found = known.get(of);
    if (found) return found.value;
    const value = make(of);
    known.set(of, { value });
    return value;
  };
}
