import type { ItemDef } from '#protocol/meta/field.ts';
import { defineCache, identityOf, MIB } from '#server/cache/cache.ts';
import type { Db } from '#server/db/db.ts';
import type { Catalogue } from '#server/meta/catalogue.ts';
import { changedDicts, type DictRows, overlaid } from '#server/meta/dicts/overlay.ts';
import { type MenuRow, type ModuleRow, withModules } from '#server/meta/menus/overlay.ts';
import type { Session } from '#server/meta/session.ts';

const definitions = defineCache<Promise<Catalogue>>({
  name: 'definitions',
  holds: 'definitions with the choices and menus of a company; of one that changed nothing, those that all share',
  key: 'number of the definitions, company, version of its rights',
  ends: 'never: a change of dictionaries, modules or menus is a new version of rights',
  bytes: 8 * MIB,
});
const [OF_TABLE, OF_CHOICE, OF_MENU] = [600, 200, 500];

/** The definitions as the session's company has them, its dictionaries and menus asked for once. */
export function catalogueIn(db: Db, base: Catalogue, session: Session): Promise<Catalogue> | Catalogue {
  if (!base.tableOf('sys.dict_item') && !base.tableOf('sys.menu')) return base;
  const cache = definitions.of(db);
  const { company, rights_version } = session;
  const key = `${identityOf(base)} ${company.id}:${rights_version}`;
  const known = cache.get(key);
  if (known) return known;
  const loading = read(db, base, company.id);
  const made = loading.then(({ catalogue }) => catalogue);
  cache.set(key, made, OF_TABLE);
  loading.then(
    ({ weight }) => cache.set(key, made, weight),
    () => cache.delete(key),
  );
  return made;
}

async function read(db: Db, base: Catalogue, company: number): Promise<{ catalogue: Catalogue; weight: number }> {
  const [dicts, [modules, menus]] = await Promise.all([readDicts(db, base, company), readMenus(db, base, company)]);
  const choices = [...dicts].reduce((sum, [code, { items }]) => sum + newAmong(items, base.dict(code)!.items), 0);
  const called = overlaid(base, dicts);
  const catalogue = modules.length === 0 ? called : withModules(base, called, modules, menus);
  const moved = catalogue === called ? 0 : modules.length + menus.length;
  return { catalogue, weight: OF_TABLE + (dicts.size ? OF_TABLE * base.tables().length : 0) + OF_CHOICE * choices + OF_MENU * moved };
}

async function readDicts(db: Db, base: Catalogue, company: number): Promise<ReturnType<typeof changedDicts>> {
  if (!base.tableOf('sys.dict_item') || base.suites.every((suite) => suite.dicts.length === 0)) return new Map();
  const rows = await db.query<DictRows>(
    `select d.code, d.key_name, d.name_en,
       coalesce((select jsonb_agg(jsonb_build_object('number', i.number, 'key_name', i.key_name, 'name_en', i.name_en, 'look', i.look,
         'code', i.code, 'hidden', case when i.deleted_time is null then i.hidden else 1 end) order by i.ordinal, i.number)
         from app."dict_item" i where i.company_id = $1 and i.dict_entity = d.id), '[]') as items
     from app."dict" d where d.company_id = $1 and d.deleted_time is null`,
    [company],
  );
  return changedDicts(base, rows);
}

async function readMenus(db: Db, base: Catalogue, company: number): Promise<[readonly ModuleRow[], readonly MenuRow[]]> {
  if (!base.tableOf('sys.menu') || !base.tableOf('sys.modules')) return [[], []];
  const [row] = await db.query<{ modules: ModuleRow[]; menus: MenuRow[] }>(
    `select
       coalesce((select jsonb_agg(jsonb_build_object('uid', coalesce(m.uid, 'own.' || m.id), 'code', m.code, 'flag', m.flag, 'key_name', m.key_name,
         'name_en', m.name_en, 'icon', m.icon, 'remark', m.remark, 'remark_en', m.remark_en, 'hidden', m.hidden) order by m.ordinal, m.id)
         from app."module" m where m.company_id = $1 and m.deleted_time is null), '[]') as modules,
       coalesce((select jsonb_agg(jsonb_build_object('uid', coalesce(n.uid, 'own.' || n.id), 'module', coalesce(m.uid, 'own.' || m.id),
         'parent', case when p.id is not null then coalesce(p.uid, 'own.' || p.id) end, 'type', n.type, 'key_name', n.key_name,
         'name_en', n.name_en, 'icon', n.icon, 'target', n.target, 'target_op', n.target_op, 'address', n.address, 'params', n.params,
         'link', n.link, 'home', n.home, 'hidden', n.hidden) order by n.ordinal, n.id)
         from app."menu" n join app."module" m on m.company_id = $1 and m.id = n.module_entity
           left join app."menu" p on p.company_id = $1 and p.id = n.parent_entity and p.deleted_time is null
         where n.company_id = $1 and n.deleted_time is null), '[]') as menus`,
    [company],
  );
  return [row!.modules, row!.menus];
}

/** Choices that are not those of the definitions. */
const newAmong = (items: readonly ItemDef[], before: readonly ItemDef[]): number => {
  const known = new Set(before);
  return items.filter((item) => !known.has(item)).length;
};
