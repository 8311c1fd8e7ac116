import { file } from './file.ts';
import type { FieldKind } from './kind.ts';

/** Uploaded pictures by their key names, at most `max` of them (FIELD-08). That they are pictures is judged when they are uploaded. */
export const image: FieldKind = file;
