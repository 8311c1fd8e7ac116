import type { FieldKind, Parsed } from './kind.ts';
import { asTyped, fault, isEmpty, malformed } from './kind.ts';
import { encodeText, isStorable } from './line.ts';

/** What stands for a password, set or not, wherever one would be read. */
export const MASK = '********';

const PROOF = /^[A-Za-z0-9_-]{32}$/;
/** Characters of what is typed at most. */
const LONGEST = 200;
const LEAST = 8;
const CLASSES = [/\p{L}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u];

/** What is sent in the place of a password: 32 characters that the browser makes of it. What has that form counts as made already. */
export const isProof = (value: unknown): boolean => typeof value === 'string' && PROOF.test(value);

/** At least 8 characters, of two of three classes: letters, digits, others. */
const isGood = (typed: string): boolean => [...typed].length >= LEAST && CLASSES.filter((of) => of.test(typed)).length >= 2;

/** Whether this installation asks for that: it may turn it off (FORM-07), which a reader's definition says with `free` of its fields. */
let isRuled = true;
/** Said once by a server that starts. */
export function rulePasswords(on: boolean): void {
  isRuled = on;
}
export const arePasswordsRuled = (): boolean => isRuled;
const isFree = ({ def }: Parameters<FieldKind['check']>[1]): boolean => !isRuled || (def as { free?: 1 }).free === 1;

function parse(input: unknown, field: Parameters<FieldKind['parse']>[1]): Parsed {
  if (isEmpty(input) || input === MASK) return { value: null };
  if (typeof input !== 'string' || !isStorable(input)) return malformed(field);
  if (input.length > LONGEST) return { fault: fault(316, 'fieldTooLong', field, { limit: LONGEST }) };
  return { value: input };
}

/**
 * A password (FIELD-01): set, and read by nobody. An empty one is none that is meant: what stands stays. What is typed is checked where it is typed;
 * what comes over the wire is a proof, which the server takes alone.
 */
export const password: FieldKind = {
  read: asTyped,
  parse,
  check: (value, field) =>
    value === null || isProof(value) || isFree(field) || isGood(String(value)) ? null : fault(305, 'fieldPassword', field),
  encode: encodeText,
  show: (wire) => (isEmpty(wire) ? '' : MASK),
  sample: (random) => Array.from({ length: 32 }, () => Math.floor(random() * 36).toString(36)).join(''),
};
