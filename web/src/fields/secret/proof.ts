import { sha256 } from '@noble/hashes/sha2.js';
import type { FieldSpec } from '#protocol/fields/kind.ts';
import { isProof, password } from '#protocol/fields/password.ts';
import { toBase64url, utf8 } from '#protocol/signin/bytes.ts';

const LENGTH = 32;

/**
 * What a form holds of a password that was typed: its proof, 32 characters that the password cannot be read from, as soon as it is a good one; what is
 * no good one stays as typed, for the form to refuse. What has the form of a proof counts as one.
 */
export function heldOf(typed: string, field: FieldSpec): string {
  const { value, fault } = password.parse(typed, field);
  if (fault || value === null || isProof(typed) || password.check(value, field, '')) return typed;
  return toBase64url(sha256(utf8(`field password\n${typed.normalize('NFC')}`))).slice(0, LENGTH);
}
