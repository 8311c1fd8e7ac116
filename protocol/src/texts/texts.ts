import { changes } from './changes.ts';
import { entry } from './entry.ts';
import { factor } from './factor.ts';
import { FRAME_TEXTS } from './frame.ts';
import { LATER_TEXTS } from './later.ts';
import { live } from './live.ts';
import { mailing } from './mailing.ts';
import { type RemarkText, remarkFrom } from './remark.ts';
import { roles } from './roles.ts';
import type { ServerText } from './text.ts';

/** Every text that a remark beginning with `$` may name (WIRE-10). One file a room. */
export const TEXTS: Readonly<Record<string, ServerText>> = {
  ...FRAME_TEXTS,
  ...LATER_TEXTS,
  ...changes,
  ...live,
  ...roles,
  ...factor,
  ...entry,
  ...mailing,
};

export const remarkText: RemarkText = remarkFrom(TEXTS);
