import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ATTACKS, FAULTS } from './ids.ts';
import { filesNaming, titles } from './titles.ts';
import { WAITS_ADF } from './waits-adf.ts';
import { WAITS_BE, type Waits } from './waits-be.ts';

const root = new URL('..', import.meta.url).pathname;
const PAGE = join(root, 'docs/security.md');
const BEGIN = '<!-- begin: npm run attack ids -->';
const END = '<!-- end -->';
const WAITS: readonly Waits[] = [...WAITS_ADF, ...WAITS_BE];

export interface Covered {
  id: string;
  what: string;
  files: string[];
  waits: Waits | undefined;
}

/** Every id of the attack list and of the faults, with the test files whose titles name it and what it waits for. */
export function coverage(): Covered[] {
  const all = titles(root);
  return Object.entries({ ...ATTACKS, ...FAULTS }).map(([id, what]) => ({
    id,
    what,
    files: filesNaming(id, all),
    waits: WAITS.find((each) => each.id === id),
  }));
}

export function table(): string {
  const rows = coverage().map(({ id, what, files, waits }) => {
    const tested = files.map((path) => `\`${path.replace('.test.ts', '')}\``).join(', ');
    const waiting = waits ? `${waits.part ? `${waits.part}: ` : ''}waits for ${waits.waits}` : '';
    return `| ${id} | ${what} | ${[tested, waiting].filter(Boolean).join('; ')} |`;
  });
  return ['| id | what | tested in; what waits |', '| --- | --- | --- |', ...rows].join('\n');
}

/** What docs/security.md shows between its marks. */
export function shown(): string {
  const page = readFileSync(PAGE, 'utf8');
  return page.slice(page.indexOf(BEGIN) + BEGIN.length, page.indexOf(END)).trim();
}

/** `npm run attack ids`: writes the table into docs/security.md; with `--check` refuses a page that shows another one. */
export async function idsCommand(args: readonly string[]): Promise<string> {
  const current = shown() === table();
  if (args.includes('--check')) {
    if (!current) throw new Error('docs/security.md does not say which tests name which attack: npm run fix writes it');
    return '';
  }
  const page = readFileSync(PAGE, 'utf8');
  const at = page.indexOf(BEGIN) + BEGIN.length;
  writeFileSync(PAGE, `${page.slice(0, at)}\n${table()}\n${page.slice(page.indexOf(END))}`);
  return 'docs/security.md is written';
}
