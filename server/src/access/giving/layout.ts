import { Refusal } from '#protocol/codes.ts';
import { COMPANY, TEAM } from '#protocol/rules/view.ts';
import { readLayout } from '#protocol/wire/layout.ts';
import { listUid, type ResolvedTable } from '#server/meta/catalogue.ts';
import { type Guard, onField, type Writing } from './guard.ts';
import { demandLaid, sourceOf } from './laid.ts';
import { demandTold, demandView, type Kept } from './view.ts';

/**
 * Saves of layouts (docs/decisions/230) and of views (233): each his own, an administrator his company's, a department its own views; of fields that
 * the writer sees. Of layouts one a list (`listUid`), with one of the fields in the list at least. What stands never becomes another table's or
 * another range's, nor a layout a view.
 */
export const guardLayout: Guard = async (writing) => {
  const { access, act, id, changes } = writing;
  const stands = await standing(writing);
  const kept: Kept = { ...NOTHING, ...stands, ...(changes as Partial<Kept>) };
  const range = Number(kept.range);
  if (range === COMPANY && !access.session.root) throw refusedCompany(writing, stands);
  if (stands && isMoved(stands, kept)) throw new Refusal(312, '$layoutMoved');
  if (range === TEAM && !kept.key_name) throw onField(writing, 305, 'viewName', 'key_name');
  if (kept.key_name) return demandView(writing, stands, kept);
  if (act === 'Delete') return;
  const table = sourceOf(writing, kept.source);
  if (act === 'Add' || act === 'Restore') await demandOnly(writing, table, range, id);
  const content = readLayout(kept.content);
  if (!content) throw onField(writing, 317, 'layoutContent', 'content');
  demandLaid(writing, table, content);
};

/** Of a department's views people have what they are told; of others' rows nothing. */
export const knowsLayout: Guard = async (writing) => {
  const { user, root } = writing.access.session;
  const stands = await standing(writing);
  if (!stands || root || stands.create_entity === user.id) return;
  if (stands.range !== TEAM) throw new Refusal(315);
  await demandTold(writing, stands);
};

async function standing({ tx, access, id }: Writing): Promise<Kept | undefined> {
  const [stands] = id === null ? [] : await tx.query<Kept>(STANDS, [access.session.company.id, id]);
  return stands;
}

const NOTHING: Kept = {
  ...{ source: '', range: 0, content: '', key_name: null, locked: 0, is_default: 0 },
  create_entity: null,
  create_department: null,
};

/** Of the company's rows people of a department know nothing, also where their right to change its views reaches them. */
function refusedCompany({ access }: Writing, stands: Kept | undefined): Refusal {
  return stands && stands.create_entity !== access.session.user.id ? new Refusal(315) : new Refusal(312, '$layoutCompany');
}

const isMoved = (stands: Kept, kept: Kept): boolean =>
  kept.source !== stands.source || Number(kept.range) !== stands.range || !kept.key_name !== !stands.key_name;

/** Who lays out a list does so one after the other: of two windows at once the second finds the first one's row. */
async function demandOnly(writing: Writing, table: ResolvedTable, range: number, id: number | null): Promise<void> {
  const { tx, access } = writing;
  const { company, user } = access.session;
  const list = listUid(table);
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('layout ' || $1 || ' ' || $2, 0))`, [
    String(company.id),
    range === 1 ? list : `${list} ${user.id}`,
  ]);
  const [other] = await tx.query(OTHER, [company.id, id, list, range, user.id]);
  if (other) throw onField(writing, 310, 'layoutTwice', 'source');
}

const STANDS = `select d."source", d."range"::int as "range", d."content", d."key_name", d."locked"::int as "locked", d."is_default"::int as "is_default",
  d.create_entity, d.create_department
from app."define" d where d.company_id = $1 and d.id = $2`;

const OTHER = `select 1 from app."define" d where d.company_id = $1 and d.id is distinct from $2::bigint and d."source" = $3 and d."range" = $4
  and coalesce(d."key_name", '') = '' and ($4 = 1 or d.create_entity = $5) and d.deleted_time is null limit 1`;
