import { Refusal } from '#protocol/codes.ts';
import { fieldKind } from '#protocol/fields/fields.ts';
import { CHANGE, CHANGE_ROW } from '#protocol/wire/changes.ts';
import { type Access, openAccess } from '#server/access/access.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { maySaveStandings, saveStanding, saveStandings } from '#server/people/saving.ts';
import { attempt, type Part } from '#server/records/remove/batch.ts';
import type { Stored } from '#server/records/row/stored.ts';
import { lockRecord, openWork } from '#server/records/save/save.ts';
import type { Outcome } from '#server/records/save/several/together.ts';
import { recordRefused, type SecurityEvent, tellEvent } from '#server/signin/security-log.ts';
import { demandFields, knownFields, severalGrant, withFollowers } from './demand.ts';

/** One transaction: so many records, or so long. What is saved in it stays locked until its end, and the next change has its turn. */
const AT_ONCE = 50;
const WITHIN_MS = 400;
/** So many where they are written together; of a table of which fewer were done in time, no more than could be: each is locked and read with its rows. */
const TOGETHER = 500;
const paces = new WeakMap<ResolvedTable, number>();
/** A record that somebody holds is tried again later, so often. */
const MOST_TRIES = 3;
const BUSY = 103;
/** Faults of ours one after the other end a change: it would meet the same for ever. Between them it rests, longer each time, from a second to two minutes. */
const MOST_FAULTS = 5;
/** Its person is told of it so often at most. */
const TOLD_MS = 1_000;

export interface Running {
  company_id: number;
  id: number;
  user_id: number;
  source: string;
  fields: Record<string, unknown>;
  of_change: number | null;
  /** its time is over */
  late: boolean;
}
/** Who began a change, as he is by now; null where he may do nothing any more. */
export type PersonOf = (change: Running) => Promise<Session | null>;

const COLUMNS = 'company_id, id, user_id, source, fields, of_change, until <= $1 as late';

/**
 * The next records of a change that waits, whoever's: a transaction of its own, in which each record is a Modify and what became of it is written
 * down. A process that dies in it has done nothing, and another goes on; the row of the change is locked, so that no two do the same. Answers
 * whether there was something to do.
 */
export async function turnOnce(house: House, personOf: PersonOf, troubled: (error: unknown) => void): Promise<boolean> {
  const waiting = await house.db.query<Running>(
    `select ${COLUMNS} from fw.change where status = ${CHANGE.running} and turn <= $1 order by turn limit 5`,
    [house.clock.now()],
  );
  for (const change of waiting) {
    try {
      if (await someOf(house, change, personOf)) return true;
    } catch (error) {
      if (error instanceof Refusal && error.code === BUSY) throw error;
      troubled(error);
      await noteFault(house, change);
      return true;
    }
  }
  return false;
}

/** What it works with, or why it goes no further: rights, and what they reach, are asked anew each time. */
async function openFor(house: House, change: Running, personOf: PersonOf): Promise<{ access: Access; table: ResolvedTable } | string> {
  if (change.late) return '$changeLate';
  const session = await personOf(change);
  if (!session) return '$changeNobody';
  const access = await openAccess(house, session);
  try {
    const table = access.table(change.source);
    const grant = severalGrant(access, table);
    if (change.of_change === null) demandFields(grant, change.fields);
    return { access, table };
  } catch (error) {
    if (error instanceof Refusal && error.code !== BUSY) return error.code === 317 ? '$changeNoField' : '$changeNoRight';
    throw error;
  }
}

async function someOf(house: House, change: Running, personOf: PersonOf): Promise<boolean> {
  const opened = await openFor(house, change, personOf);
  let told: SecurityEvent[] = [];
  let done: readonly Done[] = [];
  const is = await house.db.tx(async (tx) => {
    told = [];
    const [mine] = await tx.query(
      `select 1 from fw.change where company_id = $1 and id = $2 and status = ${CHANGE.running} for update skip locked`,
      [change.company_id, change.id],
    );
    if (!mine) return false;
    if (typeof opened === 'string') await end(tx, house, change, { status: CHANGE.broken, reason: opened });
    else done = await saveSome(tx, house, change, opened, told);
    return true;
  });
  for (const event of told) tellEvent(house, event);
  await noteDenied(house, change, done);
  return is;
}

/** Who may not change a record stands in the security log, as one who tries a Batch of them. */
async function noteDenied(house: House, { company_id, user_id, source }: Running, done: readonly Done[]): Promise<void> {
  const ids = done.filter(({ code }) => code === 312).map(({ rowid }) => rowid);
  if (ids.length === 0) return;
  await recordRefused(house, { op: '/app?op=Change', reason: '312', company: company_id, actor: user_id, target: `${source} ${ids}` });
}

interface Waiting {
  rowid: number;
  version: number | null;
  before: Record<string, string> | null;
  tries: number;
}
interface Done {
  rowid: number;
  status: number;
  code: number;
  remark: string;
  data: string | null;
  before: string | null;
  after: number | null;
  tries: number;
}

async function saveSome(
  tx: Tx,
  house: House,
  change: Running,
  opened: { access: Access; table: ResolvedTable },
  told: SecurityEvent[],
): Promise<readonly Done[]> {
  const rows = await tx.query<Waiting>(
    `select rowid, version, before, tries from fw.change_row where company_id = $1 and change_id = $2 and status = 0 order by tries, rowid limit $3`,
    [change.company_id, change.id, paces.get(opened.table) ?? TOGETHER],
  );
  const until = performance.now() + WITHIN_MS;
  const done = (await allOf(tx, house, change, rows, opened, until)) ?? [];
  for (const row of done.length ? [] : rows.slice(0, AT_ONCE)) {
    if (done.length > 0 && performance.now() > until) break;
    done.push(await saveOne(tx, house, change, row, opened, told));
  }
  await noteRows(tx, change, done);
  await moveOn(tx, house, change, done);
  return done;
}

/**
 * The same records in set statements, where no change of one hangs on another's and the database refuses none of them; null: each is saved by
 * itself. What becomes of each is the same.
 */
async function allOf(
  tx: Tx,
  house: House,
  change: Running,
  rows: readonly Waiting[],
  { access, table }: { access: Access; table: ResolvedTable },
  until: number,
): Promise<Done[] | null> {
  const work = await openWork(tx, house, access.session, { access });
  const isUndo = change.of_change !== null;
  const written = isUndo ? [...new Set(rows.flatMap(({ before }) => Object.keys(before!)))] : Object.keys(change.fields);
  if (rows.length < 2 || rows.some(({ tries }) => tries > 0) || !maySaveStandings(work, table, written)) return null;
  const grant = severalGrant(access, table);
  const known = new Set(knownFields(grant));
  if (isUndo && !written.every((name) => known.has(name))) return null;
  const fieldsOf = ({ before }: Waiting) => (isUndo ? before! : change.fields);
  const sent = rows.map((row) => ({ id: row.rowid, ...(row.version === null ? {} : { version: row.version }), fields: fieldsOf(row) }));
  let outcomes: readonly Outcome[] = [];
  const { code } = await attempt(tx, async () => {
    outcomes = await saveStandings(work, table, sent, until);
  });
  if (code !== 200) return null;
  const isLate = outcomes.length < rows.length;
  paces.set(table, isLate ? outcomes.length : Math.min(TOGETHER, Math.max(paces.get(table) ?? TOGETHER, rows.length * 2)));
  const of = new Map(rows.map((row) => [row.rowid, row]));
  return outcomes.map((one) => {
    const row = of.get(one.id)!;
    if ('refused' in one) return doneOf(change, row, { code: one.refused.code, remark: one.refused.remark, data: one.refused.data });
    const stood = isUndo ? row.before! : valuesOf(table, one.standing, withFollowers(grant, written));
    return doneOf(change, row, savedPart(stood, one.standing, one.version));
  });
}

const savedPart = (stood: object, standing: Stored, after: number): Part => ({
  code: 200,
  remark: '',
  data: { stood, after, same: after === standing.version },
});

/** One record: a Modify, in a part of the transaction of its own. What stood there is kept; of a change that takes back, the record says itself what it had. */
async function saveOne(
  tx: Tx,
  house: House,
  change: Running,
  row: Waiting,
  { access, table }: { access: Access; table: ResolvedTable },
  told: SecurityEvent[],
): Promise<Done> {
  const { rowid, version, before } = row;
  const isUndo = change.of_change !== null;
  const fields = isUndo ? before! : change.fields;
  const part = await attempt(tx, async () => {
    const standing = await lockRecord(tx, house, table, access.session, rowid, access);
    const grant = severalGrant(access, table);
    const stood = isUndo ? before! : valuesOf(table, standing, withFollowers(grant, Object.keys(fields)));
    if (isUndo) demandFields(grant, fields, knownFields(grant));
    const sent = { id: rowid, ...(version === null ? {} : { version }), fields };
    const { saved, events } = await saveStanding(tx, house, access.session, access, table, sent, standing);
    told.push(...events);
    return savedPart(stood, standing, saved.version);
  });
  return doneOf(change, row, part);
}

/** What is noted of a record whose save came to this. */
function doneOf(change: Running, { rowid, before, tries }: Waiting, part: Part): Done {
  const isUndo = change.of_change !== null;
  const same = { rowid, code: part.code, remark: part.remark };
  if (part.code === 200) {
    const { stood, after, same: is } = part.data as { stood: object; after: number; same: boolean };
    const status = is ? CHANGE_ROW.same : CHANGE_ROW.changed;
    return { ...same, status, data: null, before: is ? null : JSON.stringify(stood), after, tries };
  }
  const again = part.code === BUSY && tries + 1 < MOST_TRIES;
  const { remark, data } = isUndo && part.code === 311 ? changedSince(part) : part;
  const why = { remark, data: data ? JSON.stringify(data) : null };
  const kept = before ? JSON.stringify(before) : null;
  return { ...same, ...why, status: again ? CHANGE_ROW.waiting : CHANGE_ROW.refused, before: kept, after: null, tries: tries + 1 };
}

/** In the words of who takes a change back: it is not his page that is old. */
function changedSince({ data = {} }: { data?: object }): { remark: string; data: object } {
  return { remark: 'who' in data && 'when' in data ? '$changedSince' : '$changedSinceSilent', data };
}

/** What stands in the fields, as a form submits it. */
const valuesOf = (table: ResolvedTable, { values }: Stored, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, fieldKind(table.fields.get(name)!.def.data_type).encode(values[name] ?? null)]));

async function noteRows(tx: Tx, { company_id, id }: Running, done: readonly Done[]): Promise<void> {
  if (done.length === 0) return;
  await tx.query(
    `update fw.change_row r set status = n.status, code = n.code, remark = n.remark, data = n.data::jsonb, before = n.before::jsonb, after = n.after, tries = n.tries
     from unnest($3::bigint[], $4::smallint[], $5::int[], $6::text[], $7::text[], $8::text[], $9::int[], $10::smallint[])
       n (rowid, status, code, remark, data, before, after, tries)
     where r.company_id = $1 and r.change_id = $2 and r.rowid = n.rowid`,
    [
      ...[company_id, id, done.map(({ rowid }) => rowid), done.map(({ status }) => status), done.map(({ code }) => code)],
      ...[done.map(({ remark }) => remark), done.map(({ data }) => data), done.map(({ before }) => before)],
      ...[done.map(({ after }) => after), done.map(({ tries }) => tries)],
    ],
  );
}

/** Counts what was done; where nothing is left it has come to its end. Its person hears of it. */
async function moveOn(tx: Tx, house: House, change: Running, done: readonly Done[]): Promise<void> {
  const now = house.clock.now();
  const of = (status: number) => done.filter((row) => row.status === status).length;
  const [row] = await tx.query<{ left: boolean; quiet: boolean }>(
    `update fw.change c set changed = changed + $3, same = same + $4, refused = refused + $5, turn = $6, faults = 0
     where company_id = $1 and id = $2
     returning exists (select from fw.change_row r where r.company_id = $1 and r.change_id = $2 and r.status = 0) as left, coalesce(told > $7, false) as quiet`,
    [
      ...[change.company_id, change.id, of(CHANGE_ROW.changed), of(CHANGE_ROW.same), of(CHANGE_ROW.refused)],
      ...[now, new Date(now.getTime() - TOLD_MS)],
    ],
  );
  if (!row!.left) await end(tx, house, change, { status: CHANGE.done, reason: '' });
  else if (!row!.quiet) await tellPerson(tx, change, now);
}

async function end(tx: Tx, house: House, change: Running, { status, reason }: { status: number; reason: string }): Promise<void> {
  const now = house.clock.now();
  await tx.query('update fw.change set status = $3, reason = $4, ended = $5 where company_id = $1 and id = $2', [
    ...[change.company_id, change.id, status, reason, now],
  ]);
  await tellPerson(tx, change, now);
}

/** A silent message: his pages that show it ask again. */
async function tellPerson(tx: Tx, { company_id, id, user_id }: Running, now: Date): Promise<void> {
  await tx.query(
    `with t as (update fw.change set told = $4 where company_id = $1 and id = $2)
     insert into fw.outbox (company_id, user_id, kind, payload)
     values ($1, $3, 'counts', jsonb_build_object('cloud', 'fw.change', 'id', $2::bigint))`,
    [company_id, id, user_id, now],
  );
}

/** It has its turn again once it has rested; one that fails again and again is ended. */
async function noteFault(house: House, change: Running): Promise<void> {
  await house.db.tx(async (tx) => {
    const [row] = await tx.query<{ faults: number }>(
      `update fw.change set faults = faults + 1, turn = $3::timestamptz + power(5, faults) * interval '1 second'
       where company_id = $1 and id = $2 and status = ${CHANGE.running} returning faults`,
      [change.company_id, change.id, house.clock.now()],
    );
    if (row && row.faults >= MOST_FAULTS) await end(tx, house, change, { status: CHANGE.broken, reason: '$changeFault' });
  });
}
