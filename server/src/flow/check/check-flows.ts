import { demandsOf } from '#protocol/check/languages/written.ts';
import { fileOf, type Problem } from '#protocol/check/problem.ts';
import { createScope } from '#protocol/check/scope.ts';
import type { SuiteDef } from '#protocol/meta/suite.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { checkFlow, isError } from '../soundness/check.ts';
import type { FlowProblem } from '../soundness/problem.ts';
import type { Around } from '../soundness/space/space.ts';
import { neverTogether } from '../soundness/together.ts';
import { inWords } from './in-words.ts';

/** All flows of these suites, and the conditions of all fields: errors refuse the start, warnings are for the log. `isLeft` are tables that cannot be played. */
export function checkFlows(
  suites: readonly SuiteDef[],
  isLeft: (suite: string, table: string) => boolean = () => false,
): { errors: Problem[]; warnings: Problem[] } {
  const scope = createScope(suites);
  const around: Around = { choices: (code) => scope.dict(code)?.items, rows: (table) => scope.table(table) };
  const tables = suites.flatMap((suite) => suite.tables.map((def) => ({ suite: suite.code, def })));
  const found = tables
    .filter(({ suite, def }) => !isLeft(suite, def.table_name))
    .flatMap(({ suite, def }) => {
      const problems = [...neverTogether(def, around), ...checkFlow(def, around.choices, demandsOf(scope, def), around.rows)].sort(
        (one, other) => Number(FOLLOWS.has(one.rule)) - Number(FOLLOWS.has(other.rule)),
      );
      return problems.map((problem) => ({ problem, said: said(suite, def, problem, around) }));
    });
  const of = (errors: boolean) => found.filter(({ problem }) => isError(problem) === errors).map(({ said }) => said);
  return { errors: of(true), warnings: of(false) };
}

/** Steps that nobody comes to or gets away from: mostly for a reason that is told too, so that stands before. */
const FOLLOWS: ReadonlySet<string> = new Set(['E2', 'E3']);

/** What goes wrong, in words of both languages, then the same for who edits the definition. */
function said(suite: string, table: TableDef, problem: FlowProblem, around: Around): Problem {
  const { rule, path, reason, mend, example = {}, way = [] } = problem;
  const data = Object.entries(example).map(([name, value]) => `${name}=${value ?? ''}`);
  const events = way.map(({ event }) => event);
  const shown = [data.join(', '), events.length ? `by events ${events.join(', ')}` : ''].filter(Boolean).join('; ');
  const words = inWords(table, problem, around);
  const found = `${rule} ${reason}${words ? `: ${words}` : ''}${shown ? ` (${shown})` : ''}`;
  return { file: fileOf(suite, table.table_name), path, reason: found, mend };
}
