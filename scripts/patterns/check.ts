import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Diagnostics } from 'recheck';
import { z } from 'zod';
import { ALLOWED } from './allowed.ts';
import { type Found, findPatterns } from './find.ts';

const FOLDERS = ['server/src', 'protocol/src', 'web/src', 'suites'];
const CACHE = '.cache/patterns.json';
/** What takes longer to prove is not proven: then the expression is too clever to stand beside a caller's text. */
const WITHIN_MS = 60_000;
const ATTEMPTS = 3;

/** Expressions of libraries that look at a caller's text. */
const LIBRARIES: readonly Found[] = [
  ['zod uuid', z.regexes.uuid(4)],
  ['zod any uuid', z.regexes.uuid()],
  ['zod datetime', z.regexes.datetime({ offset: true })],
].map(([at, of]) => ({ at: String(at), text: String(of), source: (of as RegExp).source, flags: (of as RegExp).flags }));

/**
 * Every regular expression of the product takes time linear in its text, or says in `allowed.ts` why it need not: no text of one caller holds
 * up the others. Proven by recheck (automata, else search for an attack); what is safe is kept in `.cache`.
 */
export async function superLinear(root: string): Promise<string[]> {
  const found = [...findPatterns(root, FOLDERS), ...LIBRARIES];
  const judge = await judging(root);
  const keyOf = ({ at, text }: Found): string => `${at.replace(/:\d+$/, '')} ${text}`;
  const bad = found.filter((one) => one.source === null || judge(one) !== 'safe');
  const wrong = bad.filter((one) => ALLOWED[keyOf(one)] === undefined);
  const gone = Object.keys(ALLOWED).filter((key) => !bad.some((one) => keyOf(one) === key));
  return [
    ...wrong.map((one) => `${one.at} ${one.text}: ${one.source === null ? 'made while the program runs' : judge(one)}; ${MEND}`),
    ...gone.map((key) => `scripts/patterns/allowed.ts: ${key} is not needed any more`),
  ];
}
const UNPROVEN = 'could not be proven linear';
const MEND = 'write it without a regular expression, anchor it, cut its input first, or say in scripts/patterns/allowed.ts why it may stay';

type Judge = (one: Found) => string;

async function judging(root: string): Promise<Judge> {
  // in this process, without the programs that the package would start
  process.env.RECHECK_BACKEND = 'pure';
  const { checkSync } = await import('recheck');
  const path = `${root}${CACHE}`;
  const kept: Record<string, string> = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  return ({ source, flags }) => {
    if (isPlain(source!)) return 'safe';
    const key = `/${source}/${flags}`;
    if (kept[key] !== 'safe') {
      const verdict = verdictOf(() => checkSync(source!, flags, { timeout: WITHIN_MS }));
      if (verdict !== 'safe') return verdict;
      kept[key] = verdict;
      writeFileSync(path, JSON.stringify(kept, null, 1));
    }
    return kept[key];
  };
}

/** On a busy machine there is no time, or the search sees an attack that is none: what is said of a true one is the same each time. */
function verdictOf(look: () => Diagnostics): string {
  let verdict = UNPROVEN;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const found = look();
    if (found.status === 'safe') return 'safe';
    if (found.status === 'vulnerable') verdict = `takes ${found.complexity.summary} time`;
  }
  return verdict;
}

/** Nothing in it repeats without end, and no repetition stands in another: at most so many steps a character. */
export function isPlain(source: string): boolean {
  const bare = source.replace(/\\./gs, 'x').replace(/\[[^\]]*\]/g, 'x');
  return !/[*+]|\{\d*,\}|\)\{/.test(bare) && (bare.match(/\{/g)?.length ?? 0) <= 2;
}
