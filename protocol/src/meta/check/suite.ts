import type { GrantDef, MenuDef, SuiteDef } from '../suite.ts';
import { below, type Report, unique } from './problem.ts';
import type { Scope } from './scope.ts';

const MENU_LEVELS = 4;

/** Menus, dictionaries, roles and seeds of a suite against what they name. */
export function checkSuite(scope: Scope, suite: SuiteDef, report: Report): void {
  for (const module of suite.modules) checkMenus(scope, module.menus, below(report, `modules[${module.code}]`), 1);
  for (const dict of suite.dicts) {
    unique(
      dict.items.map((item) => String(item.id)),
      (id) => report(`dicts[${dict.code}]`, `item ${id} stands twice`),
    );
  }
  for (const role of suite.roles) {
    for (const grant of role.grants) checkGrant(scope, grant, below(report, `roles[${role.code}].grants[${grant.group}]`));
  }
  suite.seed.forEach((seed, index) => {
    if (!scope.table(seed.table)) report(`seed[${index}]`, `unknown table ${seed.table}`);
  });
}

function checkMenus(scope: Scope, menus: readonly MenuDef[], report: Report, level: number): void {
  for (const menu of menus) {
    const at = below(report, `menus[${menu.uid}]`);
    if (level > MENU_LEVELS) at('children', `menus have at most ${MENU_LEVELS} levels`);
    if (menu.cloud && !scope.table(menu.cloud)) at('cloud', `unknown table ${menu.cloud}`);
    if (menu.type === 'TAB' && !menu.cloud && !menu.url) at('type', 'a TAB opens a cloud or a url');
    if (menu.type === 'DIR' && !menu.children?.length) at('type', 'a DIR holds menus');
    checkMenus(scope, menu.children ?? [], at, level + 1);
  }
}

function checkGrant(scope: Scope, grant: GrantDef, report: Report): void {
  const tables = scope.group(grant.group);
  if (!tables.length) {
    report('group', `unknown permission group ${grant.group}`);
    return;
  }
  for (const item of grant.items) if (!/^[A-Z][A-Za-z]{1,39}$/.test(item)) report('items', `${item} is no op`);
  for (const key of ['hide', 'readonly'] as const) {
    for (const name of grant[key] ?? []) {
      // `mobile` of every table of the group, or `user.mobile` of one
      if (
        !tables.some((table) =>
          scope.columns(table).has(name.startsWith(`${table.table_name}.`) ? name.slice(table.table_name.length + 1) : name),
        )
      )
        report(key, `no table of ${grant.group} has a field ${name}`);
    }
  }
}
