import { setImmediate } from 'node:timers/promises';
import { Refusal } from '#protocol/codes.ts';
import { standingBefore } from '#server/access/giving/giving.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { faultPoint } from '#server/ports/fault.ts';
import { byIds, lockStanding, type Standing } from '../../row/stored.ts';
import type { RowsOf } from '../../row/subtable.ts';
import type { Values } from '../../row/values.ts';
import type { Work } from '../../row/work.ts';
import { begin, type Change, checkDraft, draftOf } from '../draft.ts';
import { checkVersion } from '../stale.ts';
import { demandHis, nameActor } from '../write.ts';
import { rowsAhead } from './ahead.ts';
import { openWriting, type Writing } from './writing.ts';

/** A record that stands, and what is to be written to it: of an undo what the record itself says. */
export type Sent = Change & { id: number };

/** What became of one record: why it was refused, or how it stood and which version it has. */
export type Outcome = { id: number } & ({ refused: Refusal } | { standing: Standing; version: number });

/** Records that are drafted, and sent to be written while the next are; however late it is, half of them are. */
const PART = 100;
/** After so many the database is heard: what it has written makes way for what is sent next, and it waits for no whole part to be drafted. */
const HEARD = 8;

/**
 * A Modify of each of these records, by the same steps as `saveRecord`: rights, whose turn, version, values, form and references are asked of
 * each and refuse it alone; what is asked of the database is asked once for all. Locks in the order of ids, and writes a part of them while the
 * next is drafted. What the database itself refuses is thrown, with a cause: then nothing is known of any, and each is to be saved by itself.
 * What is not reached before `until` is not begun.
 */
export async function saveTogether(work: Work, table: ResolvedTable, changes: readonly Sent[], until: number): Promise<Outcome[]> {
  const ids = changes.map(({ id }) => id);
  const locked = await lockStanding(work, table, byIds(ids), work.access.grant(table, 'Show'), ['Modify', 'Review'], ids.length);
  const standing = new Map(locked.map((one) => [one.id, one] as const));
  await nameActor(work, 'Modify');
  const writing = openWriting(work, table);
  const reading: Work = { ...work, tx: askingOnce(work.tx, writing.written) };
  const names = [...new Set(changes.flatMap(({ fields }) => Object.keys(fields)))];
  const persons = await standingBefore(work.tx, work.access, table, { ids, names });
  const rows = rowsAhead(reading, table, ids);
  try {
    return await inParts(reading, table, { changes, standing, persons, rows, until }, writing);
  } finally {
    await Promise.allSettled([writing.written()]);
  }
}

interface Turn {
  changes: readonly Sent[];
  standing: ReadonlyMap<number, Standing>;
  /** people, as far as it is asked how they stood */
  persons: Awaited<ReturnType<typeof standingBefore>>;
  rows: RowsOf;
  until: number;
}

async function inParts(work: Work, table: ResolvedTable, turn: Turn, writing: Writing): Promise<Outcome[]> {
  const { changes, until } = turn;
  const done: Outcome[] = [];
  const drafts: { id: number; changes: Values; standing: Standing }[] = [];
  let sent = 0;
  const send = async () => {
    await faultPoint('save.planned');
    writing.send(drafts.slice(sent));
    sent = drafts.length;
  };
  for (const [at, change] of changes.entries()) {
    if (at > 0 && at % (PART / 2) === 0 && performance.now() > until) break;
    if (at % HEARD === 0) await hearing(writing.written());
    const one = await outcomeOf(work, table, change, turn);
    if ('refused' in one) done.push(one);
    else drafts.push(one);
    if (drafts.length - sent === PART) await send();
  }
  await send();
  await writing.written();
  return [...done, ...drafts.map(({ id, standing: one }) => ({ id, standing: one, version: writing.versions.get(id) ?? one.version }))];
}

/** Lets the database be heard; goes on, unless it has refused. */
async function hearing(written: Promise<void>): Promise<void> {
  await setImmediate();
  await Promise.race([written, null]);
}

/** What would be written to one record, or why it is refused. */
async function outcomeOf(
  work: Work,
  table: ResolvedTable,
  change: Sent,
  turn: Turn,
): Promise<{ id: number; refused: Refusal } | { id: number; changes: Values; standing: Standing }> {
  try {
    const standing = turn.standing.get(change.id);
    if (!standing) throw new Refusal(315);
    return { id: change.id, changes: await drafted(work, table, change, standing, turn), standing };
  } catch (error) {
    if (!(error instanceof Refusal) || error.cause !== undefined) throw error;
    return { id: change.id, refused: error };
  }
}

/** What would be written to one record: nothing where it has all of it. */
async function drafted(work: Work, table: ResolvedTable, change: Sent, standing: Standing, { rows, persons }: Turn): Promise<Values> {
  const { id } = change;
  const options = { op: 'Modify' as const, access: work.access, standing, rows };
  const begun = await begin(work, table, change, options);
  await checkVersion(work, table, standing, change.version);
  const draft = await draftOf(work, begun, change, options);
  await checkDraft(work, begun, draft, options);
  const { changes } = draft;
  if (Object.keys(changes).length === 0) return changes;
  return { ...changes, ...(await demandHis(work, table, { act: 'Modify', id, changes, before: persons.get(id) })) };
}

/**
 * What one record asked of others, with the same values, the next one knows: nothing that is written here says otherwise. A connection is asked
 * one thing at a time, so what is sent to be written is waited for.
 */
function askingOnce(tx: Tx, written: () => Promise<void>): Tx {
  const known = new Map<string, Promise<unknown[]>>();
  const query = <Row>(text: string, values?: readonly unknown[]): Promise<Row[]> => {
    const key = JSON.stringify([text, values]);
    const found = known.get(key) ?? written().then(() => tx.query(text, values));
    known.set(key, found);
    return found as Promise<Row[]>;
  };
  return { ...tx, query };
}
