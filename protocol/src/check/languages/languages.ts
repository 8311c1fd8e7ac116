import type { TableDef } from '#protocol/meta/table.ts';
import type { Problem } from '../problem.ts';
import type { Scope } from '../scope.ts';
import { checkAssigned } from './assigned.ts';
import { checkConditions } from './conditions.ts';
import { checkFields } from './fields.ts';
import { checkDemandedRows, checkVariants } from './rows.ts';
import { checkWriteBacks } from './write-back.ts';

/** What is wrong with the little languages of a table, and with the types of what they copy. Asked when definitions are loaded. */
export function checkLanguages(table: TableDef, scope: Scope): Omit<Problem, 'file'>[] {
  const problems: Omit<Problem, 'file'>[] = [];
  const report = (path: string, reason: string, mend: string) => problems.push({ path, reason, mend });
  checkFields(scope, table, report);
  checkAssigned(scope, table, report);
  checkDemandedRows(scope, table, report);
  checkVariants(table, report);
  checkConditions(scope, table, report);
  checkWriteBacks(scope, table, report);
  return problems;
}
