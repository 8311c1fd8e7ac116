import { FRAME_TEXTS } from './frame.ts';
import { type RemarkText, remarkFrom } from './remark.ts';
import { roles } from './roles.ts';
import type { ServerText } from './text.ts';

/** Every text that a remark beginning with `$` may name (WIRE-10). One file a room. */
export const TEXTS: Readonly<Record<string, ServerText>> = { ...FRAME_TEXTS, ...roles };

export const remarkText: RemarkText = remarkFrom(TEXTS);
