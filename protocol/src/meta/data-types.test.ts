import { expect, it } from 'vitest';
import { DATA_TYPES, dataType, typesOf } from './data-types.ts';

/** Type, how it lies, how it is compared, what an expression takes it for, its characters: what rows and definitions that exist rely on. */
const KNOWN = `
text text text text 200
telephone text text - 200
mobile text text - 200
email text text - 200
int bigint number number -
numeric numeric number number -
entity bigint number number -
entities bigint[] list - -
location text text - 200
password text - - -
textarea text text text 4000
date date date date -
datetime timestamptz datetime date -
time text text - -
year text text - -
month text text - -
select bigint number number -
radio bigint number number -
checkbox bigint[] list - -
html text text - 20000
markdown text text - 20000
image files files - -
file files files - -
video files files - -
media files files - -
address text text - 200
icon text text - 200
title none - - -`;

it('FIELD-01 what is known of each data type stays: columns, conditions and expressions that exist rely on it', () => {
  const said = DATA_TYPES.map((type) => {
    const { storage, condition = '-', calc = '-', length = '-' } = dataType(type);
    return [type, storage, condition, calc, length].join(' ');
  });
  expect(said).toEqual(KNOWN.trim().split('\n'));
});

it('types of a shape come in the specification’s order', () => {
  expect(typesOf('line', 'lines')).toEqual(['text', 'telephone', 'mobile', 'email', 'textarea', 'address']);
  expect(typesOf('links', 'choices', 'heading')).toEqual(['entities', 'checkbox', 'title']);
});
