import type { FieldDef } from '#protocol/meta/field.ts';
import { file } from './file.ts';
import type { FieldKind } from './kind.ts';

/** Endings of the pictures that are taken (engine, uploads); `format` of a field may name some of them. */
export const PICTURES: readonly string[] = ['jpg', 'jpeg', 'png', 'gif'];

/** The endings that a field of pictures takes. */
export const picturesOf = ({ format }: Pick<FieldDef, 'format'>): readonly string[] =>
  format?.split(',').map((one) => one.trim().toLowerCase()) ?? PICTURES;

/** Uploaded pictures by their key names, at most `max` of them (FIELD-08). That they are pictures is judged when they are uploaded. */
export const image: FieldKind = file;
