import { eyes } from './eyes.ts';
import { flow } from './flow.ts';
import { form } from './form.ts';
import { records } from './records.ts';
import { type RemarkText, remarkFrom } from './remark.ts';
import { save } from './save.ts';
import { signin } from './signin.ts';
import type { ServerText } from './text.ts';

/** The texts that any page of the frame can meet; those of one page alone come with it. */
export const FRAME_TEXTS: Readonly<Record<string, ServerText>> = { ...records, ...form, ...save, ...signin, ...flow, ...eyes };

export const frameRemarks: RemarkText = remarkFrom(FRAME_TEXTS);
