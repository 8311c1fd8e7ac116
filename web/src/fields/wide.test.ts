import { expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import { isWide, isWideShown } from './registry.ts';

const field = (data_type: FieldDef['data_type'], rest: Partial<FieldDef> = {}): FieldDef => ({
  ...{ uid: 'f', field_name: 'f', key_name: '字段', key_name_en: 'Field', data_type },
  ...rest,
});

it.each([
  ['a name, typed in a whole row', field('text', { length: 200 }), '滨江基地三号库', true, false],
  ['words of several lines', field('textarea'), '一\n二', true, true],
  ['a long text', field('textarea'), '货'.repeat(19), true, true],
  ['a long Latin text', field('text', { length: 200 }), 'x'.repeat(37), true, true],
  ['nobody', field('entities'), [], true, false],
  ['a short number', field('text', { length: 20 }), 'LX-1', false, false],
  ['no file', field('file'), [], true, false],
  ['a file', field('file'), [{ key_name: 'a', file_name: 'a.pdf', file_size: 1, url: '' }], true, true],
  ['no picture', field('image'), [], true, false],
  ['a name whose field says its width', field('text', { length: 200, width: 1 }), '滨江基地三号库', false, false],
  ['a long text whose field says its width', field('text', { length: 200, width: 2 }), 'x'.repeat(37), false, true],
  ['no video', field('video'), [], true, false],
  ['a sound', field('media'), [{ key_name: 'a', file_name: 'a.mp3', length: 1, url: '' }], true, true],
  ['a picture', field('image'), [{ key_name: 'a', file_name: 'a.png', length: 1, url: '' }], true, true],
])('FORM-03 %s: wide where it is typed by its type, where it is read by its value', (_, def, value, typed, read) => {
  expect([isWide(def), isWideShown(def, value, 'zh_CN')]).toEqual([typed, read]);
});
