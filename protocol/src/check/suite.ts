import { iconNumber, MENU_ICONS } from '#protocol/meta/menu-icons.ts';
import { GRANT_ITEMS, MENU_OPS, RANGED_ITEMS } from '#protocol/meta/ops.ts';
import { type GrantDef, type MenuDef, OWN_CHOICES, type RoleDef, type SuiteDef } from '#protocol/meta/suite.ts';
import { isZone } from '#protocol/wire/clock.ts';
import { FREE_FLAGS } from '#protocol/wire/flags.ts';
import { checkEnglish } from './field.ts';
import { namedMend, tableMend, unknown } from './mend.ts';
import { below, instead, type Report, unique } from './problem.ts';
import type { Scope } from './scope.ts';

const MENU_LEVELS = 4;

/** Menus, dictionaries, roles and seeds of a suite against what they name. `flags` are those of all modules of the installation. */
export function checkSuite(scope: Scope, suite: SuiteDef, flags: ReadonlySet<string>, report: Report): void {
  for (const module of suite.modules) {
    const at = below(report, `modules[${module.code}]`);
    checkEnglish(module, 'remark', at);
    checkIcon(module, at);
    checkMenus(scope, module.menus, at, 1);
  }
  for (const dict of suite.dicts) {
    unique(
      dict.items,
      (item) => String(item.id),
      (again, first) =>
        report(
          `dicts[${dict.code}]`,
          `item ${again.id} stands twice: ${first.key_name} and ${again.key_name}`,
          'give one of them an id of its own',
        ),
    );
    const beyond = dict.items.find((item) => item.id >= OWN_CHOICES);
    if (beyond)
      report(
        `dicts[${dict.code}]`,
        `item ${beyond.id} (${beyond.key_name}) has an id of those that companies give to choices of their own`,
        `write an id below ${OWN_CHOICES}`,
      );
  }
  for (const role of suite.roles) checkRole(scope, role, flags, below(report, `roles[${role.code}]`));
  for (const { table, zones = [] } of suite.seed) {
    if (!scope.table(table)) report(`seed[${table}].table`, `unknown table ${table}`, tableMend(scope, table));
    for (const zone of zones)
      if (!isZone(zone)) report(`seed[${table}].zones`, `${zone} is no time zone`, "write its IANA name: 'Asia/Shanghai'");
  }
}

function checkMenus(scope: Scope, menus: readonly MenuDef[], report: Report, level: number): void {
  for (const menu of menus) {
    const at = below(report, `${level > 1 ? 'children' : 'menus'}[${menu.uid}]`);
    if (level > MENU_LEVELS) at('children', `menus have at most ${MENU_LEVELS} levels`, 'move the entry up');
    if (menu.cloud && !scope.table(menu.cloud)) at('cloud', `unknown table ${menu.cloud}`, tableMend(scope, menu.cloud));
    if (menu.op !== undefined && !MENU_OPS.includes(menu.op))
      at('op', `${menu.op} is no op that a page has`, `${instead(menu.op, MENU_OPS)} pages are ${MENU_OPS.join(', ')}`.trim());
    if (menu.url !== undefined && !/^\/[A-Za-z][A-Za-z0-9/_-]*$/.test(menu.url))
      at('url', `${menu.url} is no page of the client's own`, "write its path as it follows /main: '/todo'");
    const [, kind, named] = /^\/(report|board)\/(\w+)$/.exec(menu.url ?? '') ?? [];
    if (kind && named) checkOpened(scope, kind as 'report' | 'board', named, at);
    checkIcon(menu, at);
    if (menu.type === 'TAB' && !menu.cloud && !menu.url)
      at('type', 'a TAB opens a cloud or a url', "name the table that it opens: cloud: '…', or write type: 'DIR' with children");
    if (menu.type === 'DIR' && !menu.children?.length)
      at('type', 'a DIR holds menus', "give it children, or write type: 'TAB' with the cloud that it opens");
    checkMenus(scope, menu.children ?? [], at, level + 1);
  }
}

function checkOpened(scope: Scope, kind: 'report' | 'board', named: string, report: Report): void {
  if (!scope.names(kind).includes(named)) report('url', `unknown ${kind} ${named}`, namedMend(scope, kind, named));
}

function checkIcon({ icon }: { icon?: string | undefined }, report: Report): void {
  if (icon !== undefined && iconNumber(icon) === null)
    report('icon', `there is no icon ${icon} for menus`, `${instead(icon, MENU_ICONS)} icons are ${MENU_ICONS.join(', ')}`.trim());
}

function checkRole(scope: Scope, role: RoleDef, flags: ReadonlySet<string>, report: Report): void {
  const known = [...new Set([...flags, ...FREE_FLAGS])];
  for (const flag of role.flags ?? []) {
    if (!known.includes(flag))
      report(
        'flags',
        `no module has the flag ${flag}`,
        `${instead(flag, known)} flags of this installation are ${known.join(', ')}; a module's own is its key flag`.trim(),
      );
  }
  unique(
    role.grants,
    (grant) => grant.group,
    (again) => report(`grants[${again.group}]`, `group ${again.group} stands twice`, 'put all items of the group into one grant'),
  );
  for (const grant of role.grants) checkGrant(scope, grant, below(report, `grants[${grant.group}]`));
}

function checkGrant(scope: Scope, grant: GrantDef, report: Report): void {
  const tables = scope.group(grant.group);
  if (!tables.length) {
    report('group', `unknown permission group ${grant.group}`, namedMend(scope, 'group', grant.group));
    return;
  }
  for (const item of grant.items) {
    if (!(GRANT_ITEMS as readonly string[]).includes(item))
      report(
        'items',
        `${item} is no op that is given`,
        `${instead(item, GRANT_ITEMS)} items are ${GRANT_ITEMS.join(', ')}: looking at a record goes with List, restoring one with Delete, binding rows with Modify`.trim(),
      );
  }
  for (const [item, own] of Object.entries(grant.item_scopes ?? {})) {
    const at = `item_scopes.${item}`;
    if (!(RANGED_ITEMS as readonly string[]).includes(item))
      report(at, `${item} has no scope of its own`, `items of a scope of their own are ${RANGED_ITEMS.join(', ')}`);
    else if (!grant.items.includes(item)) report(at, `${item} is not given`, `add ${item} to items, or take it out of item_scopes`);
    else if (own >= grant.scope)
      report(
        at,
        `${own} is no narrower than the scope ${grant.scope} of the group`,
        `take ${item} out of item_scopes: it goes by the scope of the group`,
      );
  }
  for (const key of ['hide', 'readonly'] as const) {
    for (const said of grant[key] ?? []) {
      // `mobile` of every table of the group, or `user.mobile` of one
      const has = tables.some((table) => {
        const own = said.startsWith(`${table.table_name}.`) ? said.slice(table.table_name.length + 1) : said;
        return scope.columns(table).has(own);
      });
      const names = tables.flatMap((table) => [...scope.columns(table).keys()]);
      if (!has) report(key, `no table of ${grant.group} has a field ${said}`, unknown(said, names, `fields of ${grant.group}`));
    }
  }
}
