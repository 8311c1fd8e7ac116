import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Problem } from '#protocol/check/problem.ts';
import { nameOf } from '#protocol/check/shape.ts';
import type { SuiteDef } from '#protocol/meta/suite.ts';

const FILE = /^suites\/([^/]+)\//;

/**
 * The same problems, each with the file where its place is written. A check knows where definitions lie by custom; a suite may call its
 * files otherwise and keep a table in several. Wherever a thing with a uid stands, that file says its uid.
 */
export function locate(problems: readonly Problem[], suites: readonly SuiteDef[], sources: string): Problem[] {
  const texts = new Map<string, readonly Source[]>();
  return problems.map((problem) => {
    const folder = FILE.exec(problem.file)?.[1];
    if (!folder) return problem;
    const read = texts.get(folder) ?? sourcesOf(join(sources, folder));
    texts.set(folder, read);
    const row = rowAt(problem.path);
    const suite = suites.find((one) => one.code === folder);
    const file = row ? fileOfRow(read, row) : suite && fileWith(read, uidsAt(suite, problem));
    return file ? { ...problem, file: `suites/${folder}/${file}` } : problem;
  });
}

interface Row {
  table: string;
  key: string | undefined;
}

/** The row of a seed that a path names: `seeds[vehicle demo office].rows[a1].seats`. */
function rowAt(path: string): Row | null {
  const [, table] = /^seeds?\[(\w+)/.exec(path) ?? [];
  const [, row] = path.split('].rows[');
  return table ? { table, key: row?.slice(0, row.lastIndexOf(']')) } : null;
}

/** The one file that says the row's key and its table, or either of them; of several it is not known which. */
function fileOfRow(sources: readonly Source[], { table, key }: Row): string | undefined {
  const says =
    (name: string, value: string) =>
    ({ text }: Source) =>
      ["'", '"', '`'].some((mark) => [`${name}: `, `"${name}":`, `"${name}": `].some((as) => text.includes(`${as}${mark}${value}${mark}`)));
  const [ofTable, ofKey] = [sources.filter(says('table', table)), key === undefined ? [] : sources.filter(says('_key', key))];
  const [found, ...others] = [ofTable.filter((one) => ofKey.includes(one)), ofKey, ofTable].find((some) => some.length > 0) ?? [];
  return others.length ? undefined : found?.file;
}

interface Source {
  file: string;
  text: string;
}

function sourcesOf(folder: string): Source[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|json)$/.test(entry.name) && !/\.test\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ file: relative(folder, path), text: readFileSync(path, 'utf8') }));
}

/** The file that gives the innermost of these uids; where a function does, the one that says it. Who only brings rows gives none. */
function fileWith(all: readonly Source[], uids: readonly string[]): string | undefined {
  const sources = all.filter(({ file }) => file !== 'demo.ts');
  for (const uid of uids.toReversed()) {
    const said = ["'", '"', '`'].map((mark) => `${mark}${uid}${mark}`);
    const given = sources.find(({ text }) =>
      said.some((one) => [`uid: ${one}`, `"uid":${one}`, `"uid": ${one}`].some((as) => text.includes(as))),
    );
    const found = given ?? sources.find(({ text }) => said.some((one) => text.includes(one)));
    if (found) return found.file;
  }
  return undefined;
}

/**
 * The uids on the way to a problem's place, outermost first: of its table where its file is a table's, and of what its path names. The suite
 * itself stands in its suite.ts.
 */
function uidsAt(suite: SuiteDef, { file, path }: Problem): string[] {
  const tables: readonly unknown[] = Array.isArray(suite.tables) ? suite.tables : [];
  const table = tables.find((one) => file.endsWith(`/${(nameOf(one) ?? '').replaceAll('_', '-')}.ts`));
  const uids: string[] = [];
  let at: unknown = table ?? suite;
  const note = (thing: unknown) => {
    const { uid } = (thing ?? {}) as { uid?: unknown };
    if (typeof uid === 'string') uids.push(uid);
  };
  if (table) note(table);
  for (const [, key = '', name] of path.matchAll(/(?:^|\.)(\w+)(?:\[([^\]]*)\])?/g)) {
    if (name === undefined) break;
    at = partsOf(at, key).find((part) => nameOf(part) === name || (part as { uid?: unknown }).uid === name);
    if (at === undefined) break;
    note(at);
  }
  return uids;
}

/** The things below `key`: of the thing itself, or, as events of a state, of what it holds. */
function partsOf(thing: unknown, key: string): object[] {
  const of = (value: unknown): object[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : []);
  const own = of((thing as Record<string, unknown>)[key]);
  if (own.length) return own;
  return Object.values(thing as object).flatMap((value) => of(value).flatMap((part) => of((part as Record<string, unknown>)[key])));
}
