import type { EntityValue } from '#protocol/wire/envelope.ts';
import { reasonOf } from '#web/i18n/reason.ts';
import type { Texts } from '#web/i18n/use-text.ts';

/** A row of the list `notice`: what became of one of my applications. The decision is absent where I may not see its record. */
export interface NoticeItem {
  id: number;
  key_name: string;
  /** 1 unread, 2 read */
  review_state: { id: number };
  /** 1 returned, 2 refused, 3 approved, 4 cancelled, 5 looked at through my eyes, 6 asked to hurry, 7 taken back, 8 somebody who reports to me is late, 9 my mail address was changed, 10 the log of its case is not what was written, 11 I act for somebody, 12 a link to set my password anew was made */
  kind: { id: number };
  source: string;
  rowid: number;
  create_time: string;
  said?: string;
  said_by?: EntityValue | null;
  event_name?: string;
  event_name_en?: string;
}

export const NOTICE_FIELDS = 'key_name,kind,source,rowid,create_time,said,said_by,event_name,event_name_en';

/** By whom, which choice, and why, as far as it is told. */
export const whyOf = (texts: Texts, { kind, said = '', said_by, event_name, event_name_en }: NoticeItem): string =>
  (kind?.id === 10 && logOf(texts, said)) ||
  reasonOf(texts, { who: texts.label(said_by), event: texts.label({ key_name: event_name, key_name_en: event_name_en }), said });

/** What is wrong with the log, and at which row: `changed 3`. */
function logOf({ t }: Texts, said: string): string | null {
  const [what, seq = ''] = said.split(' ');
  return what && Object.hasOwn(LOG, what) ? t(LOG[what as keyof typeof LOG], { seq }) : null;
}
const LOG = {
  changed: 'told.logChanged',
  missing: 'told.logMissing',
  inserted: 'told.logInserted',
  head: 'told.logHead',
  anchor: 'told.logAnchor',
} as const;
