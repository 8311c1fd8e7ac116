import { FREE_FLAGS } from '#protocol/meta/ops.ts';
import type { Reply } from '#protocol/wire/envelope.ts';
import type { Access } from '#server/access/access.ts';
import type { Grant, RoleRights } from '#server/access/merge-grants.ts';
import { readRoleRights, versionOf } from '#server/access/role-rights.ts';
import type { Tx } from '#server/db/db.ts';
import type { Catalogue } from '#server/meta/catalogue.ts';
import { fieldsOfGroup, type Group, groupsOf, itemName, moduleOf, spread } from './groups.ts';
import { readRole } from './role.ts';

/** A role and what it may do, group by group; of a root role the role alone. */
export async function loadRole(tx: Tx, access: Access, id: number): Promise<Reply> {
  const { catalogue, session } = access;
  const role = await readRole(tx, access, id);
  const rights = await readRoleRights(tx, session.company.id, id);
  const own = session.roles.some((one) => one.id === id) && !session.root;
  const data = { ...role, root: role.root ? 1 : 0, own: own ? 1 : 0, version: versionOf(rights), flags: flagsOf(catalogue, rights) };
  return role.root ? { data, rows: [], total: 0 } : { data, ...rowsOf(catalogue, rights) };
}

/** Desktop permissions that a role can be given: those of the modules, and those that no module brings. */
export function knownFlags({ modules }: Catalogue): readonly string[] {
  return [...new Set([...modules().map(({ flag }) => flag), ...FREE_FLAGS])];
}

const LEADERS_VIEW = { key_name: '领导驾驶舱', key_name_en: 'Leadership view' };

const flagsOf = (catalogue: Catalogue, { flags }: RoleRights) =>
  knownFlags(catalogue).map((code) => {
    const modules = catalogue.modules().filter(({ flag }) => flag === code);
    const key_name = modules.map((module) => module.key_name).join('、') || LEADERS_VIEW.key_name;
    const key_name_en = modules.map((module) => module.key_name_en).join(', ') || LEADERS_VIEW.key_name_en;
    return { code, key_name, key_name_en, checked: flags.includes(code) ? 1 : 0 };
  });

function rowsOf(catalogue: Catalogue, { grants }: RoleRights): Pick<Reply, 'rows' | 'total'> {
  const groups = groupsOf(catalogue);
  const rows = groups.map((group, at) => {
    const { suite } = group;
    const begins = groups[at - 1]?.suite !== suite;
    return {
      ...groupRow(
        catalogue,
        group,
        grants.find((grant) => grant.group === group.code),
      ),
      suite: suite.code,
      suite_name: suite.key_name,
      suite_name_en: suite.key_name_en,
      rowspan: begins ? groups.filter((one) => one.suite === suite).length : 0,
    };
  });
  return { rows, total: rows.length };
}

/** One group, and what a role has of it. Items of a range type would say `type` 1 and bring a value: no item of the engine is one. */
export function groupRow(catalogue: Catalogue, group: Group, grant: Grant | undefined): Record<string, unknown> {
  const [main] = group.tables;
  const all = fieldsOfGroup(group);
  const [hidden, locked] = [spread(all, grant?.hide ?? []), spread(all, grant?.readonly ?? [])];
  const several = group.tables.length > 1;
  return {
    code: group.code,
    name: main!.def.key_name,
    name_en: main!.def.key_name_en,
    module: moduleOf(catalogue, group),
    checked: grant?.items.length ? 1 : 0,
    range: grant?.scope ?? 0,
    // a platform's row is of no department
    ranged: group.tables.some(({ tenancy }) => tenancy !== 'platform') ? 1 : 0,
    items: group.items.map((code) => ({
      code,
      name: itemName(code).key_name,
      name_en: itemName(code).key_name_en,
      checked: grant?.items.includes(code) ? 1 : 0,
      type: 0,
      value: '',
    })),
    fields: all.map(({ table, field: { def }, code }) => ({
      code,
      name: def.key_name,
      name_en: def.key_name_en,
      ...(several ? { table: table.def.key_name, table_en: table.def.key_name_en } : {}),
      rule: hidden.includes(code) ? 2 : locked.includes(code) ? 1 : 0,
    })),
  };
}
