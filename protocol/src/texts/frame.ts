import { eyes } from './eyes.ts';
import { form } from './form.ts';
import { records } from './records.ts';
import { type RemarkText, remarkFrom } from './remark.ts';
import { signin } from './signin.ts';
import type { ServerText } from './text.ts';

/** The texts that any page of the frame can meet at once; those of one page alone come with it, those that only an act meets after (`later.ts`). */
export const FRAME_TEXTS: Readonly<Record<string, ServerText>> = { ...records, ...form, ...signin, ...eyes };

export const frameRemarks: RemarkText = remarkFrom(FRAME_TEXTS);
