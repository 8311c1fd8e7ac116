import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { REGISTRIES, STILL_FULL, STILL_LONG } from './allowed.ts';

/** Lines of a function, from its first to its last. */
export const LONGEST = 60;
/** Files of code in a folder. */
export const FULLEST = 25;

export interface Source {
  path: string;
  text: string;
}
interface Allowed {
  registries: readonly string[];
  long: readonly string[];
  full: readonly string[];
}

const CODE = /\.(ts|tsx|mjs)$/;
/** Tests tell a story from its beginning to its end, and definitions are data however they are put together. */
const TOLD = /(\.test\.tsx?|\.spec\.ts|\/testing[^/]*\.tsx?)$|^suites\/[^/]+\/(?!server\/|web\/)/;

/** A line for each function that is too long and each folder that is too full. */
export function oversized(sources: readonly Source[], allowed: Allowed): string[] {
  const code = sources.filter(({ path }) => CODE.test(path));
  const long = code.filter(({ path }) => !TOLD.test(path)).flatMap(longIn);
  const full = fullFolders(code.map(({ path }) => path)).filter(({ folder }) => !allowed.registries.includes(folder));
  const gone = [
    ...allowed.long.filter((one) => !long.some(({ key }) => key === one)),
    ...allowed.full.filter((one) => !full.some(({ folder }) => folder === one)),
  ];
  return [
    ...long.filter(({ key }) => !allowed.long.includes(key)).map(({ line }) => line),
    ...full
      .filter(({ folder }) => !allowed.full.includes(folder))
      .map(({ folder, files }) => `${folder}: ${files} files of code, ${FULLEST} at most: give what belongs together a folder of its own`),
    ...gone.map((one) => `${one}: is no longer over its measure: take its row out of scripts/sizes/allowed.ts`),
  ];
}

/** Of all that git knows. */
export function oversizedIn(root: string): string[] {
  const paths = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).split(
    '\n',
  );
  const sources = paths.filter((path) => CODE.test(path)).flatMap((path) => read(root, path));
  return oversized(sources, { registries: Object.keys(REGISTRIES), long: STILL_LONG, full: STILL_FULL });
}

function read(root: string, path: string): Source[] {
  try {
    return [{ path, text: readFileSync(join(root, path), 'utf8') }];
  } catch {
    // git still knows it, and it is gone
    return [];
  }
}

function longIn({ path, text }: Source): { key: string; line: string }[] {
  if (text.split('\n', LONGEST + 1).length <= LONGEST) return [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const lineOf = (at: number) => file.getLineAndCharacterOfPosition(at).line + 1;
  const found: { key: string; line: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const [first, last] = [lineOf(node.getStart()), lineOf(node.end)];
      const name = nameOf(node);
      const lines = last - first + 1;
      if (lines > LONGEST)
        found.push({
          key: `${path} ${name}`,
          line: `${path}:${first}: ${name} has ${lines} lines, ${LONGEST} at most: draw the seam that a reader would draw`,
        });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Its own name, or that of what holds it. */
function nameOf(node: ts.SignatureDeclaration): string {
  const holder = node.parent as ts.Node & { name?: ts.Node };
  return node.name?.getText() ?? holder.name?.getText() ?? '(without a name)';
}

function fullFolders(paths: readonly string[]): { folder: string; files: number }[] {
  const folders = new Map<string, number>();
  for (const path of paths) folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1);
  return [...folders].filter(([, files]) => files > FULLEST).map(([folder, files]) => ({ folder, files }));
}
