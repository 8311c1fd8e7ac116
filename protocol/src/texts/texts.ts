import { flow } from './flow.ts';
import { form } from './form.ts';
import { giving } from './giving.ts';
import { records } from './records.ts';
import { type RemarkText, remarkFrom } from './remark.ts';
import { roles } from './roles.ts';
import { save } from './save.ts';
import { signin } from './signin.ts';
import type { ServerText } from './text.ts';

/** Every text that a remark beginning with `$` may name (WIRE-10). One file a room. */
export const TEXTS: Readonly<Record<string, ServerText>> = { ...records, ...roles, ...form, ...save, ...signin, ...flow, ...giving };

export const remarkText: RemarkText = remarkFrom(TEXTS);
