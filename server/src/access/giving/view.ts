import { Refusal } from '#protocol/codes.ts';
import { levelOf, levelsOf } from '#protocol/meta/grouping.ts';
import { levelBy, MOST_VIEWS, namesByUid, OWN, TEAM, withUnseen } from '#protocol/rules/view.ts';
import { readView, type ViewContent } from '#protocol/wire/view.ts';
import { listUid, type ResolvedTable } from '#server/meta/catalogue.ts';
import { compileFilters } from '#server/query/filters.ts';
import { createNames } from '#server/query/names.ts';
import { namesSeen } from '../names-seen.ts';
import { onField, type Writing } from './guard.ts';
import { demandLaid, listedBy, seenBy, sourceOf } from './laid.ts';
import { type Told, toldOf } from './told.ts';

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

interface Other {
  id: number;
  name: string;
  range: number;
  content: string;
  is_default: number | null;
  create_entity: number | null;
}

/** Letters of `content`, as its definition says. */
const LONGEST = 40_000;

/** What others than its maker and administrators change of a department's view. */
const COLLEAGUES = ['key_name', 'content'];

/**
 * Saves of views (docs/decisions/233). Those of a department its people change as long as nobody locked them; of one list and those whom they are
 * for no two have the same name, one is the default, and there are 30 at most, as far as the writer is told of them; they go by nothing that he
 * does not see, and what others have in them of that stays.
 */
export async function demandView(writing: Writing, stands: Kept | undefined, kept: Kept): Promise<void> {
  const { act, changes } = writing;
  if (Number(kept.range) === TEAM) await demandTeam(writing, stands);
  if (act === 'Delete') return;
  const table = sourceOf(writing, kept.source);
  if (act !== 'Modify' || 'key_name' in changes || 'is_default' in changes) await demandPlace(writing, table, kept);
  if (act === 'Add' || 'content' in changes) demandSaid(writing, table, kept.content);
  if (stands && stands.range !== OWN && 'content' in changes) keepUnseen(writing, table, stands.content, kept.content);
}

/** Who is not told of a department's view cannot find it by its number either. */
export async function demandTold(writing: Writing, stands: Kept): Promise<void> {
  const { tx, access } = writing;
  const table = stands.create_department === access.session.department?.id ? listedBy(writing, stands.source) : undefined;
  const told = table && (await toldOf(tx, access, table, knownBy(writing, table), [stands]));
  if (!told?.length) throw new Refusal(315);
}

/** The definition as far as the writer sees it. */
const knownBy = (writing: Writing, table: ResolvedTable) => ({ ...table.def, fields: seenBy(writing, table) });

async function demandTeam(writing: Writing, stands: Kept | undefined): Promise<void> {
  const { access, changes } = writing;
  const { user, department, root } = access.session;
  if (!stands && !department) throw onField(writing, 312, 'viewTeam', 'range');
  if (!stands || root || stands.create_entity === user.id) return;
  await demandTold(writing, stands);
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
  const rows = await tx.query<Other>(OTHERS, [company.id, id, list, range, user.id, team]);
  const others = await toldOf(tx, access, table, knownBy(writing, table), rows);
  if (act !== 'Modify' && others.length >= MOST_VIEWS) throw onField(writing, 341, 'viewMany', 'key_name', { most: MOST_VIEWS });
  const name = lettersOf(kept.key_name ?? '');
  if (others.some(({ row }) => lettersOf(row.name) === name)) throw onField(writing, 310, 'viewTwice', 'key_name');
  if (Number(kept.is_default) === 1)
    await takeDefault(
      writing,
      others.filter(({ row }) => row.is_default === 1),
    );
}

/** The default of before, where it is the writer's to set, is none from now on; another's is named. */
async function takeDefault(writing: Writing, before: readonly Told<Other>[]): Promise<void> {
  if (before.length === 0) return;
  const { tx, access } = writing;
  const { company, user } = access.session;
  const theirs = before.find(({ owns }) => !owns)?.row;
  if (theirs) {
    const [keeper] = await namesSeen(tx, access, 'user', [theirs.create_entity]);
    const name = keeper?.key_name ?? '?';
    const who = { zh_CN: name, en_US: keeper?.key_name_en || name };
    throw onField(writing, 310, 'viewDefault', 'is_default', { view: theirs.name, who });
  }
  const ids = before.map(({ row }) => row.id);
  await tx.query(NAMED, [String(user.id)]);
  await tx.query(NO_DEFAULT, [company.id, ids, user.id, access.asker.now]);
}

/** What a shared view says of fields that its writer does not see, and that are there, is not his to take away. */
function keepUnseen(writing: Writing, table: ResolvedTable, before: string, text: string): void {
  const [stood, said] = [readView(before), readView(text)];
  if (!stood || !said) return;
  const seen = new Set(seenBy(writing, table).map(({ uid }) => uid));
  const unseen = new Set([...table.fields.values()].map(({ def }) => def.uid).filter((uid) => !seen.has(uid)));
  const content = JSON.stringify(withUnseen((uid) => unseen.has(uid), stood, said));
  if (content.length > LONGEST) throw onField(writing, 317, 'viewContent', 'content');
  writing.beside.content = content;
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

/** Who closes the version of before, where the save has not said it yet. */
const NAMED = `select set_config('fw.actor', coalesce(nullif(current_setting('fw.actor', true), ''), $1), true),
  set_config('fw.op', coalesce(nullif(current_setting('fw.op', true), ''), 'Modify'), true)`;

const NO_DEFAULT = `update app."define" set "is_default" = 0, modify_entity = $3, modify_time = $4, version = version + 1
where company_id = $1 and id = any($2::bigint[])`;

const OTHERS = `select d.id, d."key_name" as name, d."range"::int as "range", d."content", d."is_default"::int as is_default, d.create_entity
from app."define" d
where d.company_id = $1 and d.id is distinct from $2::bigint and d."source" = $3 and d."range" = $4 and d."key_name" <> '' and d.deleted_time is null
  and ($4 = 1 or ($4 = 0 and d.create_entity = $5) or ($4 = 2 and d.create_department = $6))`;
