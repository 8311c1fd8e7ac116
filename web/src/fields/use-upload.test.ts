import { expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import { tooLarge } from './use-upload.ts';

const MIB = 1024 * 1024;
const field = (data_type: FieldDef['data_type']) => ({ data_type }) as FieldDef;

it('FILE-01 a file that the server would refuse for its size is not sent; it is told by its name and what it may have', () => {
  expect(tooLarge(field('file'), { name: '总图.dwg', size: 100 * MIB })).toBeNull();
  expect(tooLarge(field('file'), { name: '总图.dwg', size: 100 * MIB + 1 })).toEqual({ kind: 'large', name: '总图.dwg', most: 100 * MIB });
  expect(tooLarge(field('file'), { name: 'a.jpg', size: 21 * MIB })).toBeNull();
  expect(tooLarge(field('image'), { name: 'a.jpg', size: 21 * MIB })).toMatchObject({ most: 20 * MIB });
  expect(tooLarge(field('media'), { name: 'a.mp4', size: 21 * MIB })).toBeNull();
});
