import { Refusal } from '#protocol/codes.ts';
import { namesOfRule } from '#protocol/rules/form/between.ts';
import { isGuarded } from '#server/access/giving/giving.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { type UniqueKey, uniqueKeys } from '#server/meta/unique.ts';
import { faultPoint } from '#server/ports/fault.ts';
import { inCompany, relation } from '#server/query/source.ts';
import { bound, compile, joined, sql } from '#server/query/sql.ts';
import { byIds, lockStanding, type Standing } from '../../row/stored.ts';
import type { Values } from '../../row/values.ts';
import { actorOf, type Work } from '../../row/work.ts';
import { begin, type Change, checkDraft, draftOf } from '../draft.ts';
import { isInForms } from '../parents.ts';
import { checkVersion } from '../stale.ts';
import { assigned, nameActor } from '../write.ts';

/** A record that stands, and what is to be written to it: of an undo what the record itself says. */
export type Sent = Change & { id: number };

/** What became of one record: why it was refused, or how it stood and which version it has. */
export type Outcome = { id: number } & ({ refused: Refusal } | { standing: Standing; version: number });

/**
 * Whether records of a table can be changed together, so that no record's change hangs on another's: none stands in the form of another, has a
 * case, rows or files of its own, or says who may do what, and what refers to another of its table says neither who sees it nor what is written.
 */
export function isTogether(work: Work, table: ResolvedTable, written: readonly string[]): boolean {
  const { def, variant } = table;
  const among = referringAmong(table);
  return (
    def.flow !== 1 &&
    table.subtables.length === 0 &&
    !isGuarded(table) &&
    !isInForms(work, table) &&
    [...table.fields.values()].every(({ storage }) => storage !== 'files') &&
    (among.length === 0 || (def.row_where === undefined && variant?.where === undefined)) &&
    !written.some((name) => among.includes(name))
  );
}

/** Fields that refer to a record of the same table: the place in its tree among them. */
const referringAmong = (table: ResolvedTable): string[] =>
  [...table.fields.values()].filter(({ source }) => source?.table === table.name).map(({ name }) => name);

/**
 * A Modify of each of these records, by the same steps as `saveRecord`: rights, whose turn, version, values, form and references are asked of
 * each and refuse it alone; what is asked of the database is asked once for all. Locks in the order of ids, writes what became of them in one
 * statement for equal values. Null where something hangs on what the records are among each other (a unique key, a tree); what the database itself refuses is
 * thrown, with a cause: then nothing is known of any, and each is to be saved by itself. What is not reached before `until` is not begun.
 */
export async function saveTogether(work: Work, table: ResolvedTable, changes: readonly Sent[], until: number): Promise<Outcome[] | null> {
  const ids = changes.map(({ id }) => id);
  const standing = new Map(
    (await lockStanding(work, table, byIds(ids), work.access.grant(table, 'Show'), ['Modify', 'Review'], ids.length)).map(
      (one) => [one.id, one] as const,
    ),
  );
  const reading: Work = { ...work, tx: askingOnce(work.tx) };
  const drafts: { one: Standing; changes: Values }[] = [];
  const done: Outcome[] = [];
  for (const [at, change] of changes.entries()) {
    if (at > 0 && performance.now() > until) break;
    const one = standing.get(change.id);
    try {
      if (!one) throw new Refusal(315);
      drafts.push({ one, changes: await drafted(reading, table, change, one) });
    } catch (error) {
      if (!(error instanceof Refusal) || error.cause !== undefined) throw error;
      done.push({ id: change.id, refused: error });
    }
  }
  const hanging = new Set([...referringAmong(table), ...uniqueKeys(table).flatMap(namesOfKey)]);
  if (drafts.some(({ changes: of }) => Object.keys(of).some((name) => hanging.has(name)))) return null;
  await faultPoint('save.planned');
  const versions = await written(work, table, drafts);
  return [...done, ...drafts.map(({ one }) => ({ id: one.id, standing: one, version: versions.get(one.id) ?? one.version }))];
}

const namesOfKey = ({ fields, where }: UniqueKey): string[] => [...fields, ...(where ? namesOfRule(where) : [])];

/** What would be written to one record: nothing where it has all of it. */
async function drafted(work: Work, table: ResolvedTable, change: Sent, standing: Standing): Promise<Values> {
  const options = { op: 'Modify' as const, access: work.access, standing };
  const begun = await begin(work, table, change, options);
  await checkVersion(work, table, standing, change.version);
  const draft = await draftOf(work, begun, change, options);
  await checkDraft(work, begun, draft, options);
  return draft.changes;
}

/** While drafts are made nothing is written: what one record asked of others, with the same values, the next one knows. */
function askingOnce(tx: Tx): Tx {
  const known = new Map<string, Promise<unknown[]>>();
  const query = <Row>(text: string, values?: readonly unknown[]): Promise<Row[]> => {
    const key = JSON.stringify([text, values]);
    const found = known.get(key) ?? tx.query(text, values);
    known.set(key, found);
    return found as Promise<Row[]>;
  };
  return { ...tx, query };
}

/** Writes equal changes by one statement; who and when as `updateRecord` says it. Answers the versions. */
async function written(
  work: Work,
  table: ResolvedTable,
  drafts: readonly { one: Standing; changes: Values }[],
): Promise<Map<number, number>> {
  const groups = new Map<string, { changes: Values; ids: number[] }>();
  for (const { one, changes } of drafts) {
    if (Object.keys(changes).length === 0) continue;
    const key = JSON.stringify(changes);
    const group = groups.get(key);
    if (group) group.ids.push(one.id);
    else groups.set(key, { changes, ids: [one.id] });
  }
  if (groups.size > 0) await nameActor(work, 'Modify');
  const versions = new Map<number, number>();
  for (const { changes, ids } of groups.values()) {
    const set = [
      ...assigned(table, changes),
      sql`modify_entity = ${bound(actorOf(work), 'bigint')}`,
      sql`modify_time = ${bound(work.now, 'timestamptz')}`,
      sql`version = version + 1`,
    ];
    const where = sql`${inCompany(table, 't')} and ${byIds(ids)}`;
    const statement = compile(
      sql`update ${relation(table)} t set ${joined(set, ', ')} where ${where} returning t.id, version`,
      work.access.asker,
    );
    for (const row of await work.tx.query<{ id: number; version: number }>(statement.text, statement.values))
      versions.set(row.id, row.version);
    await faultPoint('save.rows');
  }
  return versions;
}
