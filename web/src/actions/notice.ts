import type { Envelope } from '#protocol/wire/envelope.ts';
import { say, type Texts } from '#web/i18n/use-text.ts';
import { go } from '#web/nav/address.ts';
import { type Toast, toast } from '#web/ui/overlay/toast.ts';

/** Says what became of a decision, and below it what its event's action had to say (102: a warning, said longer) and the event's notice. */
export function tellDecided(message: string, answer: Pick<Envelope, 'code' | 'remark' | 'notify'>, label: Texts['label']): void {
  const notice = noticeOf(answer, label);
  const lines = [answer.remark, ...(notice?.lines ?? [])].filter(Boolean);
  const more = lines.length > 0 || notice ? { ...notice, lines, lasts: 8000 } : undefined;
  if (answer.code === 102) toast.info(message, more);
  else toast.done(message, more);
}

/** What the definition says once an event has fired (engine section 3 "Event", notify): a line, and where one may go on. */
export function noticeOf(
  { notify }: Pick<Envelope, 'notify'>,
  label: Texts['label'],
): Pick<Toast, 'lines' | 'action' | 'lasts'> | undefined {
  if (!notify) return undefined;
  const run = opening(notify.url);
  return {
    lasts: 8000,
    lines: [label(notify, 'remark')].filter(Boolean),
    ...(run ? { action: { label: say('flow.notifyOpen'), run } } : {}),
  };
}

/** An address of this product opens here, one of the web in a window of its own; anything else is none. */
export function opening(url: unknown): (() => void) | undefined {
  if (typeof url !== 'string') return undefined;
  if (/^\/(?![/\\])/.test(url)) return () => go(url);
  return /^https?:\/\//i.test(url) ? () => void window.open(url, '_blank', 'noopener') : undefined;
}
