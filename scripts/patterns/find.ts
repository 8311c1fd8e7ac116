import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A regular expression as it stands in a file; one that is put together while the program runs has no source. */
export interface Found {
  /** `server/src/x.ts:12` */
  at: string;
  /** as written: `/a+/g`, or `new RegExp(…)` */
  text: string;
  source: string | null;
  flags: string;
}

/** The regular expressions of the product's TypeScript below these folders; tests may use what they like. */
export function findPatterns(root: string, folders: readonly string[]): Found[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/(\.test\.tsx?|(^|\/)testing[^/]*\.tsx?)$/.test(path))
      .sort()
      .flatMap((path) => patternsIn(`${folder}/${path}`, readFileSync(join(root, folder, path), 'utf8'))),
  );
}

export function patternsIn(path: string, text: string): Found[] {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kind);
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    const at = () => `${path}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`;
    if (ts.isRegularExpressionLiteral(node)) found.push({ at: at(), text: node.text, ...partsOf(node.text) });
    else if (isMade(node)) found.push({ at: at(), text: node.getText(file), source: null, flags: '' });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function partsOf(literal: string): { source: string; flags: string } {
  const end = literal.lastIndexOf('/');
  return { source: literal.slice(1, end), flags: literal.slice(end + 1) };
}

/** `new RegExp(…)` or `RegExp(…)`. */
const isMade = (node: ts.Node): boolean =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) && ts.isIdentifier(node.expression) && node.expression.text === 'RegExp';
