import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fileOf, type Problem } from '#protocol/meta/check/problem.ts';
import { styleOf } from '#protocol/meta/check/style.ts';
import { checkSuites } from '#protocol/meta/check.ts';
import type { CompanyDef, DemoDef } from '#protocol/meta/demo.ts';
import type { SuiteDef } from '#protocol/meta/suite.ts';
import { GRAMMARS } from '#protocol/rules/definitions/languages.ts';
import { checkFlows } from '#server/flow/check-flows.ts';
import { type Catalogue, createCatalogue } from '#server/meta/catalogue.ts';
import { DefinitionError } from '#server/meta/load.ts';
import { locate } from './locate.ts';

/** What lies in a folder of suites: their definitions, and rows for a demonstration, which are read only when somebody wants them. */
export interface Found {
  suites: readonly SuiteDef[];
  demos: readonly { folder: string; read: () => Promise<DemoDef> }[];
}

/** Every folder with a suite.ts is a suite, and one with a demo.ts brings rows to look at; as they are written, or as they were built. */
export async function findSuites(folder: URL): Promise<Found> {
  const suites: SuiteDef[] = [];
  const demos: Found['demos'][number][] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!entry.isDirectory()) continue;
    const file = (name: string) => [`${name}.ts`, `${name}.js`].map((one) => new URL(`${entry.name}/${one}`, folder)).find(existsSync);
    const [suite, demo] = [file('suite'), file('demo')];
    if (suite) suites.push(exported(await import(suite.href), entry.name, isSuite, 'suite.ts', 'suite (defineSuite)'));
    if (demo) {
      const read = async () =>
        exported<DemoDef>(await import(demo.href), entry.name, isDemo, 'demo.ts', 'demonstration ({ companies, seeds })');
      demos.push({ folder: entry.name, read });
    }
  }
  return { suites, demos };
}

const isSuite = (value: object): value is SuiteDef => 'code' in value && 'tables' in value;
const isDemo = (value: object): value is DemoDef => 'companies' in value && 'seeds' in value;

/** The one export of a file that is what the file is for. */
function exported<T>(module: Record<string, unknown>, folder: string, is: (value: object) => boolean, file: string, what: string): T {
  const [found, ...others] = [...new Set(Object.values(module))].filter(
    (value) => typeof value === 'object' && value !== null && is(value),
  );
  if (!found || others.length)
    throw new Error(`suites/${folder}/${file} exports ${found ? 'more than one' : 'no'} ${what}; it exports one`);
  const { code } = found as { code?: unknown };
  if (file === 'suite.ts' && code !== folder)
    throw new Error(`suites/${folder}/suite.ts: code: the suite is called ${code}: call its folder so, or the suite ${folder}`);
  return found as T;
}

/**
 * The suites of an installation, requirements first: those that the setting SUITES names, with what they require, or all that are there
 * but for those that are only installed when asked for. The platform's own is always among them.
 */
export function chooseSuites(found: readonly SuiteDef[], wanted?: readonly string[]): SuiteDef[] {
  const chosen = new Set<SuiteDef>();
  const add = (code: string, why: readonly string[]): void => {
    const suite = found.find((one) => one.code === code);
    if (!suite) {
      const for_ = why.length ? `, which ${why.at(-1)} requires` : '';
      throw new Error(`SUITES: there is no suite ${code}${for_}; there are ${found.map((one) => one.code).join(', ')}`);
    }
    if (why.includes(code)) throw new Error(`SUITES: ${[...why, code].join(' requires ')}`);
    if (chosen.has(suite)) return;
    for (const needed of suite.requires) add(needed, [...why, code]);
    chosen.add(suite);
  };
  for (const code of [SYS, ...(wanted ?? found.filter((suite) => !suite.optional).map((suite) => suite.code))]) add(code, []);
  return [...chosen];
}
const SYS = 'sys';

const built = new URL('./suites/', import.meta.url);
/** Beside this program where it was built, else in the house. */
const HERE = existsSync(built) ? built : new URL('../../suites/', import.meta.url);
/** Where definitions are written, whichever of the two runs. */
const SOURCES = existsSync(built) ? `${process.cwd()}/suites` : fileURLToPath(HERE);
const here = await findSuites(HERE);

type Warn = (line: string) => void;

/** The definitions of this installation, checked. */
export const installed = (wanted?: readonly string[], warn?: Warn): Catalogue =>
  loadSuites(chooseSuites(here.suites, wanted), SOURCES, warn);

/** Definitions, checked; a flow that could hang, skip a step or find nobody is refused like any other error. `sources` is where they are written. */
export function loadSuites(suites: readonly SuiteDef[], sources: string, warn: Warn = () => undefined): Catalogue {
  const { errors, warnings, read } = examine(suites, sources);
  if (errors.length) throw new DefinitionError(errors);
  for (const { file, path, reason } of warnings) warn(`${file}: ${path}: ${reason}`);
  return createCatalogue(read);
}

/** All that is wrong with definitions, each with the file where it is written; flows are played of the tables that are right by themselves. */
export function examine(raw: readonly SuiteDef[], sources: string): { errors: Problem[]; warnings: Problem[]; read: SuiteDef[] } {
  const { suites, errors } = checkSuites(raw, GRAMMARS);
  const whole = suites.length === raw.length;
  const wrong = new Set(errors.map(({ file }) => file));
  const flows = whole ? checkFlows(suites, (suite, table) => wrong.has(fileOf(suite, table))) : { errors: [], warnings: [] };
  return { errors: locate([...errors, ...flows.errors], raw, sources), warnings: locate(flows.warnings, raw, sources), read: suites };
}

/** What the house would write otherwise; nothing is refused for it. */
export const checkStyle = (suites: readonly SuiteDef[], sources: string): Problem[] => locate(suites.flatMap(styleOf), suites, sources);

/** What DEMO=1 loads beside the suites' own rows, of the demonstrations for what is installed. Only the process that loads them reads them. */
export async function demonstration(catalogue: Catalogue): Promise<DemoDef> {
  const codes = new Set(catalogue.suites.map((suite) => suite.code));
  const companies: CompanyDef[] = [];
  const seeds: DemoDef['seeds'][number][] = [];
  for (const { folder, read } of here.demos) {
    const isSuiteOf = here.suites.some((suite) => suite.code === folder);
    if (isSuiteOf && !codes.has(folder)) continue;
    const demo = await read();
    if (!(demo.requires ?? []).every((code) => codes.has(code))) continue;
    companies.push(...demo.companies);
    seeds.push(...demo.seeds);
  }
  return { companies, seeds };
}
