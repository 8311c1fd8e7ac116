import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { calcNamesOf } from '#protocol/rules/calc/calc.ts';
import { parseCalc } from '#protocol/rules/calc/calc-parse.ts';
import { assignmentsOf } from '#protocol/rules/follow/assignments.ts';
import { namesOfRule } from '#protocol/rules/form/between.ts';
import { rowsName } from '#protocol/rules/form/rows-name.ts';
import type { Reply } from '#protocol/wire/envelope.ts';
import { FREE_FLAGS } from '#protocol/wire/flags.ts';
import type { Access } from '#server/access/access.ts';
import { itemScopes } from '#server/access/grants/item-scope.ts';
import type { Grant, RoleRights } from '#server/access/grants/merge-grants.ts';
import { readRoleRights, versionOf } from '#server/access/grants/role-rights.ts';
import type { Tx } from '#server/db/db.ts';
import type { Catalogue } from '#server/meta/catalogue.ts';
import { codesOf, fieldsOfGroup, type Group, groupsOf, hasScope, isRanged, itemName, moduleOf } from './groups.ts';
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

/** Desktop permissions that a role can be given: those of the suites' modules, shown or not, and those that no module brings. */
export function knownFlags({ modules }: Catalogue): readonly string[] {
  const given = modules().filter(({ own }) => own !== 1);
  return [...new Set([...given.map(({ flag }) => flag), ...FREE_FLAGS])];
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
        grants.find((grant) => grant.group_uid === group.uid),
      ),
      suite: suite.code,
      suite_name: suite.key_name,
      suite_name_en: suite.key_name_en,
      rowspan: begins ? groups.filter((one) => one.suite === suite).length : 0,
    };
  });
  return { rows, total: rows.length };
}

/** An item of a range type brings its own scope, where it has one. */
function ranged(group: Group, item: string, grant: Grant | undefined): { type: 0 | 1; value: string } {
  const own = grant && itemScopes(grant)[item];
  return { type: isRanged(group, item) ? 1 : 0, value: own === undefined ? '' : String(own) };
}

/** One group, and what a role has of it. */
export function groupRow(catalogue: Catalogue, group: Group, grant: Grant | undefined): Record<string, unknown> {
  const [main] = group.tables;
  const all = fieldsOfGroup(group);
  const [hidden, locked] = [codesOf(all, grant?.hide_uids ?? []), codesOf(all, grant?.readonly_uids ?? [])];
  const several = group.tables.length > 1;
  return {
    code: group.code,
    cloud: main!.name,
    name: main!.def.key_name,
    name_en: main!.def.key_name_en,
    module: moduleOf(catalogue, group),
    checked: grant?.items.length || group.everybodys.length ? 1 : 0,
    range: grant?.scope ?? 0,
    ranged: hasScope(group) ? 1 : 0,
    items: group.items.map((code) => ({
      code,
      name: itemName(code).key_name,
      name_en: itemName(code).key_name_en,
      checked: grant?.items.includes(code) || group.everybodys.includes(code) ? 1 : 0,
      everyone: group.everybodys.includes(code) ? 1 : 0,
      ...ranged(group, code, grant),
    })),
    fields: all.map(({ table, field: { def }, code }) => ({
      code,
      name: def.key_name,
      name_en: def.key_name_en,
      ...(several ? { table: table.def.key_name, table_en: table.def.key_name_en } : {}),
      rule: hidden.includes(code) ? 2 : locked.includes(code) ? 1 : 0,
      ...reckoned(table.def, readFor(table.def, def), all, def),
      ...asked(table.name, def, all),
    })),
  };
}

/** The fields of its group that one is worked out from: who sees it can tell of them, hidden or not (docs/decisions/277). */
function reckoned(
  { table_name, subtables = [] }: TableDef,
  names: readonly string[],
  all: ReturnType<typeof fieldsOfGroup>,
  { min, max }: FieldDef,
): { from?: string[]; bounded?: 1 } {
  const tableOf = (rows: string) => subtables.find((sub) => rowsName(sub) === rows)?.table_name ?? rows;
  const read = names.map((name) => (name.includes('.') ? name.replace(/^[^.]+/, tableOf) : `${table_name}.${name}`));
  const from = all.flatMap(({ code }) => (read.includes(code) ? [code] : []));
  const isBounded = min !== undefined || max !== undefined;
  return from.length > 0 ? { from, ...(isBounded ? { bounded: 1 } : {}) } : {};
}

/** The fields of its group that say whether one is shown, open or demanded: who tries it can tell of them (docs/decisions/294). */
function asked(
  table: string,
  { view_where, edit_where, need_where }: FieldDef,
  all: ReturnType<typeof fieldsOfGroup>,
): { hangs?: string[] } {
  const read = [view_where, edit_where, need_where].flatMap((where) => (where === undefined ? [] : namesOfRule(where)));
  const hangs = all.flatMap(({ code }) => (read.some((name) => `${table}.${name}` === code) ? [code] : []));
  return hangs.length > 0 ? { hangs } : {};
}

/** What a field is calculated from, or written from where another changes. */
function readFor({ fields, subtables = [], onload }: TableDef, { field_name, calc }: FieldDef): string[] {
  const lists = [...fields, ...subtables].map(({ onchange }) => onchange);
  const written = [...lists, onload].flatMap((list) => assignmentsOf(list).filter(({ target }) => target === field_name));
  return [...(calc ? calcNamesOf(parseCalc(calc)) : []), ...written.flatMap(({ reads }) => reads)];
}
