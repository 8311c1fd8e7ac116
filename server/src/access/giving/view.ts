import { Refusal } from '#protocol/codes.ts';
import { levelOf, levelsOf } from '#protocol/meta/grouping.ts';
import { levelBy, MOST_VIEWS, namesByUid, OWN, TEAM } from '#protocol/rules/view.ts';
import { readView, type ViewContent } from '#protocol/wire/view.ts';
import { listUid, type ResolvedTable } from '#server/meta/catalogue.ts';
import { compileFilters } from '#server/query/filters.ts';
import { createNames } from '#server/query/names.ts';
import { onField, type Writing } from './guard.ts';
import { demandLaid, seenBy } from './laid.ts';

/** A row of `define` as it stands, or as it would. */
export interface Kept {
  source: string;
  range: number;
  content: string;
  key_name: string | null;
  locked: number;
  is_default: number;
  create_entity: number | null;
  create_department: number | null;
}

/** What others than its maker and administrators change of a department's view. */
const COLLEAGUES = ['key_name', 'content'];

/**
 * Saves of views (docs/decisions/233). Those of a department its people change as long as nobody locked them; of one list and those whom they are
 * for no two have the same name, one is the default, and there are 30 at most; they go by nothing that the writer does not see.
 */
export async function demandView(writing: Writing, stands: Kept | undefined, kept: Kept, sourceOf: () => ResolvedTable): Promise<void> {
  const { act, changes } = writing;
  if (Number(kept.range) === TEAM) demandTeam(writing, stands);
  if (act === 'Delete') return;
  const table = sourceOf();
  if (act !== 'Modify' || 'key_name' in changes || 'is_default' in changes) await demandPlace(writing, table, kept);
  if (act === 'Add' || 'content' in changes) demandSaid(writing, table, kept.content);
}

function demandTeam(writing: Writing, stands: Kept | undefined): void {
  const { access, changes } = writing;
  const { user, department, root } = access.session;
  if (!stands && !department) throw onField(writing, 312, 'viewTeam', 'range');
  if (!stands || root || stands.create_entity === user.id) return;
  if (stands.create_department !== department?.id) throw new Refusal(315);
  if (stands.locked === 1) throw new Refusal(312, '$viewLocked');
  if (Object.keys(changes).some((name) => !COLLEAGUES.includes(name))) throw new Refusal(312, '$viewKeeper');
}

/** One after the other, as layouts are: its name, its place as the default, and that there is room. */
async function demandPlace(writing: Writing, table: ResolvedTable, kept: Kept): Promise<void> {
  const { tx, access, act, id } = writing;
  const { company, user, department } = access.session;
  const [list, range] = [listUid(table), Number(kept.range)];
  const team = id === null ? (department?.id ?? null) : kept.create_department;
  const whose = range === OWN ? `own ${user.id}` : range === TEAM ? `team ${team}` : 'all';
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('view ' || $1 || ' ' || $2 || ' ' || $3, 0))`, [
    String(company.id),
    list,
    whose,
  ]);
  const others = await tx.query<{ name: string; is_default: number | null }>(OTHERS, [company.id, id, list, range, user.id, team]);
  if (act !== 'Modify' && others.length >= MOST_VIEWS) throw onField(writing, 341, 'viewMany', 'key_name', { most: MOST_VIEWS });
  const name = lettersOf(kept.key_name ?? '');
  if (others.some((other) => lettersOf(other.name) === name)) throw onField(writing, 310, 'viewTwice', 'key_name');
  if (Number(kept.is_default) === 1 && others.some((other) => other.is_default === 1))
    throw onField(writing, 310, 'viewDefault', 'is_default');
}

/** Names that read alike are one. */
const lettersOf = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

function demandSaid(writing: Writing, table: ResolvedTable, text: string): void {
  const content = readView(text);
  if (!content) throw onField(writing, 317, 'viewContent', 'content');
  if (content.columns) demandLaid(writing, table, content.columns);
  demandAsked(writing, table, content);
}

/** Order, filters and groups are asked as a list would be: what that refuses no view keeps. */
function demandAsked(writing: Writing, table: ResolvedTable, { sort = [], filters = {}, groups = [] }: ViewContent): void {
  const { access } = writing;
  const known = namesByUid({ ...table.def, fields: seenBy(writing, table) });
  const uids = [...sort.map(([uid]) => uid), ...Object.keys(filters)];
  const levels = groups.flatMap((level) => levelBy(level, (uid) => known.get(uid)));
  if (levels.length < groups.length || uids.some((uid) => !known.has(uid))) throw onField(writing, 317, 'layoutField', 'content');
  const fields = [...table.fields.values()].map(({ def }) => def);
  if (levelsOf(fields, levels).length < groups.length) throw onField(writing, 317, 'viewContent', 'content');
  const grant = access.rules.grant(table, 'List');
  if (!grant) throw onField(writing, 312, 'layoutSource', 'source');
  const names = createNames(access.reader, grant);
  const asked = Object.fromEntries(Object.entries(filters).map(([uid, filter]) => [known.get(uid) ?? '', filter]));
  try {
    compileFilters({ fields: asked }, names, { catalogue: access.catalogue, reader: access.reader });
    for (const name of [...sort.map(([uid]) => known.get(uid) ?? ''), ...levels.map((level) => levelOf(level)!.name)]) names.value(name);
  } catch (error) {
    throw error instanceof Refusal && error.code === 317 ? onField(writing, 317, 'viewContent', 'content') : error;
  }
}

const OTHERS = `select d."key_name" as name, d."is_default"::int as is_default from app."define" d
where d.company_id = $1 and d.id is distinct from $2::bigint and d."source" = $3 and d."range" = $4 and d."key_name" <> '' and d.deleted_time is null
  and ($4 = 1 or ($4 = 0 and d.create_entity = $5) or ($4 = 2 and d.create_department = $6))`;
