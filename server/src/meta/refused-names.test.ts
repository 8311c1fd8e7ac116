import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const ROOT = new URL('../', import.meta.url);
const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !/test(ing)?\b/.test(path),
);

/** The arguments of each `new Refusal(…)` of a text, by its brackets. */
function* refusalsIn(text: string): Generator<string> {
  for (const { index } of text.matchAll(/new Refusal\(/g)) {
    let [at, depth] = [index + 'new Refusal('.length, 1];
    for (; depth > 0 && at < text.length; at += 1) depth += { '(': 1, ')': -1 }[text[at]!] ?? 0;
    yield text.slice(index, at);
  }
}
/** A name in one language where a reader of the other fills a text with it. */
const inOneLanguage = (refusal: string) =>
  /(?<!zh_CN|en_US|key_name|key_name_en): [\w.!?()]+\.(key_name|name_en|key_name_en)\b|, key_name\b(?!_en|:)/.test(
    refusal.replace(/\{\s*zh_CN:[^}]*\}/g, '{}'),
  );

it('FRAME-11 WIRE-10 no refusal brings the name of a person, or of anything, in one language alone', () => {
  expect(sources.length).toBeGreaterThan(300);
  const found = sources.flatMap((path) =>
    [...refusalsIn(readFileSync(new URL(path, ROOT), 'utf8'))].filter(inOneLanguage).map((refusal) => `${path}: ${refusal}`),
  );
  expect(found).toEqual([]);
});

it('finds one that does', () => {
  expect(inOneLanguage(`new Refusal(312, '$x', { person: person.key_name })`)).toBe(true);
  expect(inOneLanguage(`new Refusal(312, '$x', { person: { zh_CN: of.key_name, en_US: of.name_en } })`)).toBe(false);
  expect(inOneLanguage(`new Refusal(312, '$x', { person: bothNames(standing) })`)).toBe(false);
});
