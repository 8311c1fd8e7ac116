import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#server/db/db.ts';
import type { Catalogue } from '../catalogue.ts';
import { type MenuEntry, type ModuleEntry, menusOf, modulesOf } from './entry.ts';
import { mergeMenus } from './merge.ts';

/** Who stands where: rows by what they are known by. */
type Ids = Map<string, number>;
type Kept<Row> = Row & { id: number };

/**
 * Brings the modules and menus of a company to what the suites say of them, where nobody changed them here. `tell` hears what stays though a suite
 * says something new.
 */
export async function loadMenus(tx: Tx, { suites, tableOf }: Catalogue, company: number, tell: (line: string) => void): Promise<void> {
  if (!tableOf('sys.modules') || !tableOf('sys.menu')) return;
  const [modules, menus] = [await readModules(tx, company), await readMenus(tx, company)];
  const said = await readSaid(tx, company);
  const three = {
    modules: { said: said.modules, here: modules.map(bare), wanted: modulesOf(suites) },
    menus: { said: said.menus, here: menus.map(bare), wanted: menusOf(suites) },
  };
  const merged = mergeMenus(three, (line) => tell(`${line} in company ${company}`));
  const ids = idsOf(modules);
  await writeModules(tx, company, changed(merged.modules, three.modules.here), ids);
  await writeMenus(tx, company, changed(merged.menus, three.menus.here), { modules: ids, menus: idsOf(menus) });
  await writeSaid(tx, company, 'module', changed(merged.said.modules, said.modules));
  await writeSaid(tx, company, 'menu', changed(merged.said.menus, said.menus));
}

const bare = <Row extends object>({ id: _, ...row }: Kept<Row>): Row => row as unknown as Row;
const idsOf = (rows: readonly Kept<{ uid: string }>[]): Ids => new Map(rows.map(({ uid, id }) => [uid, id]));

function changed<Row extends { uid: string }>(now: readonly Row[], before: readonly Row[]): Row[] {
  const known = new Map(before.map((row) => [row.uid, row]));
  return now.filter((row) => !isDeepStrictEqual(row, known.get(row.uid)));
}

const readModules = (tx: Tx, company: number): Promise<Kept<ModuleEntry>[]> =>
  tx.query(
    `select m.id, coalesce(m.uid, 'own.' || m.id) as uid, m.code, m.flag, coalesce(m.suite, '') as suite, m.key_name, m.name_en, m.icon,
       m.remark, m.remark_en, m.ordinal, m.hidden
     from app."module" m where m.company_id = $1 and m.deleted_time is null order by m.id`,
    [company],
  );

const readMenus = (tx: Tx, company: number): Promise<Kept<MenuEntry>[]> =>
  tx.query(
    `select n.id, coalesce(n.uid, 'own.' || n.id) as uid, coalesce(n.suite, '') as suite, coalesce(m.uid, 'own.' || m.id) as module,
       case when p.id is null then null else coalesce(p.uid, 'own.' || p.id) end as parent, n.type, n.key_name, n.name_en, n.icon, n.target,
       n.target_op, n.address, n.params, n.ordinal, n.hidden
     from app."menu" n join app."module" m on m.company_id = n.company_id and m.id = n.module_entity
       left join app."menu" p on p.company_id = n.company_id and p.id = n.parent_entity
     where n.company_id = $1 and n.deleted_time is null order by n.id`,
    [company],
  );

async function readSaid(tx: Tx, company: number): Promise<{ modules: ModuleEntry[]; menus: MenuEntry[] }> {
  const rows = await tx.query<{ kind: string; said: unknown }>('select kind, said from fw.menu_said where company_id = $1 order by uid', [
    company,
  ]);
  const of = <Row>(kind: string) => rows.filter((row) => row.kind === kind).map(({ said }) => said as Row);
  return { modules: of<ModuleEntry>('module'), menus: of<MenuEntry>('menu') };
}

const MODULE = `id bigint, uid text, code text, flag text, suite text, key_name text, name_en text, icon bigint, remark text, remark_en text,
  ordinal bigint, hidden bigint`;

/** Those that are new get their ids here. */
async function writeModules(tx: Tx, company: number, rows: readonly ModuleEntry[], ids: Ids): Promise<void> {
  if (rows.length === 0) return;
  const given = JSON.stringify(rows.map((row) => ({ ...row, id: ids.get(row.uid) ?? null })));
  await tx.query(
    `update app."module" m set code = r.code, flag = r.flag, suite = r.suite, key_name = r.key_name, name_en = r.name_en, icon = r.icon,
       remark = r.remark, remark_en = r.remark_en, ordinal = r.ordinal, hidden = r.hidden, version = m.version + 1, modify_entity = null,
       modify_time = now()
     from jsonb_to_recordset($2::jsonb) as r (${MODULE}) where m.company_id = $1 and m.id = r.id`,
    [company, given],
  );
  const made = await tx.query<{ id: number; uid: string }>(
    `insert into app."module" (company_id, uid, code, flag, suite, key_name, name_en, icon, remark, remark_en, ordinal, hidden)
     select $1, r.uid, r.code, r.flag, r.suite, r.key_name, r.name_en, r.icon, r.remark, r.remark_en, r.ordinal, r.hidden
     from jsonb_to_recordset($2::jsonb) as r (${MODULE}) where r.id is null returning id, uid`,
    [company, given],
  );
  for (const { id, uid } of made) ids.set(uid, id);
}

const MENU = `id bigint, uid text, suite text, module bigint, type bigint, key_name text, name_en text, icon bigint, target text, target_op bigint,
  address text, params text, ordinal bigint, hidden bigint`;

/** New entries first, each of them at the top: a directory may come with what it holds. */
async function writeMenus(tx: Tx, company: number, rows: readonly MenuEntry[], ids: { modules: Ids; menus: Ids }): Promise<void> {
  if (rows.length === 0) return;
  const given = JSON.stringify(rows.map((row) => ({ ...row, id: ids.menus.get(row.uid) ?? null, module: ids.modules.get(row.module) })));
  const made = await tx.query<{ id: number; uid: string }>(
    `insert into app."menu" (company_id, uid, suite, module_entity, type, key_name, name_en, icon, target, target_op, address, params, ordinal, hidden)
     select $1, r.uid, r.suite, r.module, r.type, r.key_name, r.name_en, r.icon, r.target, r.target_op, r.address, r.params, r.ordinal, r.hidden
     from jsonb_to_recordset($2::jsonb) as r (${MENU}) where r.id is null returning id, uid`,
    [company, given],
  );
  for (const { id, uid } of made) ids.menus.set(uid, id);
  const isNew = new Set(made.map(({ uid }) => uid));
  const moved = rows.filter(({ uid, parent }) => !isNew.has(uid) || parent !== null);
  if (moved.length === 0) return;
  const places = moved.map((row) => ({
    ...{
      ...row,
      id: ids.menus.get(row.uid),
      module: ids.modules.get(row.module),
      parent: row.parent === null ? null : ids.menus.get(row.parent),
    },
    ...{ by: isNew.has(row.uid) ? 0 : 1 },
  }));
  await tx.query(
    `update app."menu" n set suite = r.suite, module_entity = r.module, parent_entity = r.parent, type = r.type, key_name = r.key_name,
       name_en = r.name_en, icon = r.icon, target = r.target, target_op = r.target_op, address = r.address, params = r.params,
       ordinal = r.ordinal, hidden = r.hidden, version = n.version + r.by, modify_entity = null, modify_time = now()
     from jsonb_to_recordset($2::jsonb) as r (${MENU}, parent bigint, by bigint) where n.company_id = $1 and n.id = r.id`,
    [company, JSON.stringify(places)],
  );
}

async function writeSaid(tx: Tx, company: number, kind: string, rows: readonly { uid: string }[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `insert into fw.menu_said (company_id, kind, uid, said) select $1, $2, r->>'uid', r from jsonb_array_elements($3::jsonb) as r
     on conflict (company_id, kind, uid) do update set said = excluded.said`,
    [company, kind, JSON.stringify(rows)],
  );
}
