import { fileOf, type Problem } from '#protocol/meta/check/problem.ts';
import { createScope } from '#protocol/meta/check/scope.ts';
import { demandsOf } from '#protocol/rules/definitions/written.ts';
import type { Catalogue } from '#server/meta/catalogue.ts';
import { checkFlow, isError } from './soundness/check.ts';
import type { FlowProblem } from './soundness/problem.ts';

/** All flows of the catalogue: errors refuse the start, warnings are for the log. */
export function checkFlows(catalogue: Catalogue): { errors: Problem[]; warnings: Problem[] } {
  const scope = createScope(catalogue.suites);
  const found = catalogue.tables().flatMap((table) =>
    checkFlow(table.def, (code) => catalogue.dict(code)?.items, demandsOf(scope, table.def)).map((problem) => ({
      problem,
      said: said(table.suite, table.name, problem),
    })),
  );
  const of = (errors: boolean) => found.filter(({ problem }) => isError(problem) === errors).map(({ said }) => said);
  return { errors: of(true), warnings: of(false) };
}

function said(suite: string, table: string, { rule, path, reason, mend, example = {}, way = [] }: FlowProblem): Problem {
  const data = Object.entries(example).map(([name, value]) => `${name}=${value ?? ''}`);
  const events = way.map(({ event }) => event);
  const shown = [data.join(', '), events.length ? `by events ${events.join(', ')}` : ''].filter(Boolean).join('; ');
  return { file: fileOf(suite, table), path, reason: `${rule} ${reason}${shown ? ` (${shown})` : ''}`, mend };
}
