import type { Locale } from '#protocol/codes.ts';
import { remarkText } from '#protocol/texts/texts.ts';
import { countsOf } from '#server/flow/counts.ts';
import type { House } from '#server/meta/house.ts';
import { faultPoint } from '#server/ports/fault.ts';
import type { Channel, LiveMessage } from './channel.ts';
import { type Cursor, cursorNow, readOutbox, type Sent } from './outbox.ts';

/** Texts of what is worth a notice; all else only moves the badges. */
const TITLES: Readonly<Record<string, string>> = { todo: '$flow_live_todo', cc: '$flow_live_cc', remind: '$flow_live_remind' };

/** What the sending of messages needs of the house. */
export type Works = Pick<House, 'db' | 'clock'>;

/**
 * Brings the outbox to the connections of this process: each process serves its own, so every one reads all and sends what
 * concerns it. At least once: the place moves on after sending. Answers the next place.
 */
export async function relayOnce({ db, clock }: Works, channel: Channel, from: Cursor): Promise<Cursor> {
  const rows = await readOutbox(db, from);
  await faultPoint('outbox.read');
  const people = new Map(
    rows.filter((row) => channel.isListening(row.company_id, row.user_id)).map((row) => [`${row.company_id} ${row.user_id}`, row]),
  );
  for (const { company_id, user_id } of people.values()) {
    const counts = await countsOf(db, company_id, user_id, clock.now());
    const mine = rows.filter((row) => row.company_id === company_id && row.user_id === user_id);
    for (const row of worthTelling(mine)) channel.send(company_id, user_id, (locale) => messageOf(row, counts, locale));
  }
  await faultPoint('outbox.sent');
  const last = rows.at(-1);
  return last ? { tx: last.tx, id: last.id } : from;
}

/** Each notice, or one silent word that the badges moved. */
function worthTelling(rows: readonly Sent[]): readonly Sent[] {
  const told = rows.filter((row) => TITLES[row.kind]);
  return told.length ? told : rows.slice(-1);
}

/** What a person's rows of the outbox say. */
export const messagesOf = (rows: readonly Sent[], counts: { todo: number; read: number }, locale: Locale): LiveMessage[] =>
  worthTelling(rows).map((row) => messageOf(row, counts, locale));

function messageOf({ kind, payload }: Sent, counts: { todo: number; read: number }, locale: Locale): LiveMessage {
  const title = kind === 'todo' && payload.principal ? '$flow_live_todo_for' : TITLES[kind];
  return {
    title: title ? remarkText(200, title, payload, locale) : '',
    content: title ? String(payload.key_name ?? '') : '',
    data: { kind: 'counts', ...counts, ...(title ? { cloud: payload.cloud, id: payload.id } : {}) },
  };
}

/** Relays every half second to those who listen; a database that is away for a while only delays it. Answers how to stop. */
export function startRelay(works: Works, channel: Channel, every = 500): () => void {
  let place: Cursor | null = null;
  let stopped = false;
  let timer: NodeJS.Timeout;
  const turn = async (): Promise<void> => {
    try {
      // the place is kept while nobody listens: who comes now hears all that is committed from now on
      place = channel.size === 0 || !place ? await cursorNow(works.db) : await relayOnce(works, channel, place);
    } catch {
      // told again at the next turn from the same place
    }
    if (!stopped) timer = setTimeout(turn, every).unref();
  };
  timer = setTimeout(turn, 0).unref();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
