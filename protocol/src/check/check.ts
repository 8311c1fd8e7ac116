import type { SuiteDef } from '#protocol/meta/suite.ts';
import { withRowBounds } from '#protocol/rules/form/row-bounds.ts';
import { checkBoard } from './board/board.ts';
import { checkLanguages } from './languages/languages.ts';
import { checkRights } from './languages/rights.ts';
import { below, fileOf, instead, type Problem, type Report, unique } from './problem.ts';
import { checkReport } from './report/report.ts';
import { createScope } from './scope.ts';
import { parseSuite } from './shape.ts';
import { checkSuite } from './suite.ts';
import { checkSupport } from './support.ts';
import { checkTable } from './table.ts';
import { checkUids } from './uids.ts';

export interface Checked {
  suites: SuiteDef[];
  errors: Problem[];
  /** names that stand twice: which of the two somebody means is not known */
  taken: ReadonlySet<string>;
}

/**
 * All that is wrong with the definitions of an installation, never only the first: shapes, names, references and what is not supported yet.
 * What has a wrong shape is looked at as far as it can be read; what only follows from that is not told. No error means that the catalogue can be built.
 */
export function checkSuites(raw: readonly unknown[]): Checked {
  const parsed = raw.map(parseSuite);
  const shapes = parsed.flatMap(({ problems }) => problems);
  const suites = withRowBounds(parsed.flatMap(({ suite }) => (suite ? [suite] : [])));
  const isLost = suites.length < raw.length || shapes.some(({ path }) => WHOLE.has(path));
  if (isLost) return { suites, errors: shapes, taken: new Set() };
  const errors: Problem[] = [];
  const report = (problem: Problem) => errors.push(problem);
  checkUids(suites, report);
  const taken = checkHouseNames(suites, report);
  for (const suite of suites) checkOne(suites, suite, (problem) => void (isAbout(problem, taken) || report(problem)));
  return { suites, errors: [...shapes, ...errors.filter((error) => !shapes.some((shape) => follows(error, shape)))], taken };
}

/** Whether a problem speaks of one of these names: of one that is taken it may be said of the wrong one of the two. */
export const isAbout = ({ path, reason }: Pick<Problem, 'path' | 'reason'>, names: ReadonlySet<string>): boolean =>
  names.size > 0 && `${reason} ${path}`.split(/\W+/).some((word) => names.has(word));

/** Lists of a suite or table: where one of them as a whole is wrong, all that it should hold would be missing. */
const WHOLE: ReadonlySet<string> = new Set(['suite', 'tables', 'dicts', 'roles', 'posts', 'modules', 'requires', 'fields', 'states']);

/** Whether a problem may be there only because of another's shape: at the same thing, or about it. */
function follows({ file, path, reason }: Problem, shape: Problem): boolean {
  if (shape.reason.startsWith('unknown key') && !shape.mend.startsWith('did you mean')) return false;
  const [, ...inside] = shape.path.split('[');
  const name = inside.at(-1)?.split(']')[0] ?? '';
  const isStep = !Number.isNaN(Number(name));
  return name !== '' && (!isStep || file === shape.file) && `${reason} ${path}`.split(/\W+/).includes(name);
}

/** What other definitions name. */
const NAMED: ReadonlySet<string> = new Set(['table', 'dictionary', 'role', 'post']);

/** Answers the names that stand twice, of what is named elsewhere. */
function checkHouseNames(suites: readonly SuiteDef[], report: (problem: Problem) => void): Set<string> {
  const taken = new Set<string>();
  const lists: [string, readonly { name: string; suite: SuiteDef; path: string; table?: string }[]][] = [
    ['suite', suites.map((suite) => ({ name: suite.code, suite, path: 'code' }))],
    [
      'table',
      suites.flatMap((suite) => suite.tables.map(({ table_name }) => ({ name: table_name, suite, path: 'table_name', table: table_name }))),
    ],
    ['dictionary', suites.flatMap((suite) => suite.dicts.map(({ code }) => ({ name: code, suite, path: `dicts[${code}].code` })))],
    ['role', suites.flatMap((suite) => suite.roles.map(({ code }) => ({ name: code, suite, path: `roles[${code}].code` })))],
    ['post', suites.flatMap((suite) => (suite.posts ?? []).map(({ code }) => ({ name: code, suite, path: `posts[${code}].code` })))],
    [
      // a board is asked as a report is: one name is one of them
      'report',
      suites.flatMap((suite) => [
        ...(suite.reports ?? []).map(({ report_name: name }) => ({ name, suite, path: `reports[${name}].report_name` })),
        ...(suite.boards ?? []).map(({ board_name: name }) => ({ name, suite, path: `boards[${name}].board_name` })),
      ]),
    ],
    ['module', suites.flatMap((suite) => suite.modules.map(({ code }) => ({ name: code, suite, path: `modules[${code}].code` })))],
  ];
  for (const [what, names] of lists) {
    unique(
      names,
      ({ name }) => name.toLowerCase(),
      ({ name, suite, path, table }, first) => {
        if (NAMED.has(what)) taken.add(name).add(first.name);
        report({
          file: fileOf(suite.code, table),
          path,
          reason: `${what} ${name} stands twice: first as ${first.name} of suite ${first.suite.code}`,
          mend: what === 'suite' ? 'install one of the two' : 'call the newer one otherwise: names are one name in the whole installation',
        });
      },
    );
  }
  return taken;
}

function checkOne(suites: readonly SuiteDef[], suite: SuiteDef, report: (problem: Problem) => void): void {
  const reporter =
    (table?: string): Report =>
    (path, reason, mend) =>
      report({ file: fileOf(suite.code, table), path, reason, mend });
  const codes = suites.map((one) => one.code);
  for (const code of suite.requires)
    if (!codes.includes(code))
      reporter()(
        'requires',
        `unknown suite ${code}`,
        `${instead(code, codes)} installed are ${codes.join(', ')}: the setting SUITES names them`.trim(),
      );
  const scope = createScope(reached(suites, suite), suites);
  checkSuite(scope, suite, new Set(suites.flatMap((one) => one.modules.map((module) => module.flag))), reporter());
  for (const { path, reason, mend } of checkRights(suite, scope)) reporter()(path, reason, mend);
  for (const def of suite.reports ?? []) checkReport(scope, def, below(reporter(), `reports[${def.report_name}]`));
  for (const def of suite.boards ?? []) checkBoard(scope, suite, def, below(reporter(), `boards[${def.board_name}]`));
  for (const table of suite.tables) {
    checkSupport(table, reporter(table.table_name));
    checkTable(scope, table, reporter(table.table_name));
    for (const { path, reason, mend } of checkLanguages(table, scope)) reporter(table.table_name)(path, reason, mend);
  }
}

/** The suite, those it requires, and those they require. */
function reached(suites: readonly SuiteDef[], suite: SuiteDef): SuiteDef[] {
  const found = new Set([suite]);
  for (const one of found) for (const other of suites) if (one.requires.includes(other.code)) found.add(other);
  return [...found];
}
