import type { Did, Listed, Seen } from './play/history.ts';
import type { Snapshot } from './run/snapshot.ts';

/** What every shipment is worth: each writer moves amounts, none makes them. */
export const BANK = 100;
/** Codes of a to-do's row: open to decide, open at all, decided. */
const DECIDES = [2, 7, 13];
const LIVE = [2, 7, 11, 13];
const CLOSED_BY_VOTE = [1, 3];

type Say = (text: string) => void;
interface World {
  did: readonly Did[];
  rest: Snapshot;
}

/**
 * The nine rules of the history checker: what clients saw against what lies in the database and on the disk. Imports nothing of the
 * product. Answers what is broken, each with the rule's number; empty is clean.
 */
export function check(world: World): string[] {
  const broken: string[] = [];
  const rule = (number: number, rules: (say: Say, world: World) => void) => rules((text) => broken.push(`(${number}) ${text}`), world);
  rule(1, presentOnce);
  rule(2, failedAbsent);
  rule(3, versionsWithoutGap);
  rule(4, realTime);
  rule(5, readsGoForward);
  rule(6, bank);
  rule(7, flow);
  rule(8, files);
  return broken;
}

const WRITES: ReadonlySet<Did['kind']> = new Set(['Add', 'Modify', 'Delete', 'Decide']);
const writes = (world: World) => world.did.filter((one) => WRITES.has(one.kind));
const by = <Row, Key>(rows: readonly Row[], key: (row: Row) => Key): Map<Key, Row[]> => {
  const found = new Map<Key, Row[]>();
  for (const row of rows) found.set(key(row), [...(found.get(key(row)) ?? []), row]);
  return found;
};
const named = (one: Did): string => `${one.kind} ${one.rid.slice(0, 8)} of ${one.who} on ${one.id ?? 'new'}`;

/** (1) An acknowledged write is there, once, with the version and record that its writer was told. */
function presentOnce(say: Say, world: World): void {
  const rids = by(world.rest.rids, (row) => row.rid);
  const versions = by(world.rest.versions, (row) => row.memo);
  const log = by(world.rest.log, (row) => row.rid);
  for (const one of writes(world).filter(({ came }) => came === 'ok')) {
    const notes = rids.get(one.rid) ?? [];
    if (notes.length !== 1) say(`${named(one)} was acknowledged and is noted ${notes.length} times`);
    else if (notes[0]!.id !== one.id) say(`${named(one)} was told another record than is noted`);
    else if (one.kind !== 'Delete' && notes[0]!.version !== one.version) say(`${named(one)} was told another version than is noted`);
    if (one.kind === 'Decide' && log.get(one.rid)?.length !== 1) say(`${named(one)} has ${log.get(one.rid)?.length ?? 0} log rows`);
    if (one.kind !== 'Add' && one.kind !== 'Modify') continue;
    const mine = (versions.get(one.rid) ?? []).filter((row) => row.version === one.version && row.id === one.id);
    if (mine.length !== 1) say(`${named(one)} was acknowledged as version ${one.version} and is there ${mine.length} times`);
  }
  for (const one of world.did.filter(({ kind, came }) => kind === 'Upload' && came === 'ok'))
    if (!world.rest.files.some((file) => file.key === one.file?.key)) say(`${named(one)}: an acknowledged upload has no row`);
}

/** (2) A refused write left nothing; one of which nothing is known is whole or absent. */
function failedAbsent(say: Say, world: World): void {
  const rids = new Set(world.rest.rids.map((row) => row.rid));
  const memos = by(world.rest.versions, (row) => row.memo);
  const logged = by(world.rest.log, (row) => row.rid);
  for (const one of writes(world)) {
    const kept = one.kind === 'Decide' ? (logged.get(one.rid)?.length ?? 0) : new Set(memos.get(one.rid)?.map((row) => row.id)).size;
    if (one.came === 'fail' && (kept > 0 || rids.has(one.rid))) say(`${named(one)} was refused with ${one.code} and left something`);
    if (kept > 1) say(`${named(one)} had ${kept} effects`);
    if (one.came === 'unknown' && one.kind !== 'Delete' && (kept === 1) !== rids.has(one.rid)) say(`${named(one)} is half there`);
  }
}

/** (3) Versions of a record are 1 to n, each written by one request of its own. */
function versionsWithoutGap(say: Say, { rest }: World): void {
  for (const [id, rows] of by(rest.versions, (row) => row.id)) {
    rows.forEach((row, at) => {
      if (row.version !== at + 1) say(`shipment ${id} has version ${row.version} in place ${at + 1}`);
    });
    const last = rows.at(-1)!;
    const closing = rows.at(-2)?.op === 'Delete' ? [last] : [];
    const authors = rows.filter((row) => !closing.includes(row)).map((row) => row.memo);
    if (new Set(authors).size !== authors.length) say(`shipment ${id}: one request wrote two versions`);
    if (!last.live) say(`shipment ${id} has versions and no record`);
  }
  const authors = new Map(rest.rids.filter((row) => row.what.includes('shipment')).map((row) => [`${row.id} ${row.version}`, row.xmin]));
  for (const { id, xmin, deleted } of rest.shipments) {
    const version = rest.versions.findLast((row) => row.id === id)!.version;
    if (!deleted && authors.get(`${id} ${version}`) !== xmin) say(`shipment ${id}: the record and its request id are of two transactions`);
  }
}

/** (4) What was acknowledged before another began has the lower version; a writer who named a version got the next one. */
function realTime(say: Say, world: World): void {
  const ok = writes(world).filter((one) => one.came === 'ok' && one.version !== null && one.kind !== 'Decide');
  for (const mine of by(ok, (one) => one.id).values()) {
    for (const before of mine)
      for (const after of mine)
        if (before.ended < after.begun && before.version! >= after.version!)
          say(`${named(after)} came after ${named(before)} and lies before it`);
  }
  for (const one of ok)
    if (one.sent !== null && one.version !== one.sent + 1)
      say(`${named(one)} was made on version ${one.sent} and became ${one.version}: what lay between is lost`);
}

/** (5) A read shows at least what was acknowledged before it began, and no session goes back; what it shows is that version. */
function readsGoForward(say: Say, world: World): void {
  const ok = writes(world).filter((one) => one.came === 'ok' && one.version !== null && one.kind !== 'Decide');
  const writesOf = by(ok, (one) => one.id);
  const memo = new Map(world.rest.versions.map((row) => [`${row.id} ${row.version}`, row.memo]));
  const last = new Map<string, number>();
  for (const read of world.did.filter((one) => one.came === 'ok' && one.seen).sort((a, b) => a.ended - b.ended)) {
    const rows: Listed[] = Array.isArray(read.seen)
      ? [...(read.seen as readonly Listed[])]
      : [{ id: read.id!, version: read.version!, memo: (read.seen as Seen).memo }];
    for (const row of rows) {
      const due = (writesOf.get(row.id) ?? []).filter((one) => one.ended < read.begun).map((one) => one.version!);
      if (row.version < Math.max(0, ...due))
        say(`${read.who} read version ${row.version} of ${row.id} after ${Math.max(...due)} was acknowledged`);
      const key = `${read.who} ${row.id}`;
      const earlier = (last.get(key) ?? 0) > row.version;
      if (earlier) say(`${read.who} read version ${row.version} of ${row.id} after version ${last.get(key)}`);
      last.set(key, Math.max(last.get(key) ?? 0, row.version));
      if (memo.has(`${row.id} ${row.version}`) && memo.get(`${row.id} ${row.version}`) !== row.memo)
        say(`${read.who} read of ${row.id} what version ${row.version} never was`);
    }
  }
}

/** (6) Header and sub-tables agree in the database and in every read. */
function bank(say: Say, { did, rest }: World): void {
  for (const { id, total, sum, deleted } of rest.shipments)
    if (total !== BANK || (!deleted && sum !== BANK)) say(`shipment ${id} has a total of ${total} and rows of ${sum}`);
  for (const version of rest.versions)
    if (version.total !== BANK) say(`shipment ${version.id} version ${version.version} had ${version.total}`);
  for (const one of did) {
    if (one.kind !== 'Show' || one.came !== 'ok' || !one.seen) continue;
    const { total, sum } = one.seen as Seen;
    if (total !== BANK || sum !== BANK) say(`${one.who} read of ${one.id} a total of ${total} and rows of ${sum}`);
  }
  for (const { id, fare, stops, deleted } of rest.voyages)
    if (!deleted && fare !== stops) say(`voyage ${id} has a fare of ${fare} and stops of ${stops}`);
}

/** (7) Record, case, to-dos, log, outbox and ledger say the same; no to-do is decided twice, none is left over. */
function flow(say: Say, { did, rest }: World): void {
  const cases = new Map(rest.cases.map((one) => [one.rowid, one]));
  const todos = by(rest.todos, (todo) => todo.rowid);
  for (const voyage of rest.voyages) {
    const at = cases.get(voyage.id);
    const live = (todos.get(voyage.id) ?? []).filter((todo) => LIVE.includes(todo.review_state));
    if (voyage.deleted && (live.length > 0 || at?.status === 0)) say(`voyage ${voyage.id} is deleted and somebody has it to do`);
    if (voyage.deleted) continue;
    if ((at?.state ?? 0) !== voyage.state) say(`voyage ${voyage.id} is in ${voyage.state}, its case in ${at?.state}`);
    if (live.some((todo) => todo.back_state !== voyage.state || todo.visit !== at?.visit)) say(`voyage ${voyage.id} has an orphan to-do`);
    if (at?.status === 0 && !live.some((todo) => DECIDES.includes(todo.review_state))) say(`voyage ${voyage.id} is with nobody`);
    const holders = live.filter((todo) => DECIDES.includes(todo.review_state)).map((todo) => todo.review_entity);
    if (String([...new Set(holders)].sort()) !== String([...voyage.reviewers].sort()))
      say(`voyage ${voyage.id} names other holders than its to-dos`);
    const entries = rest.arrivals.filter((one) => one.voyage === voyage.id);
    if (entries.length !== (voyage.state === 90 ? 1 : 0))
      say(`voyage ${voyage.id} in ${voyage.state} stands ${entries.length} times in the ledger`);
    if (entries.some((one) => one.fare !== voyage.fare)) say(`voyage ${voyage.id} stands in the ledger with another fare`);
  }
  for (const one of rest.cases)
    if (!rest.voyages.some((voyage) => voyage.id === one.rowid)) say(`a case of voyage ${one.rowid}, which is not there`);
  logged(say, rest);
  const decided = by(
    did.filter((one) => one.kind === 'Decide' && one.came === 'ok' && one.todo !== null),
    (one) => one.todo,
  );
  for (const [todo, all] of decided) if (all.length > 1) say(`to-do ${todo} was decided ${all.length} times`);
  for (const one of did.filter(({ kind, came }) => kind === 'Decide' && came === 'ok')) {
    if (one.todo === null) continue;
    const row = rest.todos.find((todo) => todo.id === one.todo);
    if (!row || !CLOSED_BY_VOTE.includes(row.review_state))
      say(`${named(one)} was acknowledged and its to-do is not decided: a signer is lost`);
  }
}

/** The log of each case is 1 to n, and every step of it told somebody, in its own transaction. */
function logged(say: Say, rest: Snapshot): void {
  const seqs = by(rest.log, (row) => row.rowid);
  const told = new Set(rest.outbox.map((row) => `${row.rowid} ${row.xmin}`));
  const known = new Set(rest.log.map((row) => `${row.rowid} ${row.xmin}`));
  for (const [rowid, rows] of seqs) {
    rows.forEach((row, at) => {
      if (row.seq !== at + 1) say(`the log of voyage ${rowid} has ${row.seq} in place ${at + 1}`);
    });
    const todos = rows.filter((row) => row.todo_id !== null && row.op !== 'Read').map((row) => row.todo_id);
    if (new Set(todos).size !== todos.length) say(`the log of voyage ${rowid} decides one to-do twice`);
  }
  for (const row of rest.log)
    if (!told.has(`${row.rowid} ${row.xmin}`)) say(`step ${row.seq} of voyage ${row.rowid} told nobody in its transaction`);
  for (const row of rest.outbox) if (!known.has(`${row.rowid} ${row.xmin}`)) say(`a message of voyage ${row.rowid} without its step`);
}

/** (8) A row has its file, whole; a record has its rows; what lies about belongs to an upload that was not acknowledged. */
function files(say: Say, { did, rest }: World): void {
  for (const { key, length, sha256 } of rest.files) {
    const there = rest.disk.get(key);
    if (there?.length !== length || there.sha256 !== sha256) say(`file ${key} is ${there ? 'another' : 'not there'}`);
  }
  for (const one of did) {
    if (one.kind !== 'Upload' || one.came !== 'ok') continue;
    if (rest.disk.get(one.file!.key!)?.sha256 !== one.file!.sha256) say(`${named(one)}: another file than was sent`);
  }
  const rows = new Map(rest.files.map((file) => [file.id, file]));
  for (const { id, paper } of rest.papers)
    for (const file of paper) if (rows.get(file)?.rowid !== id) say(`shipment ${id} names file ${file}, which is not its own`);
  for (const file of rest.files)
    if (file.rowid !== null && !rest.papers.some((one) => one.id === file.rowid))
      say(`file ${file.key} belongs to ${file.rowid}, which does not name it`);
}
