import { parseQuery } from './query.ts';

/** One copy of a `fetch`: the form's field that takes the chosen record's field. */
export interface Copy {
  target: string;
  source: string;
}

const NAME = /^[A-Za-z][A-Za-z0-9_]*$/;

/** `target=source_field` joined by &. Null where it is not of that form: an error of the definition. */
export function parseFetch(text: string): Copy[] | null {
  const copies = parseQuery(text)?.map(({ name, term }) => ({ target: name, source: term.kind === 'name' ? term.name : term.text }));
  return copies?.every(({ source }) => NAME.test(source)) ? copies : null;
}

/** What the chosen record writes into the form (FORM-08); nothing chosen empties the targets. */
export const fetchedValues = (copies: readonly Copy[], chosen: Readonly<Record<string, unknown>> | null): Record<string, unknown> =>
  Object.fromEntries(copies.map(({ target, source }) => [target, chosen?.[source] ?? null]));
