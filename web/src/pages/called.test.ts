import { expect, it } from 'vitest';
import { LONGEST_SEARCH } from '#protocol/wire/filters.ts';
import { LONGEST_WORD, namingFields } from './called.ts';

const field = (field_name: string, data_type: 'text' | 'int' | 'mobile', more = {}) => ({
  ...{ uid: field_name, field_name, key_name: field_name, key_name_en: field_name, data_type },
  ...more,
});

it('FIELD-05 a record is called by its name in either language, and by a text that no other record has', () => {
  const fields = [
    field('key_name', 'text', { unique: 1 }),
    field('name_en', 'text'),
    field('login_name', 'text', { unique: 1 }),
    field('code', 'text'),
    field('part', 'text'),
    field('year', 'text'),
    field('no', 'int', { unique: 1 }),
  ];
  expect(namingFields({ fields, english_name: 'name_en', unique: [['code'], ['part', 'year']] })).toEqual([
    'key_name',
    'name_en',
    'login_name',
    'code',
  ]);
  expect(namingFields({ fields: [] })).toEqual(['key_name']);
});

it('FIELD-05 a word is as long as what the server looks for', () => {
  expect(LONGEST_WORD).toBe(LONGEST_SEARCH);
});
