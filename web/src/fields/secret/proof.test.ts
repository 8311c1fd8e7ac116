import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { isProof } from '#protocol/fields/password.ts';
import { heldOf } from './proof.ts';

const field = { def: { uid: 'u', field_name: 'f', key_name: '密码', key_name_en: 'Password', data_type: 'password' as const } };

test('FORM-07 a form holds the proof of a good password, and never the password', () => {
  for (const typed of ['abcd1234', '密码密码密码1234', 'correct horse battery', `${'x'.repeat(100)}1`]) {
    const held = heldOf(typed, field);
    expect(isProof(held), typed).toBe(true);
    expect(held).toBe(createHash('sha256').update(`field password\n${typed}`).digest('base64url').slice(0, 32));
    expect(held).not.toContain(typed.slice(0, 8));
  }
  expect(heldOf('e\u0301bcd1234', field)).toBe(heldOf('\u00e9bcd1234', field));
});
test('FORM-07 what is no good one stays as typed, to be refused; 32 characters of a proof are one', () => {
  for (const typed of ['', 'short1', 'onlyletters', '12345678901', '********', '\ud800abcd1234', 'x1'.repeat(101)])
    expect(heldOf(typed, field)).toBe(typed);
  const proof = `${'A'.repeat(31)}_`;
  expect(heldOf(proof, field)).toBe(proof);
  expect(heldOf(`${'A'.repeat(31)}!`, field)).not.toBe(`${'A'.repeat(31)}!`);
});
