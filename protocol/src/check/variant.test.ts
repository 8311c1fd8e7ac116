import { describe, expect, it } from 'vitest';
import type { TableDef, VariantDef } from '#protocol/meta/table.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { checkSuites } from './check.ts';

const told = (rest: Partial<VariantDef>) => {
  const variant: VariantDef = { uid: 'v', name: 'book', fields: ['phone'], ops: ['List'], ...rest };
  const table = testTable('person', { fields: [field('phone', { data_type: 'text' })], variants: [variant] });
  return checkSuites([testSuite([table])]).errors.map(({ path, reason }) => [path.replace(/^.*variants\[book\]\./, ''), reason]);
};

describe('META-01 a variant', () => {
  it('says whose it is, what is written through it and how it is called', () => {
    expect(told({})).toEqual([]);
    expect(told({ key_name: '簿', key_name_en: 'Book', everyone: 1 })).toEqual([]);
    expect(told({ everyone: 1, ops: ['List', 'Modify'], writes: ['phone'], where: 'id={user.id}' })).toEqual([]);
  });
  it.each<[string, Partial<VariantDef>, string, string]>([
    ['an op that no role is given', { ops: ['Page'] }, 'ops', 'Page is no op that a variant answers'],
    ['a name in Chinese alone', { key_name: '簿' }, 'key_name_en', 'the English text is missing'],
    ['what is written is none of its fields', { writes: ['key_name'] }, 'writes', 'key_name is none of its fields'],
    ['everybody’s without fields', { everyone: 1, fields: undefined }, 'fields', 'everybody would read every field'],
    ['everybody’s without ops', { everyone: 1, ops: [] }, 'ops', 'everybody would have every op'],
    ['an op that roles give', { everyone: 1, ops: ['List', 'Add'] }, 'ops', 'Add is given by roles, not to everybody'],
    ['everybody changes all of it', { everyone: 1, ops: ['Modify'], where: 'id={user.id}' }, 'writes', 'everybody would write every field'],
    [
      'everybody changes every row',
      { everyone: 1, ops: ['Modify'], writes: ['phone'] },
      'where',
      "everybody would change everybody's rows",
    ],
  ])('%s is refused', (_, rest, path, reason) => {
    expect(told(rest)).toContainEqual([path, reason]);
  });
});

describe('DESK-03 a table that is everybody’s', () => {
  const of = (rest: Partial<TableDef>) =>
    checkSuites([
      testSuite([testTable('waiting', { storage: 'view', row_where: 'create_entity={user.id}', everyone: 1, ...rest })]),
    ]).errors.map(({ path, reason }) => [path.split('.').at(-1), reason]);
  const OPEN = ['row_where', "everybody would read everybody's rows"];
  it('is a view of what is the reader’s own', () => {
    expect(of({})).toEqual([]);
    expect(of({ row_where: "key_name='x'&create_entity={user.id}" })).toEqual([]);
    expect(of({ row_where: 'create_entity={user.id}|modify_entity={user.id}' })).toEqual([]);
  });
  it('LIST-10 or a stored table, in which each has the rows that he made', () => {
    const stored = { storage: undefined, row_where: undefined };
    expect(of(stored)).toEqual([]);
    expect(of({ ...stored, owner_field: 'modify_entity' })).toContainEqual(['owner_field', 'everybody would give his rows away']);
    expect(of({ ...stored, flow: 1 })).toContainEqual(['everyone', 'whose turn it is in a flow is given by roles']);
  });
  it('LIST-10 of its department’s rows each has what is offered, and where it is everybody’s', () => {
    const states = [
      {
        ...testTable('waiting').states[0]!,
        uid: 'a.b',
        value: '1',
        actions: [{ uid: 'a.m', op: 'Modify', key_name: '改', key_name_en: 'Edit' }],
      },
    ];
    const stored = { storage: undefined, row_where: undefined, states, everyone_scopes: { Modify: 1 as const } };
    const wrong = (item: string) => ['everyone_scopes', `${item} is nothing that everybody has here`];
    expect(of(stored)).toEqual([]);
    expect(of({ ...stored, everyone: 0 })).toContainEqual(wrong('Modify'));
    expect(of({ ...stored, storage: 'view', row_where: 'create_entity={user.id}' })).toContainEqual(wrong('Modify'));
    expect(of({ ...stored, everyone_scopes: { Delete: 1 } })).toContainEqual(wrong('Delete'));
  });
  it.each(['', "create_entity={user.id}|key_name='x'", 'create_entity!={user.id}', "key_name='x'", 'id={user.department_entity}'])(
    'whose condition is %s is refused',
    (row_where) => expect(of({ row_where })).toContainEqual(OPEN),
  );
});
