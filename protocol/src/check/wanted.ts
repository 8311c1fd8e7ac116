import type { z } from 'zod';
import { WORKING } from '#protocol/fields/fields.ts';
import { instead } from './problem.ts';

export type Issue = z.core.$ZodIssue;

/** What a key takes whose writing has a form of its own: said so that one can copy it. */
const FORMS: Readonly<Record<string, string>> = {
  key_name: "what people read, in Chinese: '车牌号'",
  key_name_en: "what people read, in English: 'Plate'",
  uid: "letters, digits, _ . and -, such as 'fleet.vehicle.seats'",
  version: "major.minor.patch in quotes: '0.1.0'",
  code: "letters, and digits where it is no module's: 'fleet'",
  flag: "letters: 'fleet'",
  length: "a number of characters (200), or of a numeric its digits: '18,2'",
  view_state: "states by commas in quotes: '0,1'",
  edit_state: "states by commas in quotes: '0,1'",
  back_state: "states by commas in quotes: '1,2'",
  valid_state: "states by commas in quotes: '0,1'",
  edit_by: "role codes by commas, or first: 'chief,keeper'",
  value: "a number of up to four digits in quotes, '1', or '*' for the toolbar",
  sign: "'any', 'all', 'seq', or a fraction such as '2/3'",
  op: "an op: 'List', 'Show', 'Add', 'Modify', 'Review', 'Delete'",
  min: 'a number',
  max: 'a number',
};
const TYPES: Readonly<Record<string, string>> = {
  string: "a text in quotes: '…'",
  number: 'a number, without quotes',
  int: 'a whole number',
  array: 'a list: [ … ]',
  object: '{ … }',
  record: '{ … }',
};

/** What the schema asks for at a key, in words that can be followed. */
export function wanted(issue: Issue, key: string): string {
  switch (issue.code) {
    case 'invalid_value':
      return oneOf(key, issue.values as readonly unknown[]);
    case 'invalid_union': {
      const { options } = issue as { options?: readonly unknown[] };
      if (options) return oneOf(key, options);
      const all = issue.errors.flatMap((branch) => branch.slice(0, 1).map((one) => wanted(one, key)));
      return [...new Set(all)].join(' or ') || OTHERWISE;
    }
    case 'invalid_type':
      return (issue.expected === 'string' ? FORMS[key] : undefined) ?? TYPES[issue.expected] ?? `a value of type ${issue.expected}`;
    case 'invalid_format':
      return (
        FORMS[key] ??
        (issue.message.startsWith('Invalid') ? `a text of this form: ${'pattern' in issue ? issue.pattern : ''}` : issue.message)
      );
    case 'too_big':
      return issue.inclusive === false
        ? (FORMS[key] ?? `less than ${issue.maximum}`)
        : `at most ${issue.maximum}${UNITS[issue.origin] ?? ''}`;
    case 'too_small':
      return issue.inclusive === false
        ? (FORMS[key] ?? `more than ${issue.minimum}`)
        : `at least ${issue.minimum}${UNITS[issue.origin] ?? ''}`;
    default:
      return OTHERWISE;
  }
}

const OTHERWISE = 'what docs/schema/suite.json says of the key';
const UNITS: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' };

/** Of the values that the schema knows those that something does. */
function oneOf(key: string, values: readonly unknown[]): string {
  const taken: readonly unknown[] = key === 'data_type' ? WORKING : values;
  const said = taken.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
  return said.length > 2 ? `one of ${said.join(', ')}` : said.join(' or ');
}

/** What was meant, where a letter or two are wrong. */
export function meant(issue: Issue, key: string, said: unknown): string {
  if (typeof said !== 'string' || issue.code !== 'invalid_value') return '';
  const known = key === 'data_type' ? WORKING : (issue.values as readonly unknown[]);
  return instead(said, known.map(String), 1);
}

const KINDS: Readonly<Record<string, string>> = { string: 'a text', number: 'a number', boolean: 'true or false', object: '{ … }' };

/** What is wrong with a value, in words. */
export function wrongWith(issue: Issue, said: unknown): string {
  const kind = Array.isArray(said) ? 'a list' : said === null ? 'null' : (KINDS[typeof said] ?? typeof said);
  const shown = shownAs(said);
  if (issue.code === 'invalid_type') return `${kind} stands there: ${shown}`;
  if (issue.code === 'too_big') return `it is too ${issue.origin === 'string' || issue.origin === 'array' ? 'long' : 'large'}: ${shown}`;
  if (issue.code === 'too_small') return `it is too ${issue.origin === 'string' || issue.origin === 'array' ? 'short' : 'small'}: ${shown}`;
  return `it cannot be ${shown}`;
}

function shownAs(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
