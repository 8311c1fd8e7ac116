import { countsOf } from '#server/flow/read/counts.ts';
import type { House } from '#server/meta/house.ts';
import { faultPoint } from '#server/ports/fault.ts';
import type { Channel } from './channel.ts';
import { messageOf, silentMessage, sorted } from './messages.ts';
import { type Cursor, cursorNow, readOutbox } from './outbox.ts';

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
    const { told, silent } = sorted(mine);
    for (const row of told) channel.send(company_id, user_id, (locale) => messageOf(row, counts, locale));
    if (silent) channel.send(company_id, user_id, () => silentMessage(silent, counts));
  }
  await faultPoint('outbox.sent');
  const last = rows.at(-1);
  return last ? { tx: last.tx, id: last.id } : from;
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
