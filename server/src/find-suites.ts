import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fileOf, instead, type Problem } from '#protocol/check/problem.ts';
import { parseDemo } from '#protocol/check/shape.ts';
import type { DemoDef } from '#protocol/meta/demo.ts';
import type { SuiteDef } from '#protocol/meta/suite.ts';
import type { Handlers } from '#server/meta/handler.ts';

/** What lies in a folder of suites: their definitions, and rows for a demonstration, which are read only when somebody wants them. */
export interface Found {
  /** as they were exported: whether they can be used is for the checks */
  suites: readonly SuiteDef[];
  /** what their actions of op Call do, by the suites' codes */
  handlers: ReadonlyMap<string, Handlers>;
  demos: readonly FoundDemo[];
  /** folders whose suite cannot be read, and why */
  broken: ReadonlyMap<string, Problem>;
  /** folders that hold nothing that is read */
  empty: readonly string[];
  /** what is not there, and a file beside its place that is called nearly so */
  near: readonly { folder: string; wanted: 'suite.ts' | 'demo.ts'; mend: string }[];
}

export interface FoundDemo {
  folder: string;
  file: string;
  read(): Promise<{ demo: DemoDef | null; problems: Problem[] }>;
}

/** Every folder with a suite.ts is a suite, and one with a demo.ts brings rows to look at; as they are written, or as they were built. */
export async function findSuites(folder: URL): Promise<Found> {
  const suites: SuiteDef[] = [];
  const demos: FoundDemo[] = [];
  const handlers = new Map<string, Handlers>();
  const broken = new Map<string, Problem>();
  const empty: string[] = [];
  const near: Found['near'][number][] = [];
  for (const name of foldersOf(folder)) {
    const file = (of: string) => [`${of}.ts`, `${of}.js`].map((one) => new URL(`${name}/${one}`, folder)).find(existsSync);
    const [suite, demo, code] = [file('suite'), file('demo'), file('server/actions')];
    if (suite) {
      const read = await exported(suite, folder, { file: fileOf(name), ...SUITE, such: suchSuite(name) });
      const problem = 'problem' in read ? read.problem : misnamed(read.value as Partial<SuiteDef>, name);
      if (problem) broken.set(name, problem);
      else suites.push((read as { value: SuiteDef }).value);
    }
    if (code) {
      const read = await handlersIn(code, folder, name);
      if ('problem' in read) broken.set(name, read.problem);
      else handlers.set(name, read.handlers);
    }
    if (demo) demos.push(demoOf(demo, folder, name));
    if (!suite) near.push(...nearTo('suite.ts', folder, name));
    if (!demo) near.push(...nearTo('demo.ts', folder, name));
    if (!suite && !demo && !near.some((one) => one.folder === name)) empty.push(name);
  }
  return { suites: suites.filter(({ code }) => !broken.has(code)), handlers, demos, broken, empty, near };
}

/** Folders and links to folders, but for hidden ones; what is built is found the same way (scripts/build-server.mjs). */
const foldersOf = (folder: URL): string[] =>
  readdirSync(folder)
    .filter((name) => !name.startsWith('.') && statSync(new URL(name, folder), { throwIfNoEntry: false })?.isDirectory())
    .sort();

/** Two letters off at most, and beginning alike: memo.ts is a file of its own. */
function nearTo(wanted: 'suite.ts' | 'demo.ts', root: URL, folder: string): Found['near'][number][] {
  const files = readdirSync(new URL(`${folder}/`, root)).filter(
    (file) => /^[^.]+\.[jt]s$/.test(file) && file.startsWith(wanted.slice(0, 2)),
  );
  const mend = instead(wanted, files, 1, 2).replace('mean ', 'mean to rename ');
  return mend ? [{ folder, wanted, mend }] : [];
}

function demoOf(demo: URL, root: URL, folder: string): FoundDemo {
  const file = `suites/${folder}/demo.ts`;
  const read = async () => {
    const found = await exported(demo, root, { file, ...DEMO });
    return 'problem' in found ? { demo: null, problems: [found.problem] } : parseDemo(found.value, file);
  };
  return { folder, file, read };
}

/** What `server/actions.ts` of a suite exports as `handlers`: each does its work for every record (`each`) or for all of them (`all`). */
async function handlersIn(url: URL, root: URL, folder: string): Promise<{ handlers: Handlers } | { problem: Problem }> {
  const file = `suites/${folder}/server/actions.ts`;
  try {
    const { handlers } = (await import(url.href)) as { handlers?: unknown };
    if (areHandlers(handlers)) return { handlers };
  } catch (error) {
    return { problem: unreadable(error, root, file) };
  }
  const mend = 'export const handlers = defineHandlers({ name: { each: async (desk, row) => { … } } })';
  return { problem: { file, path: 'handlers', reason: 'it exports no handlers', mend } };
}

const areHandlers = (found: unknown): found is Handlers =>
  typeof found === 'object' && found !== null && Object.values(found).every((one) => typeof (one?.each ?? one?.all) === 'function');

function misnamed({ code }: Partial<SuiteDef>, folder: string): Problem | null {
  if (code === folder && codeOf(folder) === folder) return null;
  const at = { file: fileOf(folder), path: 'code' };
  const fit = codeOf(folder);
  if (fit !== folder) {
    const reason = `the folder is called ${folder}, and the code of a suite has letters, digits and _ only, from a letter on`;
    return { ...at, reason, mend: `call the folder ${fit}, and write code: '${fit}'` };
  }
  if (typeof code !== 'string') return { ...at, reason: 'missing', mend: `write code: '${folder}', as its folder is called` };
  const reason = `the suite is called ${code}, its folder ${folder}`;
  return { ...at, reason, mend: `call the folder ${code}, or the suite ${folder}` };
}

interface Wanted {
  file: string;
  what: string;
  such: string;
  keys: readonly string[];
}
/** The code of a suite that comes closest to the name of a folder. */
const codeOf = (folder: string): string => folder.replace(/\W/g, '_').replace(/^(?![A-Za-z])/, 's');
/** How a suite.ts says its suite. */
export const suchSuite = (folder: string): string => `export const ${codeOf(folder)} = defineSuite({ … })`;
const SUITE = {
  what: 'suite',
  keys: ['tables', 'modules', 'version', 'roles', 'dicts'],
};
const DEMO = {
  what: 'demonstration',
  such: 'export const demo: DemoDef = { companies: [ … ], seeds: [ … ] }',
  keys: ['companies', 'seeds'],
};

/** The one export of a file that is what the file is for: it has some of these keys. */
async function exported(url: URL, root: URL, { file, what, such, keys }: Wanted): Promise<{ value: object } | { problem: Problem }> {
  let module: Record<string, unknown>;
  try {
    module = await import(url.href);
  } catch (error) {
    return { problem: unreadable(error, root, file) };
  }
  const found = new Map<object, string>();
  for (const [name, value] of Object.entries(module))
    if (typeof value === 'object' && value !== null && keys.some((key) => key in value) && !found.has(value)) found.set(value, name);
  const [value, ...others] = found.keys();
  const at = { file, path: 'export' };
  if (!value) return { problem: { ...at, reason: `it exports no ${what}`, mend: `export one: ${such}` } };
  if (!others.length) return { value };
  const names = [...found.values()].join(', ');
  return { problem: { ...at, reason: `it exports more than one ${what}: ${names}`, mend: 'export one, and keep the others to the file' } };
}

interface PlaceInside {
  inside: string;
  line?: string | undefined;
}

/** The files below a folder that a text names, with the lines that it tells. */
const placesIn = (text: string, folder: string): PlaceInside[] =>
  text
    .split(folder)
    .slice(1)
    .flatMap((rest) => {
      const [, inside, line] = /^([\w./-]{1,300}\.[jt]s)(?:\?[\w=&.-]{0,100})?(?::(\d{1,7}))?/.exec(rest.slice(0, 500)) ?? [];
      return inside ? [{ inside, line }] : [];
    });

/** A file that cannot be loaded: where below the suites that comes from, as far as the error tells, and what the language says. */
function unreadable(error: unknown, root: URL, file: string): Problem {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const folder = fileURLToPath(root);
  // of a module that is not there, the one that names it
  const [, importer = ''] = message.split('imported from ');
  const [named] = placesIn(importer, folder);
  const places = placesIn(`${message}\n${stack}`, folder);
  const { inside, line } = named ?? places.find((one) => one.line) ?? {};
  const [first = ''] = /ERROR: (.*)/.exec(message)?.slice(1) ?? message.split('\n');
  const said = first.replaceAll(folder, 'suites/').replace(/ imported from .*/, '');
  return {
    file: inside ? `suites/${inside.replace(/\.js$/, '.ts')}` : file,
    path: line ? `line ${line}` : 'import',
    reason: `it cannot be loaded: ${said}`,
    mend: 'mend the line, or the import; npm run check tells types beforehand',
  };
}
