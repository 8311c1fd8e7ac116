import type { MenuDef, SuiteDef } from '#protocol/meta/suite.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { rowsName } from '#protocol/rules/form/rows-name.ts';
import { fileOf, type Problem, unique } from './problem.ts';

/** Something with a uid, and where it stands: its file, its path inside it, and both in words for a message about another one. */
interface Placed {
  uid: string;
  file: string;
  path: string;
  said: string;
}

/** A uid is for ever one thing: tables, dictionaries, roles, posts, modules and menus in the house, a table's parts in the table. */
export function checkUids(suites: readonly SuiteDef[], report: (problem: Problem) => void): void {
  const inHouse: [string, readonly Placed[]][] = [
    ['suite', suites.map((suite) => inSuite(suite, suite, 'uid'))],
    ['table', suites.flatMap((suite) => suite.tables.map((table) => inTable(suite, table, table, 'uid')))],
    ['dictionary', suites.flatMap((suite) => suite.dicts.map((dict) => inSuite(suite, dict, `dicts[${dict.code}].uid`)))],
    ['role', suites.flatMap((suite) => suite.roles.map((role) => inSuite(suite, role, `roles[${role.code}].uid`)))],
    ['post', suites.flatMap((suite) => (suite.posts ?? []).map((post) => inSuite(suite, post, `posts[${post.code}].uid`)))],
    ['report', suites.flatMap((suite) => (suite.reports ?? []).map((one) => inSuite(suite, one, `reports[${one.report_name}].uid`)))],
    ['board', suites.flatMap((suite) => (suite.boards ?? []).map((one) => inSuite(suite, one, `boards[${one.board_name}].uid`)))],
    ['module', suites.flatMap((suite) => suite.modules.map((module) => inSuite(suite, module, `modules[${module.code}].uid`)))],
    ['menu', suites.flatMap((suite) => suite.modules.flatMap((module) => menusOf(suite, module.code, module.menus)))],
  ];
  for (const [kind, placed] of inHouse) twice(kind, placed, report);
  for (const suite of suites)
    for (const table of suite.tables) for (const [kind, placed] of partsOf(suite, table)) twice(kind, placed, report);
}

const twice = (kind: string, placed: readonly Placed[], report: (problem: Problem) => void): void =>
  unique(
    placed,
    ({ uid }) => uid,
    ({ uid, file, path }, first) =>
      report({
        file,
        path,
        reason: `${kind} uid ${uid} stands twice: first at ${first.said}`,
        mend: 'give the newer one a uid of its own; what has rows already keeps its uid for ever',
      }),
  );

const inSuite = (suite: SuiteDef, { uid }: { uid: string }, path: string): Placed => ({
  uid,
  file: fileOf(suite.code),
  path,
  said: `suite ${suite.code}, ${path}`,
});
const inTable = (suite: SuiteDef, table: TableDef, { uid }: { uid: string }, path: string): Placed => ({
  uid,
  file: fileOf(suite.code, table.table_name),
  path,
  said: `table ${table.table_name}, ${path}`,
});

function partsOf(suite: SuiteDef, table: TableDef): [string, Placed[]][] {
  const placed = (path: string) => (of: { uid: string }) => inTable(suite, table, of, `${path}.uid`);
  const states = table.states.map((state) => ({ state, at: `states[${state.value}]` }));
  const actions = states.flatMap(({ state, at }) => (state.actions ?? []).map((action) => ({ action, at: `${at}.actions[${action.op}]` })));
  const events = states.flatMap(({ state, at }) =>
    (state.actions ?? []).flatMap((action) => (action.events ?? []).map((event) => ({ event, at: `${at}.events[${event.id}]` }))),
  );
  return [
    ['field', table.fields.map((field) => placed(`fields[${field.field_name}]`)(field))],
    ['state', states.map(({ state, at }) => placed(at)(state))],
    ['action', actions.map(({ action, at }) => placed(at)(action))],
    ['event', events.map(({ event, at }) => placed(at)(event))],
    ['subtable', (table.subtables ?? []).map((sub) => placed(`subtables[${rowsName(sub)}]`)(sub))],
    ['style', (table.styles ?? []).map((style) => placed(`styles[${style.field}]`)(style))],
    ['rule', (table.rules ?? []).map((rule) => placed(`rules[${rule.uid}]`)(rule))],
    ['summary', (table.summaries ?? []).map((summary) => placed(`summaries[${summary.name}]`)(summary))],
    ['variant', (table.variants ?? []).map((variant) => placed(`variants[${variant.name}]`)(variant))],
    ['write_back', (table.write_back ?? []).map((back) => placed(`write_back[${back.uid}]`)(back))],
  ];
}

const menusOf = (suite: SuiteDef, module: string, menus: readonly MenuDef[]): Placed[] =>
  menus.flatMap((menu) => [
    inSuite(suite, menu, `modules[${module}].menus[${menu.key_name_en}].uid`),
    ...menusOf(suite, module, menu.children ?? []),
  ]);
