import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { indexOf, type Note } from './index-of-decisions.ts';

/** A text of the house and where it lies. */
export interface Text {
  path: string;
  text: string;
}

const READ = /\.(ts|tsx|mjs|css|md|txt|yml|sh)$/;
const RECORD = /docs\/decisions\/(\d{3})/g;
/** A number of some list of decisions; that of the house is written with its folder. */
const NUMBERED = /(?<!docs\/)\bdecisions? (?:no\. ?)?\d+(?!\.?\d)/gi;
const PAGE = /\bdocs\/(?!decisions\/[\dN])[\w/-]+\.(?:md|json|png)/g;
const LINK = /\]\((?!https?:|#)([^)#\s]+)/g;
/** Papers that the house was planned with and that do not lie in it. */
const OUTSIDE = /\/work\/|\b(?:workflow|metadata|quality|review|libraries|expected)\.md\b|\b(?:workflow|metadata model),? (?:section )?\d/g;

/** A line for each reference that leads nowhere in the house: what it refers to lies in it. */
export function deadReferences(texts: readonly Text[], there: (path: string) => boolean, records: ReadonlySet<string>): string[] {
  return texts.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => {
      const say = (what: string) => `${path}:${at + 1}: ${what}`;
      const found = (pattern: RegExp) => [...line.matchAll(pattern)].map((match) => match[1] ?? match[0]);
      const links = path.endsWith('.md') ? found(LINK).filter((to) => !there(normalize(join(dirname(path), to)))) : [];
      return [
        ...found(NUMBERED).map((it) => say(`${it}: of which list? write docs/decisions/NNN, or say it in words`)),
        ...found(OUTSIDE).map((it) => say(`${it} does not lie in the house: say it in words`)),
        ...found(RECORD).flatMap((it) => (records.has(it) ? [] : [say(`there is no docs/decisions/${it}`)])),
        ...[...found(PAGE), ...links].flatMap((it) =>
          path.endsWith('.md') && links.includes(it) ? [] : there(it) ? [] : [say(`there is no ${it}`)],
        ),
        ...links.map((it) => say(`the link to ${it} leads nowhere`)),
      ];
    }),
  );
}

const DECISIONS = 'docs/decisions';
/** The records of the house. */
export const notes = (root: string): Note[] =>
  readdirSync(join(root, DECISIONS))
    .filter((file) => /^\d{3}-.*\.md$/.test(file))
    .toSorted()
    .map((file) => ({ file, text: readFileSync(join(root, DECISIONS, file), 'utf8') }));

/** What is wrong with what the house refers to, and with the index of its decisions. */
export function wrongReferences(root: string): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).split('\n');
  const paths = listed.filter((path) => READ.test(path) && !path.startsWith('scripts/references/') && existsSync(join(root, path)));
  const texts = paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  const records = notes(root);
  const index = readFileSync(join(root, DECISIONS, 'README.md'), 'utf8');
  return [
    ...deadReferences(texts, (path) => existsSync(join(root, path)), new Set(records.map(({ file }) => file.slice(0, 3)))),
    ...(index === indexOf(records) ? [] : [`${DECISIONS}/README.md is not the index of what lies there: npm run fix writes it`]),
  ];
}
