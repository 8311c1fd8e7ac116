import { file } from './file.ts';
import type { FieldKind } from './kind.ts';

/** Uploaded videos by their key names, at most `max` of them (FIELD-08). That they are videos is judged when they are uploaded. */
export const video: FieldKind = file;
