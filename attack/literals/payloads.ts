import { readdirSync, readFileSync } from 'node:fs';
import { has } from '../tools.ts';

const FOLDER = '/usr/share/wfuzz/wordlist/Injections';

/** What is sent where one may write anything, whatever this machine has: SQL, quoting, patterns, templates, names, odd letters. */
export const OWN: readonly string[] = [
  "' or '1'='1",
  "'; drop table app.project; --",
  "') or 1=1 --",
  '" or ""="',
  "1' and pg_sleep(5)::text = '1",
  '1;select pg_sleep(5)',
  "x'||pg_sleep(5)||'",
  '/* */ or /**/1=1',
  "admin'--",
  '(select password from fw.credential)',
  '$1',
  '$1::text',
  '$$x$$',
  '$flow_guard',
  '$referenced',
  '<{field}>',
  '{user.id}',
  '{today}',
  "\\'; select 1 --",
  '\\',
  '\\x27',
  '%',
  '_',
  '%%',
  "%' or '%'='",
  '{{7*7}}',
  `$${'{7*7}'}`,
  '<%=7*7%>',
  '#{7*7}',
  '__proto__',
  'constructor.prototype',
  '{"__proto__":{"admin":1}}',
  '[1,2]',
  ',1,2,',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '\u0000x',
  'a\u0000',
  '\ud800',
  'x\udfffy',
  '\u202egnp',
  'ⅰⅾ',
  'іd',
  'ｉｄ',
  '＇ or 1=1',
  '١٢٣',
  'İstanbul',
  '😀'.repeat(20),
  '=1+1',
  '@SUM(1)',
  'a&b=c',
  'a=1|b=2',
  'line\r\nSet-Cookie: a=b',
  '9'.repeat(40),
  '1e999',
  '-0',
  '0x10',
  'NaN',
  'x'.repeat(5000),
];

/** Debian's lists of other people's attacks, once each; none where they do not stand. */
export function foreign(): string[] {
  if (!has('wfuzz')) return [];
  const lines = readdirSync(FOLDER).flatMap((file) => readFileSync(`${FOLDER}/${file}`, 'latin1').split('\n'));
  return [...new Set(lines.map((line) => line.replace(/\r$/, '')).filter((line) => line.trim() !== ''))];
}

/** Letters that no row of ours has. */
const LETTERS = [...'ჰჯჭძცჩშყღქფტსრჟპონმლკითზვედგბა'];

/** A literal of the same shape that matches nothing: as long, white space where it has some. */
export const harmless = (payload: string): string =>
  [...payload].map((letter, at) => (/\s/.test(letter) ? letter : LETTERS[(at * 7 + payload.length) % LETTERS.length]!)).join('');

/** A number, a list of numbers or a word: what one types every day is no attack, and may mean what it says. */
export const isPlain = (payload: string): boolean => /^[-\w ,]*$/.test(payload) && !payload.startsWith('__') && !payload.includes('--');
