import type { Locale } from '#protocol/codes.ts';
import { remarkText } from '#protocol/texts/texts.ts';
import type { Counts } from '#server/flow/read/counts.ts';
import type { LiveMessage } from './channel.ts';
import type { Sent } from './outbox.ts';

/** Texts of what is worth a word, by the kind of its row; all else only moves badges and open pages. */
const TITLES: Readonly<Record<string, string>> = {
  todo: '$flow_live_todo',
  back: '$flow_live_back',
  handover: '$flow_live_handover',
  turned: '$flow_live_turned',
  asked: '$flow_live_asked',
  replied: '$flow_live_replied',
  urge: '$flow_live_urge',
  withdrawn: '$flow_live_withdrawn',
  cc: '$flow_live_cc',
  remind: '$flow_live_remind',
  escalated: '$flow_live_escalated',
  returned: '$flow_live_returned',
  refused: '$flow_live_refused',
  approved: '$flow_live_approved',
  cancelled: '$flow_live_cancelled',
};
/** Kinds that bring an agent nothing new to do: they are said as to his principal. */
const OLD = new Set(['replied', 'urge', 'withdrawn']);
/** Records named in one message at most: who missed more asks for his lists anyway. */
const MOST_TOUCHED = 50;

/** Rows that are said one by one, and those of which one silent message tells; null where the others say it already. */
export function sorted(rows: readonly Sent[]): { told: readonly Sent[]; silent: readonly Sent[] | null } {
  const told = rows.filter((row) => TITLES[row.kind]);
  const named = new Set(told.map(nameOf));
  const silent = rows.filter((row) => !TITLES[row.kind] && !named.has(nameOf(row)));
  return { told, silent: silent.length || told.length === 0 ? silent : null };
}

/** What a person's rows of the outbox say. */
export function messagesOf(rows: readonly Sent[], counts: Counts, locale: Locale): LiveMessage[] {
  const { told, silent } = sorted(rows);
  return [...told.map((row) => messageOf(row, counts, locale)), ...(silent ? [silentMessage(silent, counts)] : [])];
}

/** A word about one record. `data.about` says of what kind it is, for a screen that speaks another language than the session. */
export function messageOf({ kind, payload }: Sent, counts: Counts, locale: Locale): LiveMessage {
  const { cloud, id, key_name, principal } = payload;
  const title = principal && !OLD.has(kind) ? '$flow_live_todo_for' : TITLES[kind]!;
  return {
    title: remarkText(200, title, payload, locale),
    content: String(key_name ?? ''),
    data: { kind: 'counts', ...counts, about: kind, cloud, id, ...(principal ? { principal } : {}) },
  };
}

/** Badges moved, and something of these records. */
export function silentMessage(rows: readonly Sent[], counts: Counts): LiveMessage {
  const records = new Map(
    rows.filter(({ payload }) => payload.cloud).map((row) => [nameOf(row), { cloud: row.payload.cloud, id: row.payload.id }]),
  );
  return { title: '', content: '', data: { kind: 'counts', ...counts, touched: [...records.values()].slice(0, MOST_TOUCHED) } };
}

const nameOf = ({ payload }: Sent): string => `${payload.cloud} ${payload.id}`;
