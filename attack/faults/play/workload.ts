import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answered } from '#protocol/testing-person.ts';
import { PEOPLE, type Person, SIGNERS, type Tokens } from '../lab.ts';
import { type Ask, client, upload } from '../run/client.ts';
import { newRid, shipmentForm, voyageForm } from './forms.ts';
import type { Did, Recorder, Seen, Wish } from './history.ts';
import { type Random, random } from './random.ts';
import { PARTS } from './suite.ts';

export interface Workload {
  seed: number;
  /** addresses of the servers; each client turns to one of them at a time */
  urls: readonly string[];
  tokens: Tokens;
  recorder: Recorder;
  /** calls of each client */
  calls: number;
  /** ends it early */
  over?: () => boolean;
}

interface Shared {
  ships: { id: number; creator: Person; department: number }[];
  /** the writers have done their calls */
  done: boolean;
  voyages: Map<number, { creator: Person; step: number }>;
}
interface Hand {
  who: Person;
  dice: Random;
  ask: Ask;
  process: (body: Record<string, unknown>) => Promise<Answered>;
  run: (wish: Omit<Wish, 'who'>, call: () => Promise<Answered>) => Promise<{ answer: Answered | null; did: Did }>;
  shared: Shared;
  upload: (bytes: Buffer) => Promise<Answered>;
}

const WRITERS = ['ann', 'bob', 'cy', 'chief'] as const satisfies readonly Person[];

/** Several people at work at once: forms with sub-tables, files, decisions, lists; the same from the same seed but for who is faster. */
export async function work({ seed, urls, tokens, recorder, calls, over = () => false }: Workload): Promise<void> {
  const shared: Shared = { ships: [], done: false, voyages: new Map() };
  const one = async (who: Person, at: number) => {
    const dice = random(seed * 97 + at);
    const signs = SIGNERS.includes(who as never);
    for (let call = 0; (signs ? !shared.done : call < calls) && !over(); call += 1) {
      const url = dice.pick(urls);
      const hand: Hand = {
        who,
        dice,
        shared,
        ask: client(url, tokens[who]),
        process: (body) => client(url, tokens[who], '/flow')('Process', body),
        run: (wish, todo) => recorder.run({ who, ...wish }, todo, dice.chance(70) ? 12 : 1),
        upload: (bytes) => upload(url, tokens[who], bytes),
      };
      await (signs ? sign(hand) : write(hand));
    }
  };
  const signing = SIGNERS.map((who, at) => one(who, WRITERS.length + at));
  await Promise.all(WRITERS.map(one));
  shared.done = true;
  await Promise.all(signing);
}

async function write(hand: Hand): Promise<void> {
  const { dice, shared } = hand;
  const of = dice.below(100);
  if (shared.ships.length === 0 || of < 12) return addShip(hand);
  if (of < 20 && hand.who !== 'bob') return submitVoyage(hand);
  if (of < 24) return deleteShip(hand);
  if (of < 34) return listShips(hand);
  if (of < 42) return attach(hand);
  return moveAmounts(hand);
}

/** One of the few that everybody works on; now and then one that is not his to see. */
function shipFor({ who, dice, shared }: Hand): number {
  const last = shared.ships.slice(-10);
  const mine = last.filter((ship) => who === 'chief' || ship.creator === who || (who === 'cy' && ship.department === 31));
  return dice.pick(mine.length === 0 || dice.chance(5) ? last : mine).id;
}

async function addShip({ run, ask, shared, who, dice }: Hand): Promise<void> {
  const rid = newRid();
  const department = dice.pick([31, 32]);
  const { did } = await run({ kind: 'Add', rid }, () => ask('Add', shipmentForm(rid, { department_entity: department })));
  if (did.came === 'ok') shared.ships.push({ id: did.id!, creator: who, department });
}

async function show(hand: Hand, id: number): Promise<Record<string, unknown> | null> {
  const { answer, did } = await hand.run({ kind: 'Show', rid: newRid(), id }, () => hand.ask('Show', { cloud: 'shipment', id }));
  if (did.came !== 'ok') return null;
  const data = answer!.data!;
  const rows = Object.values(data._subtables as Record<string, { price: string }[]>).flat();
  did.seen = {
    memo: data.memo as string,
    total: Number(data.total),
    sum: rows.reduce((all, row) => all + Number(row.price), 0),
  } satisfies Seen;
  return data;
}

/** Takes an amount from one row and gives it to a row of another sub-table: the header stays what it is. */
async function moveAmounts(hand: Hand): Promise<void> {
  const id = shipFor(hand);
  const data = await show(hand, id);
  if (!data || hand.dice.chance(25)) return;
  const subs = data._subtables as Record<string, { id: number; price: string }[]>;
  const keys = PARTS.map((part) => `${part}.shipment_entity`);
  const from = hand.dice.pick(keys);
  const to = hand.dice.pick(keys.filter((key) => key !== from));
  const giver = subs[from]?.[0];
  const taker = subs[to]?.at(-1);
  if (!giver || !taker) return;
  const amount = hand.dice.below(7) + 1;
  const row = (one: { id: number; price: string }, by: number) => [{ op: 'Modify', id: one.id, price: String(Number(one.price) + by) }];
  await modify(hand, id, data.version as number, { _subtables: { [from]: row(giver, -amount), [to]: row(taker, amount) } });
}

async function modify(hand: Hand, id: number, version: number, rest: Record<string, unknown>): Promise<void> {
  const rid = newRid();
  await hand.run({ kind: 'Modify', rid, id, sent: version }, () =>
    hand.ask('Modify', { cloud: 'shipment', id, version, _rid: rid, memo: rid, ...rest }),
  );
}

async function attach(hand: Hand): Promise<void> {
  const id = shipFor(hand);
  const bytes = Buffer.alloc(1 + hand.dice.below(200_000), hand.dice.below(255));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const file: { sha256: string; key: string | null } = { sha256, key: null };
  const { answer, did } = await hand.run({ kind: 'Upload', rid: newRid(), file }, () => hand.upload(bytes));
  if (did.came !== 'ok') return;
  file.key = answer!.data!.key_name as string;
  const data = await show(hand, id);
  if (data) await modify(hand, id, data.version as number, { paper: file.key });
}

async function deleteShip(hand: Hand): Promise<void> {
  const id = shipFor(hand);
  const data = await show(hand, id);
  if (!data) return;
  const rid = newRid();
  const version = data.version as number;
  const { did } = await hand.run({ kind: 'Delete', rid, id, sent: version }, () =>
    hand.ask('Delete', { cloud: 'shipment', id: String(id), version, _rid: rid }),
  );
  if (did.came === 'ok') hand.shared.ships = hand.shared.ships.filter((other) => other.id !== id);
}

async function listShips(hand: Hand): Promise<void> {
  const { answer, did } = await hand.run({ kind: 'Page', rid: newRid() }, () => hand.ask('Page', { cloud: 'shipment', rows: 50 }));
  if (did.came === 'ok')
    did.seen = answer!.rows!.map((row) => ({ id: row.id as number, version: row.version as number, memo: row.memo as string | null }));
}

async function submitVoyage({ run, ask, shared, who }: Hand): Promise<void> {
  const back = [...shared.voyages].find(([, one]) => one.step <= 1 && one.creator === who);
  const rid = newRid();
  const wish = { kind: 'Decide', rid } as const;
  const { did, answer } = await (back
    ? run({ ...wish, id: back[0] }, () => ask('Modify', { cloud: 'voyage', id: back[0], _event: 11, _rid: rid, memo: rid }))
    : run(wish, () => ask('Add', voyageForm(rid))));
  if (did.came === 'ok') shared.voyages.set(did.id!, { creator: who, step: (answer!.data!.review_state as { id: number }).id });
}

/** Decides as a page would: it looks at the log, and others may be faster. */
async function sign(hand: Hand): Promise<void> {
  const { dice, shared, who } = hand;
  const open = [...shared.voyages].filter(([, { step }]) => step > 1 && step < 90).slice(0, 3);
  if (open.length === 0) return void (await sleep(20));
  const [id, known] = dice.pick(open);
  const found = await hand.process({ cloud: 'voyage', id }).catch(() => null);
  if (found?.code !== 200) return;
  known.step = (found.data!.review_state as { id: number }).id;
  const mine = found.rows!.filter((row) => idOf(row.review_entity) === PEOPLE[who] && [2, 7].includes(idOf(row.review_state)));
  const todo = mine.at(-1)?.id as number | undefined;
  if (todo === undefined) return void (await sleep(5));
  const rid = newRid();
  const _event = known.step * 10 + (dice.chance(4) ? 2 : 1);
  const decision = { cloud: 'voyage', id, _event, _rid: rid, todo, memo: rid, remark: who };
  await hand.run({ kind: 'Decide', rid, id, todo }, () => hand.ask('Modify', decision));
}

const idOf = (entity: unknown): number => (entity as { id: number }).id;
