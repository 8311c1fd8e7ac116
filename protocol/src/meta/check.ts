import { fileOf, type Problem, unique } from './check/problem.ts';
import { comparedNames, createScope, type Scope } from './check/scope.ts';
import { parseSuite } from './check/shape.ts';
import { checkSuite } from './check/suite.ts';
import { checkSupport } from './check/support.ts';
import { checkTable } from './check/table.ts';
import { checkUids } from './check/uids.ts';
import type { SuiteDef } from './suite.ts';
import type { TableDef } from './table.ts';

/** What the check takes from rooms above: the grammar of conditions (rules/condition.ts). */
export interface CheckTools {
  /** names that a condition uses; throws with the reason when it is none */
  conditionNames?: Scope['conditionNames'];
  /** what is wrong with the small languages of a table's fields (rules/definitions.ts) */
  expressions?: (table: TableDef, tableOf: (name: string) => TableDef | undefined) => readonly { path: string; reason: string }[];
}

/**
 * All that is wrong with the definitions of an installation, never only the first: shapes first (nothing else can be said of a suite
 * whose shape is wrong), then names, references and what is not supported yet. No error means that the catalogue can be built.
 */
export function checkSuites(raw: readonly unknown[], tools: CheckTools = {}): { suites: SuiteDef[]; errors: Problem[] } {
  const suites: SuiteDef[] = [];
  const errors: Problem[] = [];
  for (const one of raw) {
    const parsed = parseSuite(one);
    if ('suite' in parsed) suites.push(parsed.suite);
    else errors.push(...parsed.problems);
  }
  if (errors.length) return { suites, errors };
  const report = (problem: Problem) => errors.push(problem);
  checkUids(suites, report);
  checkHouseNames(suites, report);
  for (const suite of suites) checkOne(suites, suite, tools, report);
  return { suites, errors };
}

function checkHouseNames(suites: readonly SuiteDef[], report: (problem: Problem) => void): void {
  const lists: [string, readonly string[]][] = [
    ['suite', suites.map((suite) => suite.code)],
    ['table', suites.flatMap((suite) => suite.tables.map((table) => table.table_name))],
    ['dictionary', suites.flatMap((suite) => suite.dicts.map((dict) => dict.code))],
    ['role', suites.flatMap((suite) => suite.roles.map((role) => role.code))],
    ['module', suites.flatMap((suite) => suite.modules.map((module) => module.code))],
  ];
  for (const [what, names] of lists) {
    unique(
      names,
      (name) => report({ path: what, reason: `${what} ${name} stands twice` }),
      (name) => name.toLowerCase(),
    );
  }
}

function checkOne(suites: readonly SuiteDef[], suite: SuiteDef, tools: CheckTools, report: (problem: Problem) => void): void {
  const reporter = (table?: string) => (path: string, reason: string, mend?: string) =>
    report({ file: fileOf(suite.code, table), path, reason, ...(mend ? { mend } : {}) });
  const codes = new Set(suites.map((one) => one.code));
  for (const code of suite.requires) if (!codes.has(code)) reporter()('requires', `unknown suite ${code}`);
  const scope = createScope(reached(suites, suite), tools.conditionNames ?? comparedNames);
  checkSuite(scope, suite, reporter());
  const tableOf = (name: string) => suites.flatMap((one) => one.tables).find((one) => one.table_name === name);
  for (const table of suite.tables) {
    checkSupport(table, reporter(table.table_name));
    checkTable(scope, table, reporter(table.table_name));
    for (const { path, reason } of tools.expressions?.(table, tableOf) ?? []) reporter(table.table_name)(path, reason);
  }
}

/** The suite, those it requires, and those they require. */
function reached(suites: readonly SuiteDef[], suite: SuiteDef): SuiteDef[] {
  const found = new Set([suite]);
  for (const one of found) for (const other of suites) if (one.requires.includes(other.code)) found.add(other);
  return [...found];
}
