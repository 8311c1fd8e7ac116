import { foldFactor } from '#protocol/signin/factor.ts';
import { type Entry, useEntry } from '../use-entry.ts';

/** A form of a code and nothing else. */
export type WholeCodeEntry = Entry<'code', 'empty' | 'format'>;
/** What the line for a code needs of the form that it stands in. */
export type CodeEntry = Omit<WholeCodeEntry, 'submit'>;
/** What a code may be of: the authenticator, those for who has lost it, or either. */
export type CodeKind = 'digits' | 'recovery' | 'either';

/** Whether what was typed can be a code of an authenticator, or of those for who has lost it. */
export function codeFault(typed: string, kind: CodeKind): 'empty' | 'format' | undefined {
  if (typed === '') return 'empty';
  const folded = foldFactor(typed);
  return folded && (kind === 'either' || kind in folded) ? undefined : 'format';
}

/** One code that is sent; a wrong one (301) is selected, to be typed again. */
export const useCode = (kind: CodeKind, send: (code: string) => Promise<void>): WholeCodeEntry =>
  useEntry<'code', 'empty' | 'format'>({
    fields: ['code'],
    faultsOf: ({ code }) => {
      const fault = codeFault(code, kind);
      return fault ? { code: fault } : {};
    },
    send: ({ code }) => send(code),
    blames: ({ code }) => (code === 301 ? 'code' : undefined),
  });
