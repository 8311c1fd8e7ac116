import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { checkSuites, isAbout } from '#protocol/check/check.ts';
import { fileOf, type Problem } from '#protocol/check/problem.ts';
import { styleOf } from '#protocol/check/style.ts';
import type { SuiteDef } from '#protocol/meta/suite.ts';
import { checkCode } from '#server/call/check-code.ts';
import { checkFlows } from '#server/flow/check/check-flows.ts';
import { type Catalogue, createCatalogue } from '#server/meta/catalogue.ts';
import type { HandlersOf } from '#server/meta/handler.ts';
import { DefinitionError } from '#server/meta/load.ts';
import { unseeded } from '#server/meta/named-ids.ts';
import { checkedBefore, type Noted } from '#server/meta/once/checked-before.ts';
import { checkSeeds } from '#server/meta/seed/check.ts';
import type { Demonstration } from '#server/meta/seed/plan.ts';
import { chooseSuites } from './choose-suites.ts';
import { type Found, findSuites } from './find-suites.ts';
import { joinDemos } from './join-demos.ts';
import { locate } from './locate.ts';

const built = new URL('./suites/', import.meta.url);
/** Beside this program where it was built, else in the house. */
const HERE = existsSync(built) ? built : new URL('../../suites/', import.meta.url);
/** Where definitions are written, whichever of the two runs. */
const SOURCES = existsSync(built) ? `${process.cwd()}/suites` : fileURLToPath(HERE);
const here = await findSuites(HERE);

type Warn = (line: string) => void;

/** The code of the suites that are there. */
export const handlers = (): HandlersOf => here.handlers;

/** The definitions of this installation, checked; with `noted` not once more by a program that checked the very same ones before. */
export function installed(wanted?: readonly string[], warn?: Warn, noted?: Noted): Catalogue {
  const { suites, problems } = chooseSuites(here, wanted);
  if (problems.length) throw new DefinitionError([...problems, ...examine(suites, SOURCES).errors]);
  return loadSuites(suites, SOURCES, warn, here.handlers, noted);
}

/** Definitions, checked; a flow that could hang, skip a step or find nobody is refused like any other error. `sources` is where they are written. */
export function loadSuites(
  suites: readonly SuiteDef[],
  sources: string,
  warn: Warn = () => undefined,
  code: HandlersOf = here.handlers,
  noted?: Noted,
): Catalogue {
  const { errors, warnings, read } = noted ? examineOnce(suites, sources, code, noted) : examine(suites, sources, code);
  if (errors.length) throw new DefinitionError(errors);
  for (const { file, path, reason } of warnings) warn(`${file}: ${path}: ${reason}`);
  return createCatalogue(read);
}

export interface Examined {
  errors: Problem[];
  warnings: Problem[];
  read: SuiteDef[];
}

/** All that is wrong with definitions, each with the file where it is written; flows are played of the tables that are right by themselves. */
export function examine(raw: readonly SuiteDef[], sources: string, code: HandlersOf = here.handlers): Examined {
  const { errors, warnings, read } = checked(raw, code);
  return { errors: locate(errors, raw, sources), warnings: locate(warnings, raw, sources), read };
}

/** The same, of definitions that a program may have examined before; what code the suites bring is looked at each time. */
function examineOnce(suites: readonly SuiteDef[], sources: string, code: HandlersOf, noted: Noted): Examined {
  const found = checkedBefore(suites, noted, () => examine(suites, sources, code));
  // as they are written, at this start and at the next: what is hashed of them is the same
  if ('errors' in found) return found.errors.length ? found : { ...found, read: [...suites] };
  return { errors: locate(checkCode(suites, code), suites, sources), warnings: found.warnings, read: [...suites] };
}

/** The same with the files where things stand by custom, the names that stand twice, and whether something is wrong with a table by itself. */
function checked(
  raw: readonly SuiteDef[],
  code: HandlersOf,
): Examined & { taken: ReadonlySet<string>; isWrong: (suite: string, table: string) => boolean } {
  const { suites, errors, taken } = checkSuites(raw);
  const wrong = new Set(errors.map(({ file }) => file));
  const isWrong = (suite: string, table: string) => wrong.has(fileOf(suite, table));
  const flows = suites.length === raw.length ? checkFlows(suites, isWrong) : { errors: [], warnings: [] };
  const known = (problems: readonly Problem[]) => problems.filter((problem) => !isAbout(problem, taken));
  return {
    errors: [...errors, ...checkCode(suites, code), ...known(flows.errors)],
    warnings: known(flows.warnings),
    read: suites,
    taken,
    isWrong,
  };
}

/** What the house would write otherwise; nothing is refused for it. */
export const checkStyle = (suites: readonly SuiteDef[], sources: string): Problem[] => locate(suites.flatMap(styleOf), suites, sources);

/**
 * All that an installation of what was found would be refused for, the rows of its suites and demonstrations among it, and what is to be
 * looked at. Rows of a table that is wrong itself wait for that, and all rows for names that stand twice.
 */
export async function examineAll(found: Found, wanted: readonly string[], sources: string): Promise<Examined> {
  const { suites, problems } = chooseSuites(found, wanted);
  const { errors, warnings, read, taken, isWrong } = checked(suites, found.handlers);
  const { problems: ofDemos, remarks, ...demo } = await joinDemos(found, new Set(suites.map(({ code }) => code)));
  const isLost = read.length < suites.length || taken.size > 0 || errors.some(({ path }) => path === 'tables');
  const rows = isLost ? [] : checkSeeds(createCatalogue(read), demo, ({ suite, name }) => isWrong(suite, name));
  const all = [...problems, ...locate([...errors, ...ofDemos, ...rows], suites, sources)];
  const style = all.length ? [] : checkStyle(suites, sources);
  const ids = all.length ? [] : unseeded(createCatalogue(read), demo);
  return { errors: all, warnings: [...locate([...warnings, ...ids], suites, sources), ...style, ...remarks], read: suites };
}

/** What DEMO=1 loads beside the suites' own rows, of the demonstrations for what is installed. Only the process that loads them reads them. */
export async function demonstration(catalogue: Catalogue): Promise<Demonstration> {
  const { problems, companies, seeds, file } = await joinDemos(here, new Set(catalogue.suites.map((suite) => suite.code)));
  if (problems.length) throw new DefinitionError(problems);
  return { companies, seeds, ...(file ? { file } : {}) };
}

/** The same problems, with the files where what they speak of is written. */
export const written = (problems: readonly Problem[], { suites }: Catalogue): Problem[] => locate(problems, suites, SOURCES);

/** The same error with them. */
export const asWritten = (error: unknown, catalogue: Catalogue): unknown =>
  error instanceof DefinitionError ? new DefinitionError(written(error.problems, catalogue)) : error;
