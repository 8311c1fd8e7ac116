import type { MenuDef, SuiteDef } from '../suite.ts';
import type { TableDef } from '../table.ts';
import { fileOf, type Problem, unique } from './problem.ts';

type Named = { uid: string };

/** A uid is for ever one thing: tables, dictionaries, roles, modules and menus in the house, a table's parts in the table. */
export function checkUids(suites: readonly SuiteDef[], report: (problem: Problem) => void): void {
  const inHouse: [string, readonly Named[]][] = [
    ['suite', suites],
    ['table', suites.flatMap((suite) => suite.tables)],
    ['dictionary', suites.flatMap((suite) => suite.dicts)],
    ['role', suites.flatMap((suite) => suite.roles)],
    ['module', suites.flatMap((suite) => suite.modules)],
    ['menu', suites.flatMap((suite) => suite.modules.flatMap((module) => flat(module.menus)))],
  ];
  for (const [kind, list] of inHouse) twice(list, (uid) => report({ path: 'uid', reason: `${kind} uid ${uid} stands twice` }));
  for (const suite of suites) {
    for (const table of suite.tables) {
      const file = fileOf(suite.code, table.table_name);
      for (const [kind, list] of partsOf(table)) {
        twice(list, (uid) => report({ file, path: 'uid', reason: `${kind} uid ${uid} stands twice` }));
      }
    }
  }
}

function partsOf(table: TableDef): [string, readonly Named[]][] {
  const actions = table.states.flatMap((state) => state.actions ?? []);
  return [
    ['field', table.fields],
    ['state', table.states],
    ['action', actions],
    ['event', actions.flatMap((action) => action.events ?? [])],
    ['subtable', table.subtables ?? []],
    ['style', table.styles ?? []],
    ['variant', table.variants ?? []],
    ['write_back', table.write_back ?? []],
  ];
}

const flat = (menus: readonly MenuDef[]): MenuDef[] => menus.flatMap((menu) => [menu, ...flat(menu.children ?? [])]);

const twice = (list: readonly Named[], report: (uid: string) => void): void =>
  unique(
    list.map((one) => one.uid),
    report,
  );
