import { describe, expect, it } from 'vitest';
import { testField } from '#protocol/meta/testing-suite.ts';
import { fieldKind } from './fields.ts';

const show = (data_type: 'entity' | 'entities' | 'select', wire: unknown): string =>
  fieldKind(data_type).show(wire, { def: testField('f', { data_type }), items: [] }, 'zh_CN');

describe('FIELD-01 names of references and choices', () => {
  it.each([
    ['entity', { id: 35, key_name: '' }, ''],
    [
      'entities',
      [
        { id: 35, key_name: '' },
        { id: 7, key_name: '周敏' },
      ],
      '周敏',
    ],
    // a choice that its definition does not know any more
    ['select', { id: 9, key_name: '' }, '9'],
    ['select', 9, '9'],
  ] as const)('%s %o reads %s: a record without a name is not called by its id, a choice is', (type, wire, read) => {
    expect(show(type, wire)).toBe(read);
  });
});
