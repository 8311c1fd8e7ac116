import { checkSuites } from '#protocol/check/check.ts';
import type { Problem } from '#protocol/check/problem.ts';
import { type Catalogue, createCatalogue } from './catalogue.ts';

/** Definitions that cannot be used; the message lists everything that is wrong: file, path, reason, and below it how to mend it. */
export class DefinitionError extends Error {
  constructor(readonly problems: readonly Problem[]) {
    super([counted(problems.length), ...problems.map(said)].join('\n'));
    this.name = 'DefinitionError';
  }
}

export const counted = (errors: number): string => `${errors} ${errors === 1 ? 'error' : 'errors'} in the definitions`;

/** A problem as its author reads it: where and why, and below it what to do. */
export const said = ({ file, path, reason, mend }: Problem): string => `  ${file}: ${path}: ${reason}\n    ${mend}`;

/** The catalogue of these suites, or a DefinitionError: a server never starts on definitions that say what it does not do. */
export function loadCatalogue(suites: readonly unknown[]): Catalogue {
  const checked = checkSuites(suites);
  if (checked.errors.length) throw new DefinitionError(checked.errors);
  return createCatalogue(checked.suites);
}
