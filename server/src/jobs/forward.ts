import mqtt from 'mqtt';
import type { Locale } from '#protocol/codes.ts';
import type { Tx } from '#server/db/db.ts';
import { countsOf } from '#server/flow/read/counts.ts';
import { chosenLocale } from '#server/meta/person.ts';
import { faultPoint } from '#server/ports/fault.ts';
import { messagesOf } from './messages.ts';
import { readOutbox, type Sent } from './outbox.ts';
import type { Works } from './relay.ts';

const AT_ONCE = 100;

/** Hands one message to the outside broker and resolves when the broker has it. */
export type Publish = (topic: string, payload: string) => Promise<void>;

/**
 * Brings the outbox to an outside broker (MQTT_URL), in order, by whichever server gets to it first: the place is a row, locked
 * while it sends and moved on when the broker has it all. At least once. Answers how many rows it passed.
 */
export function forwardOnce({ db, clock }: Works, publish: Publish): Promise<number> {
  return db.tx(async (tx) => {
    const [place] = await tx.query<{ tx: string; id: number }>(
      `select tx::text as tx, id from fw.outbox_place where name = 'mqtt' for update skip locked`,
    );
    if (!place) return 0;
    const rows = await readOutbox(tx, place, AT_ONCE);
    const last = rows.at(-1);
    if (!last) return 0;
    await faultPoint('outbox.read');
    for (const [key, mine] of byPerson(rows)) await tell(tx, key, mine, { publish, now: clock.now() });
    await faultPoint('outbox.sent');
    await tx.query(`update fw.outbox_place set tx = $1::text::xid8, id = $2 where name = 'mqtt'`, [last.tx, last.id]);
    return rows.length;
  });
}

function byPerson(rows: readonly Sent[]): Map<string, Sent[]> {
  const people = new Map<string, Sent[]>();
  for (const row of rows) {
    const key = `${row.company_id} ${row.user_id}`;
    people.set(key, [...(people.get(key) ?? []), row]);
  }
  return people;
}

async function tell(tx: Tx, key: string, rows: readonly Sent[], { publish, now }: { publish: Publish; now: Date }): Promise<void> {
  const [company, user] = key.split(' ').map(Number) as [number, number];
  const [person] = await tx.query<{ topic: string; locale: Locale }>(
    `select u.login_name || '@' || c.login_name as topic, coalesce(${chosenLocale('u.company_id', 'u.id')}, 'zh_CN') as locale from app."user" u join fw.company c on c.id = u.company_id
     where u.company_id = $1 and u.id = $2 and u.deleted_time is null`,
    [company, user],
  );
  if (!person) return;
  const counts = await countsOf(tx, company, user, now);
  for (const message of messagesOf(rows, counts, person.locale)) await publish(person.topic, JSON.stringify(message));
}

/** Forwards every half second while the outside broker is there; when it is away, what is due waits in the outbox. */
export function startForward(works: Works, url: string, troubled: (error: unknown) => void, every = 500): () => Promise<void> {
  const client = mqtt.connect(url, { reconnectPeriod: 5000, connectTimeout: 10_000, queueQoSZero: false });
  client.on('error', troubled);
  const publish: Publish = async (topic, payload) => {
    await Promise.race([client.publishAsync(topic, payload, { qos: 1 }), tooLong()]);
  };
  let stopped = false;
  let timer: NodeJS.Timeout;
  const turn = async (): Promise<void> => {
    const passed = client.connected ? await forwardOnce(works, publish).catch(troubled) : 0;
    // after it was away there is much to tell
    if (!stopped) timer = setTimeout(turn, passed === AT_ONCE ? 0 : every).unref();
  };
  timer = setTimeout(turn, every).unref();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await client.endAsync(true);
  };
}

const tooLong = (): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new Error('the outside broker does not answer')), 5000).unref();
  });
