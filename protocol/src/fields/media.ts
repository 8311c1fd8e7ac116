import { file } from './file.ts';
import type { FieldKind } from './kind.ts';

/** Uploaded pictures, videos and sounds by their key names, at most `max` of them (FIELD-08), each judged when it is uploaded. */
export const media: FieldKind = file;
