import { Refusal } from '#protocol/codes.ts';
import type { SubtableDef, TableDef } from '#protocol/meta/table.ts';
import { formState, inStates, isFirst } from '#protocol/rules/states.ts';
import type { Attachment } from '#protocol/wire/attachment.ts';
import type { Reply } from '#protocol/wire/envelope.ts';
import type { Access, Grant } from '#server/access/access.ts';
import type { ResolvedField } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import { ASKER } from '#server/query/asker.ts';
import { relation } from '#server/query/source.ts';
import { and, bound, column, compile, FALSE, joined, or, type Sql, sql, TRUE } from '#server/query/sql.ts';
import { ATTACHS, fileValue, type StoredFile } from '../../files/files.ts';
import { places } from '../../files/places.ts';
import { gateBelow } from '../../row/below.ts';
import { namedBy, namesOf } from '../../row/names.ts';
import { byId } from '../../row/stored.ts';
import { standsIn } from '../../row/subtable.ts';

export interface AttachmentsAsk {
  id: number;
  /** only what was attached to what was said at this step */
  review_state?: number | undefined;
  page: number;
  rows: number;
}

interface Found extends Pick<StoredFile, 'id' | 'key_name' | 'file_name' | 'length' | 'field' | 'source' | 'create_entity'> {
  create_time: string;
  step: number | null;
  /** it is of a row that goes with the record */
  below: boolean;
  /** the how-manieth sub-table of the record its row stands in; null: in none, or it is of the record itself */
  nth: number | null;
  total: number;
}

/**
 * The files of a record that the caller may open (FILE-03), the last first: of its fields as it stands, of the rows that go with it, of what
 * was said of it. Fields and rows that its form does not draw keep theirs. 315 where he may not open it. None of a table without `attach`.
 */
export async function attachmentsOf(house: House, access: Access, grant: Grant, ask: AttachmentsAsk): Promise<Reply> {
  const { table } = grant;
  const state = await stateOf(house, access, grant, ask.id);
  if (table.def.attach !== 1) return { rows: [], total: 0, total_kind: 'exact' };
  const parts = partsOf(access, grant, ask.id, state);
  const found = parts.length > 0 ? await read(house, access, parts, ask) : [];
  const names = await namesOf(
    house.db,
    access,
    'user',
    found.map(({ create_entity }) => create_entity),
  );
  const rows = found.map((file): Attachment & Record<string, unknown> => ({
    ...fileValue(house, access.session, file),
    place: placeOf(access, table.def, file),
    review_state: file.step === null ? null : { id: file.step, ...labelled(stepOf(table.def, file.step)) },
    create_entity: namedBy(names, file.create_entity),
    create_time: file.create_time,
  }));
  return { rows, total: found[0]?.total ?? 0, total_kind: 'exact' };
}

async function stateOf(house: House, access: Access, { table, rows }: Grant, id: number): Promise<number> {
  const state = table.def.flow === 1 ? sql`t.review_state` : sql`1`;
  const { text, values } = compile(sql`select ${state} as state from ${relation(table)} t where ${and(byId(id), rows('t'))}`, access.asker);
  const [row] = await house.db.query<{ state: number | null }>(text, values);
  if (!row) throw new Refusal(315);
  return row.state ?? 1;
}

/** Files of the record, and of the rows of each sub-table that goes with it, through its own gate. */
function partsOf(access: Access, grant: Grant, id: number, state: number): Sql[] {
  const { subtables } = grant.table;
  const isDrawn = (sub: SubtableDef) => sub.hidden !== 1 && sub.inherit !== 0 && inStates(sub.view_state, state);
  const below = subtables.flatMap((sub, nth) => {
    const gate = isDrawn(sub) ? gateBelow(access, grant, sub) : null;
    if (!gate) return [];
    const mine = sql`${column('t', sub.parent_field)} = ${bound(id, 'bigint')} and t.deleted_time is null`;
    const stands = standsIn(gate.table, sub, 't');
    // a row beside what its sub-table shows goes with the record all the same, but for those of a twin that is not drawn
    const twins = subtables.filter((one) => one.table_name === sub.table_name && one.parent_field === sub.parent_field && !isDrawn(one));
    const elsewhere = or(...twins.map((one) => standsIn(gate.table, one, 't')));
    const which = twins.length > 0 ? and(mine, or(stands, sql`(${elsewhere}) is not true`)) : mine;
    return partOf(gate, which, sql`case when ${stands} then ${bound(nth, 'bigint')} end`);
  });
  return [...partOf(grant, byId(id)), ...below];
}

/** What some form draws: where it is shown by its own state and values the gate knows. */
const drawn = ({ def }: ResolvedField): boolean => def.hidden !== 1;

/** `stands`: the how-manieth sub-table of the record its row stands in; absent: it is the record itself. */
function partOf(gate: Grant, which: Sql, stands?: Sql): Sql[] {
  const { table } = gate;
  const where = places(gate, drawn);
  if (where.length === 0 || table.def.storage === 'view') return [];
  const kept = sql`f.company_id = ${ASKER.company} and f.source = ${bound(table.name, 'text')} and f.rowid = t.id`;
  const rows = and(which, gate.rows('t'), kept, or(...where));
  return [
    sql`select f.id, ${stands ?? sql`null::bigint`} as nth, ${stands ? TRUE : FALSE} as below from fw.file f, ${relation(table)} t where ${rows}`,
  ];
}

/** The step at which it was attached to what was said: that of the first to-do which names it. */
const STEP = sql`(select w.back_state from fw.flow_todo w
  where w.company_id = f.company_id and w.source = f.source and w.rowid = f.rowid and f.key_name = any(string_to_array(w.attachs, ','))
  order by w.id limit 1)`;

async function read(house: House, access: Access, parts: readonly Sql[], ask: AttachmentsAsk): Promise<Found[]> {
  const { review_state, page, rows } = ask;
  const at = sql`to_char(f.create_time at time zone ${ASKER.zone}, 'YYYY-MM-DD HH24:MI:SS')`;
  const step = sql`case when f.field = ${bound(ATTACHS, 'text')} then ${STEP} end`;
  const files = sql`select f.id, f.key_name, f.file_name, f.length, f.field, f.source, f.create_entity, ${at} as create_time, ${step} as step, p.nth, p.below
    from fw.file f join (select p.id, max(p.nth) as nth, bool_or(p.below) as below from (${joined(parts, ' union all ')}) p group by p.id) p on p.id = f.id
    where f.company_id = ${ASKER.company}`;
  const { text, values } = compile(
    sql`select b.*, (count(*) over ())::int as total from (${files}) b where ${atStep(review_state)}
      order by b.id desc limit ${bound(rows, 'bigint')} offset ${bound((page - 1) * rows, 'bigint')}`,
    access.asker,
  );
  return house.db.query<Found>(text, values);
}

function atStep(review_state: number | undefined): Sql {
  if (review_state === undefined) return TRUE;
  return isFirst(review_state) ? sql`b.step in (0, 1)` : sql`b.step = ${bound(review_state, 'bigint')}`;
}

/** Where it stands, as people call it: its field, the sub-table that its row is of, or that it was said. */
function placeOf(access: Access, def: TableDef, { field, source, below, nth }: Found): Attachment['place'] {
  if (below) {
    const sub = nth === null ? undefined : def.subtables?.[nth];
    return { field: field === ATTACHS ? null : field, sub: source, ...labelled(sub?.key_name ? sub : access.table(source).def) };
  }
  const own = def.fields.find(({ field_name }) => field_name === field);
  return { field: own ? field : null, ...labelled(own) };
}

type Named = { key_name?: string | undefined; key_name_en?: string | undefined };

const stepOf = (def: TableDef, step: number): Named | undefined =>
  def.states.find(({ value }) => value !== '*' && Number(value) === formState(step));

const labelled = (of: Named | undefined): { key_name: string; key_name_en?: string } => ({
  key_name: of?.key_name ?? '',
  ...(of?.key_name_en ? { key_name_en: of.key_name_en } : {}),
});
