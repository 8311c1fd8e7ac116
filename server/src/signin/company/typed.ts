import { Refusal } from '#protocol/codes.ts';
import { withoutMarks } from '#protocol/fields/writing.ts';
import { foldName, nameFault } from '#protocol/signin/names.ts';

type Request<F extends string> = Readonly<Record<F, string>>;

/** A name of sign-in, folded: 314 for none, 317 for what can be none. */
export function nameIn<F extends string>(request: Request<F>, field: F): string {
  if (nameFault(request[field])) throw new Refusal(request[field] ? 317 : 314, '', { field });
  return foldName(request[field]);
}

/** A name of one line as it was sent; the client trims it, because it may be part of what is proved. */
export function lineIn<F extends string>(request: Request<F>, field: F, most: number): string {
  const text = request[field];
  if (withoutMarks(text).trim() === '') throw new Refusal(314, '', { field });
  if (text !== text.trim() || /[\p{Cc}\p{Surrogate}\u2028\u2029]/u.test(text)) throw new Refusal(317, '', { field });
  if ([...text].length > most) throw new Refusal(316, '', { field });
  return text;
}

/** How long the names of a company and of a person may be. */
export const MOST = { company: 60, person: 40 };
