import { afterEach, expect, it } from 'vitest';
import { rulePasswords } from '#protocol/fields/password.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { ResolvedField } from '#server/meta/catalogue.ts';
import { type Sight, toldField } from './told.ts';

const sight = { own: () => true, tells: () => true, reads: () => true, there: () => true, narrows: () => true } as unknown as Sight;
const told = (data_type: FieldDef['data_type']) =>
  toldField({ def: { uid: 'p', field_name: 'p', key_name: '口令', key_name_en: 'Password', data_type } } as ResolvedField, sight).free;

afterEach(() => rulePasswords(true));

it('FORM-07 a password is told to be free where the installation asks for no kinds of characters, and nothing else is', () => {
  expect([told('password'), told('text')]).toEqual([undefined, undefined]);
  rulePasswords(false);
  expect([told('password'), told('text')]).toEqual([1, undefined]);
});
