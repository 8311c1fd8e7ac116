import { afterEach, expect, it } from 'vitest';
import type { FieldSpec } from './kind.ts';
import { password, rulePasswords } from './password.ts';

const field = (rest: object = {}): FieldSpec => ({
  def: { ...{ uid: 'p', field_name: 'p', key_name: '口令', key_name_en: 'Password', data_type: 'password' }, ...rest },
});
const codeOf = (typed: string, rest: object = {}) => password.check(typed, field(rest), '2026-11-29')?.code;

afterEach(() => rulePasswords(true));

it('FORM-07 a password has eight characters of two kinds, unless the installation asks for none of it', () => {
  expect(['abcdefg1', 'Geheim-x', '口令口令口令口令1'].map((typed) => codeOf(typed))).toEqual([undefined, undefined, undefined]);
  expect(['abcdefgh', '12345678', 'abc1', ''].map((typed) => codeOf(typed))).toEqual([305, 305, 305, 305]);
  rulePasswords(false);
  expect(['abcdefgh', '1'].map((typed) => codeOf(typed))).toEqual([undefined, undefined]);
});

it('FORM-07 a form goes by what its definition was told', () => {
  expect([codeOf('1', { free: 1 }), codeOf('1')]).toEqual([undefined, 305]);
});
