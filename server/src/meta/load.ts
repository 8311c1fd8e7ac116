import type { Problem } from '#protocol/meta/check/problem.ts';
import { type CheckTools, checkSuites } from '#protocol/meta/check.ts';
import { type Catalogue, createCatalogue } from './catalogue.ts';

/** Definitions that cannot be used; the message lists everything that is wrong, a line each: file, path, reason. */
export class DefinitionError extends Error {
  constructor(readonly problems: readonly Problem[]) {
    super([`${problems.length} errors in the definitions`, ...problems.map(line)].join('\n'));
    this.name = 'DefinitionError';
  }
}

const line = ({ file, path, reason }: Problem): string => `  ${file ?? 'suites'}: ${path}: ${reason}`;

/** The catalogue of these suites, or a DefinitionError: a server never starts on definitions that say what it does not do. */
export function loadCatalogue(suites: readonly unknown[], tools?: CheckTools): Catalogue {
  const checked = checkSuites(suites, tools);
  if (checked.errors.length) throw new DefinitionError(checked.errors);
  return createCatalogue(checked.suites);
}
