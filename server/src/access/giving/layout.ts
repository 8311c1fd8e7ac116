import { Refusal } from '#protocol/codes.ts';
import { showsAny, stateUid } from '#protocol/rules/layout.ts';
import { MOST_LAID, readLayout } from '#protocol/wire/layout.ts';
import { type Catalogue, listUid, type ResolvedTable } from '#server/meta/catalogue.ts';
import { type Guard, onField, type Writing } from './guard.ts';

/** A row of `define` as it stands. */
interface Stands {
  source: string;
  range: number;
  content: string;
}

/**
 * Saves of layouts (docs/decisions/230): each his own, an administrator his company's; one a list (`listUid`); of fields that the writer sees, and at least
 * one of them in the list. What stands never becomes another table's or another range's.
 */
export const guardLayout: Guard = async (writing) => {
  const { tx, access, act, id, changes } = writing;
  const company = access.session.company.id;
  const [stands] = id === null ? [] : await tx.query<Stands>(STANDS, [company, id]);
  const { source, range, content }: Stands = {
    ...{ source: '', range: 0, content: '' },
    ...stands,
    ...(changes as Partial<Stands>),
  };
  if (Number(range) === 1 && !access.session.root) throw new Refusal(312, '$layoutCompany');
  if (stands && (source !== stands.source || Number(range) !== stands.range)) throw new Refusal(312, '$layoutMoved');
  if (act === 'Delete') return;
  const table = sourceOf(writing, String(source));
  if (act === 'Add' || act === 'Restore') await demandOnly(writing, table, Number(range), id);
  demandContent(writing, table, String(content));
};

/** The table or variant of a uid, where the writer may list it: unknown reads like forbidden. */
function sourceOf(writing: Writing, uid: string): ResolvedTable {
  const { catalogue } = writing.access;
  const table = catalogue.tableOf(uid) ?? variantOf(catalogue, uid);
  if (!table || !writing.access.rules.grant(table, 'LoadTable')) throw onField(writing, 312, 'layoutSource', 'source');
  return table;
}

function variantOf(catalogue: Catalogue, uid: string): ResolvedTable | undefined {
  const named = catalogue.tables().flatMap(({ def }) => (def.variants ?? []).map((variant) => ({ def, variant })));
  const found = named.find(({ variant }) => variant.uid === uid);
  return found && catalogue.table(`${found.def.table_name}[${found.variant.name}]`);
}

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

function demandContent(writing: Writing, table: ResolvedTable, text: string): void {
  const content = readLayout(text);
  if (!content) throw onField(writing, 317, 'layoutContent', 'content');
  if (Object.keys(content).length > MOST_LAID) throw onField(writing, 341, 'layoutMany', 'content', { most: MOST_LAID });
  const fields = seenBy(writing, table);
  const known = new Set([...fields.map(({ uid }) => uid), ...table.subtables.map(({ uid }) => uid), stateUid(table.def)]);
  if (Object.keys(content).some((uid) => !known.has(uid))) throw onField(writing, 317, 'layoutField', 'content');
  if (!showsAny({ fields }, content)) throw onField(writing, 305, 'layoutEmpty', 'content');
}

/** The definition's fields as far as the list has them and the writer sees them. */
function seenBy({ access }: Writing, table: ResolvedTable) {
  const grant = access.grant(table, 'LoadTable');
  return table.def.fields.filter(({ field_name }) => table.fields.has(field_name) && grant.sees(field_name, 't') !== false);
}

const STANDS = `select d."source", d."range"::int as "range", d."content" from app."define" d
where d.company_id = $1 and d.id = $2`;

const OTHER = `select 1 from app."define" d where d.company_id = $1 and d.id is distinct from $2::bigint and d."source" = $3 and d."range" = $4
  and ($4 = 1 or d.create_entity = $5) and d.deleted_time is null limit 1`;
