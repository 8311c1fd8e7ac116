import { call } from '#web/api/call.ts';
import { ops } from '#web/api/ops.ts';
import { DEFINED, type RecordRef, tell } from '#web/api/told.ts';
import { outdate } from '#web/api/use-op.ts';
import type { TextKey } from '#web/i18n/catalogue.ts';
import { locale } from '#web/i18n/locale.ts';
import { say, textsIn } from '#web/i18n/use-text.ts';
import { dataLabel } from '#web/nav/page.ts';
import { nav } from '#web/nav/store.ts';
import { NOTICE_FIELDS, type NoticeItem, whyOf } from '#web/pages/messages/notice-item.ts';
import { toast } from '#web/ui/overlay/toast.ts';

/** What the channel carries (shell specification, section 7 "Live messages"). */
interface LiveMessage {
  title?: string;
  content?: string;
  data?: Partial<RecordRef> & {
    /** `defined`: what people may do or choose from has changed */
    kind?: string;
    /** what it is about; `title` is the same in the session's language, which may not be the screen's */
    about?: string;
    principal?: string;
    /** records of which something is new, without a word */
    touched?: readonly RecordRef[];
  };
}

const TITLES: Readonly<Record<string, TextKey>> = {
  todo: 'shell.liveTodo',
  back: 'shell.liveBack',
  handover: 'shell.liveHandover',
  turned: 'shell.liveTurned',
  asked: 'shell.liveAsked',
  replied: 'shell.liveReplied',
  urge: 'shell.liveUrge',
  withdrawn: 'shell.liveWithdrawn',
  cc: 'shell.liveCc',
  remind: 'shell.liveRemind',
  returned: 'shell.liveReturned',
  refused: 'shell.liveRefused',
  approved: 'shell.liveApproved',
  cancelled: 'shell.liveCancelled',
};
/** Kinds that are kept as notices, which say by whom and why. */
const KEPT = new Set(['returned', 'refused', 'approved', 'cancelled', 'urge', 'withdrawn']);
/** Kinds that bring an agent nothing new to do: they are said as to his principal. */
const OLD = new Set(['replied', 'urge', 'withdrawn']);

/** ms after which what people may do and choose from is the same on every process, and over which they ask. */
const [SETTLED, SPREAD] = [600, 1_500];

/** What happened, or may have (`null`): what is on screen hears of it and asks again. */
export function hear(...happened: readonly (RecordRef | typeof DEFINED | null)[]): void {
  outdate();
  for (const each of happened) tell(each);
}

/** A message of the channel: badges and what is on screen are asked again, the person is told where there is a word for him. */
export function receive(payload: string): void {
  let message: LiveMessage;
  try {
    message = JSON.parse(payload) as LiveMessage;
  } catch {
    return; // a message that is not ours is ignored (shell specification, section 7)
  }
  const { kind, cloud, id, touched = [] } = message.data ?? {};
  if (kind === 'defined') {
    // all of a company hear it at once, and every process has heard of it when they ask
    setTimeout(() => hear(DEFINED), SETTLED + SPREAD * Math.random());
    return;
  }
  const of = cloud && id ? { cloud, id } : null;
  hear(...(of ? [of, ...touched] : touched));
  if (message.title) void announce(message, of);
}

async function announce({ title = '', content = '', data = {} }: LiveMessage, of: RecordRef | null): Promise<void> {
  const known = TITLES[data.about ?? ''];
  const words =
    data.principal && !OLD.has(data.about ?? '') ? say('shell.liveTodoFor', { who: data.principal }) : known ? say(known) : title;
  const why = of && KEPT.has(data.about ?? '') ? await reason(of) : '';
  const open = of ? { label: say('shell.open'), run: () => nav.open({ ...of, op: 'Show' }, dataLabel(content || title)) } : undefined;
  const lines = [content, why].filter(Boolean);
  toast.info(words, { lasts: why ? 10_000 : 6000, ...(lines.length ? { lines } : {}), ...(open ? { action: open } : {}) });
}

/** By whom and why, of the newest notice of the record; nothing where he may not read it. */
async function reason({ cloud, id }: RecordRef): Promise<string> {
  const filters = { fields: { source: cloud, rowid: id } };
  const asked = call(ops.page, { cloud: 'notice', page: 1, rows: 1, fields: NOTICE_FIELDS, filters }, { background: true });
  const answer = await asked.catch(() => null);
  const [newest] = (answer?.rows ?? []) as unknown as NoticeItem[];
  return newest ? whyOf(textsIn(locale()), newest) : '';
}
