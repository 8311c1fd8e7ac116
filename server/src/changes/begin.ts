import { createHash } from 'node:crypto';
import { Refusal } from '#protocol/codes.ts';
import { fieldKind } from '#protocol/fields/fields.ts';
import type { changeOp } from '#protocol/ops/app.ts';
import type { RequestOf } from '#protocol/ops/op.ts';
import { CHANGE, MOST_OF_CHANGE } from '#protocol/wire/changes.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import type { Filters } from '#protocol/wire/filters.ts';
import { type Access, openAccess } from '#server/access/access.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import { parseValue } from '#server/meta/page/clean.ts';
import type { Session } from '#server/meta/session.ts';
import { readMatching } from '#server/records/find/matching.ts';
import { onceFor } from '#server/records/once/rid.ts';
import { demandNone } from '#server/records/save/parse.ts';
import { planSave } from '#server/records/save/save.ts';
import { demandFields, severalFields, severalGrant, versionsOf } from './demand.ts';

/** Changes of one person that have not come to their end, at most. */
const MOST_RUNNING = 3;
/** Records of the changes that one person begins within a day, at most. */
const MOST_IN_A_DAY = 20 * MOST_OF_CHANGE;
/** Values of a field that are named with how many records have each. */
const MOST_NAMED = 20;
const DAY = 86_400_000;
/** Letters of a text that stands in a field, as it is told. */
const MOST_LETTERS = 100;

interface Standing {
  filled: number;
  differ: number;
  values: { value: unknown; n: number }[];
}
interface Matching {
  matched: number;
  open: number;
  most: number;
  mark: string;
  fields: Record<string, Standing>;
}

/** What a change of all that match would meet, under the caller's own fence; more than `most` are counted as one more. */
export async function matching(house: House, session: Session, cloud: string, filters: Filters): Promise<Matching> {
  const access = await openAccess(house, session);
  const table = access.table(cloud);
  const names = severalFields(severalGrant(access, table)).map(({ name }) => name);
  const rows = await matched(house.db, access, table, filters, 'id');
  const open = rows.filter(canChange);
  const fields = await standingOf(
    house.db,
    access,
    table,
    open.map(({ id }) => id),
    names,
  );
  return { matched: rows.length, open: open.length, most: MOST_OF_CHANGE, mark: markOf(open), fields };
}

const matched = (tx: Tx, access: Access, table: ResolvedTable, filters: Filters, fields: string): Promise<WireRow[]> =>
  readMatching(tx, access, access.grant(table, 'Page'), { filters, fields, most: MOST_OF_CHANGE + 1 });

const canChange = ({ _actions }: WireRow): boolean => _actions?.some(({ op }) => op === 'Modify') === true;

/** Which records they are: as many others have another mark. */
function markOf(rows: readonly WireRow[]): string {
  const ids = rows.map(({ id }) => id).sort((one, other) => one - other);
  return createHash('sha256').update(ids.join()).digest('base64url');
}

/** Records whose values are read at once: texts of ten thousand would be a process's memory. */
const READ_AT_ONCE = 500;

/** What stands in the fields that may be changed: how often each value does, the most frequent first. */
async function standingOf(
  tx: Tx,
  access: Access,
  table: ResolvedTable,
  ids: readonly number[],
  names: readonly string[],
): Promise<Record<string, Standing>> {
  const counts = new Map(names.map((name) => [name, new Map<string, Standing['values'][number]>()]));
  for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
    const filters = { fields: { id: { op: 'in' as const, value: ids.slice(at, at + READ_AT_ONCE) } } };
    for (const row of await matched(tx, access, table, filters, ['id', ...names].join()))
      for (const name of names) count(counts.get(name)!, row[name]);
  }
  return Object.fromEntries([...counts].map(([name, of]) => [name, standing([...of.values()])]));
}

function count(counts: Map<string, Standing['values'][number]>, value: unknown): void {
  const key = JSON.stringify(isBlank(value) ? null : value);
  const short = key.length > MOST_LETTERS ? createHash('sha256').update(key).digest('base64url') : key;
  const known = counts.get(short);
  if (known) known.n += 1;
  else counts.set(short, cut({ value: isBlank(value) ? null : value, n: 1 }));
}

function standing(values: Standing['values']): Standing {
  const filled = values.filter(({ value }) => value !== null);
  const most = values.sort((one, other) => other.n - one.n).slice(0, MOST_NAMED);
  return { filled: filled.reduce((sum, { n }) => sum + n, 0), differ: filled.length, values: most };
}

const cut = ({ value, n }: Standing['values'][number]): Standing['values'][number] => ({
  value: typeof value === 'string' ? value.slice(0, MOST_LETTERS) : value,
  n,
});

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

type Request = RequestOf<typeof changeOp>;
type Target = readonly [id: number, version: number | undefined];

/** Begins a change of the records that were named, or of all that match and may be changed. Nothing is written to them before this is committed. */
export async function beginChange(house: House, session: Session, request: Request): Promise<{ data: { id: number } }> {
  const access = await openAccess(house, session);
  const table = access.table(request.cloud);
  const fields = asKept(table, demandFields(severalGrant(access, table), request.values));
  const now = house.clock.now();
  const once = { rid: request._rid, what: `Change ${table.cloud}`, body: request };
  return house.db.tx(async (tx) => {
    return (await onceFor(tx, session, once, now, async () => {
      const { targets, of } = request.id ? named(request) : await allOf(tx, access, table, request);
      if (targets.length === 0) throw new Refusal(314, '$changeNone');
      await demandReadable(tx, house, access, table, { id: targets[0]![0], fields });
      await demandRoom(tx, session);
      await demandQuiet(tx, session, now, targets.length);
      const id = await noteChange(tx, session, now, { source: table.cloud, fields, matched: of, total: targets.length });
      await tx.query(
        `insert into fw.change_row (company_id, change_id, rowid, version)
         select $1, $2, r.id, r.version from unnest($3::bigint[], $4::int[]) r (id, version)`,
        [session.company.id, id, targets.map(([row]) => row), targets.map(([, version]) => version ?? null)],
      );
      return { data: { id } };
    })) as { data: { id: number } };
  });
}

function named({ id, versions, filters }: Request): { targets: readonly Target[]; of: number } {
  if (filters) throw new Refusal(317, '', { field: 'filters' });
  const targets = [...versionsOf(id!, versions)];
  return { targets, of: targets.length };
}

async function allOf(
  tx: Tx,
  access: Access,
  table: ResolvedTable,
  { filters, mark }: Request,
): Promise<{ targets: readonly Target[]; of: number }> {
  if (!filters) throw new Refusal(314, '', { field: 'id' });
  const rows = await matched(tx, access, table, filters, 'id');
  if (rows.length > MOST_OF_CHANGE) throw new Refusal(341, '$changeMost', { limit: MOST_OF_CHANGE });
  const open = rows.filter(canChange);
  if (mark !== undefined && mark !== markOf(open)) throw new Refusal(311, '$changeCounted', { open: open.length });
  return { targets: open.map(({ id, version }) => [id, version]), of: rows.length };
}

/** As it is kept until the last record has it: what a value says, and no more of what was sent. */
function asKept(table: ResolvedTable, sent: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const parsed = Object.entries(sent).map(([name, input]) => ({
    field: table.fields.get(name)!,
    ...parseValue(table.fields.get(name)!, input),
  }));
  demandNone(parsed.flatMap(({ fault }) => fault ?? []));
  return Object.fromEntries(parsed.map(({ field, value }) => [field.name, fieldKind(field.def.data_type).encode(value ?? null)]));
}

const NOBODYS: ReadonlySet<number> = new Set([316, 317, 103, 331]);

/** What nobody could write is refused before anything begins: 316 and 317 of a value, asked of the first record. All else is each record's own. */
async function demandReadable(
  tx: Tx,
  house: House,
  access: Access,
  table: ResolvedTable,
  change: { id: number; fields: Readonly<Record<string, unknown>> },
): Promise<void> {
  try {
    await planSave(tx, house, access.session, table, change, { op: 'Modify', access });
  } catch (error) {
    if (!(error instanceof Refusal) || NOBODYS.has(error.code)) throw error;
  }
}

/** 341 for who has several under way. */
export async function demandRoom(tx: Tx, { company, user }: Session): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('fw.change ' || $1::bigint || ' ' || $2::bigint, 0))`, [
    company.id,
    user.id,
  ]);
  const [row] = await tx.query<{ running: number }>(
    `select count(*)::int as running from fw.change where company_id = $1 and user_id = $2 and status = ${CHANGE.running}`,
    [company.id, user.id],
  );
  if (row!.running >= MOST_RUNNING) throw new Refusal(341, '$changesRunning', { limit: MOST_RUNNING });
}

/** 341 for who has begun so much within a day that it would fill the disk: what became of each record lies for a week. */
async function demandQuiet(tx: Tx, { company, user }: Session, now: Date, more: number): Promise<void> {
  const [row] = await tx.query<{ total: number }>(
    'select coalesce(sum(total), 0)::int as total from fw.change where company_id = $1 and user_id = $2 and of_change is null and created > $3',
    [company.id, user.id, new Date(now.getTime() - DAY)],
  );
  if (row!.total + more > MOST_IN_A_DAY) throw new Refusal(341, '$changesDay', { limit: MOST_IN_A_DAY });
}

interface Noted {
  source: string;
  fields: Readonly<Record<string, unknown>>;
  matched: number;
  total: number;
  of?: number;
}

export async function noteChange(tx: Tx, { company, user, domain, sid, locale }: Session, now: Date, change: Noted): Promise<number> {
  const [made] = await tx.query<{ id: number }>(
    `insert into fw.change (company_id, user_id, sid, epoch, domain_id, locale, created, until, turn, source, fields, matched, total, of_change)
     select $1, $2, $3, k.epoch, $4, $5, $6, $7, $6, $8, $9::jsonb, $10, $11, $12
     from fw.credential k where k.company_id = $1 and k.user_id = $2 returning id`,
    [
      ...[company.id, user.id, sid, domain.id, locale, now, new Date(now.getTime() + DAY)],
      ...[change.source, JSON.stringify(change.fields), change.matched, change.total, change.of ?? null],
    ],
  );
  if (!made) throw new Refusal(401);
  await tx.query(`select pg_notify('fw_change', '')`);
  return made.id;
}

/** Ends one's change: what is just being saved comes to its end. Of one that has ended already nothing changes. */
export async function stopChange(house: House, { company, user }: Session, id: number): Promise<void> {
  const found = await house.db.query(
    `update fw.change set status = case when status = ${CHANGE.running} then ${CHANGE.stopped} else status end,
       ended = coalesce(ended, $4) where company_id = $1 and user_id = $2 and id = $3 returning 1`,
    [company.id, user.id, id, house.clock.now()],
  );
  if (found.length === 0) throw new Refusal(315);
}
