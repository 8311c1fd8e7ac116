import { isTree, typeOfTarget } from '#protocol/meta/report/kinds.ts';
import type { ReportDef, ReportTargetDef } from '#protocol/meta/report.ts';
import { drawnBy } from '#protocol/rules/report/chart.ts';
import { below, type Report } from '../problem.ts';
import type { Scope } from '../scope.ts';
import { reachedColumn, saidOf, type Tables } from './reach.ts';

/** Nodes of trees: by the one above them at a depth, or all of them as the lines of a report of type TREE. */
export function checkTiers(scope: Scope, tables: Tables, def: ReportDef, report: Report): void {
  for (const target of def.targets) {
    if (typeOfTarget(target) !== 'TIER') continue;
    const at = below(report, `targets[${target.name}]`);
    if (target.tier === undefined) at('tier', 'missing', 'write the depth, 1 for the top: tier: 1');
    checkNodes(scope, tables, target, "take type: 'TIER' out", at);
    if (isPlace(def, target.name)) at('type', 'a map stands on places, not on what is above them', "take type: 'TIER' and tier out");
  }
  if (isTree(def)) checkTree(scope, tables, def, report);
}

function checkTree(scope: Scope, tables: Tables, def: ReportDef, report: Report): void {
  const [first, ...others] = def.targets;
  if (!first) report('targets', 'nothing says of which tree its lines are', 'add a target whose field refers to a table of type TREE');
  for (const { name } of others)
    report(`targets[${name}]`, 'the lines of a tree are its nodes, and nothing stands below these', 'take the target out');
  if (def.top !== undefined) report('top', 'the lines of a tree are all of its nodes', 'take top out');
  if (!first) return;
  const at = below(report, `targets[${first.name}]`);
  if (typeOfTarget(first) !== 'VALUE')
    at('type', `the lines of a tree are its nodes: nothing is grouped by ${typeOfTarget(first)}`, 'take type out');
  else checkNodes(scope, tables, first, "write type: 'TABLE' in the report", at);
}

/** It refers to nodes of a tree, one of each row. */
function checkNodes(scope: Scope, tables: Tables, { fields }: ReportTargetDef, otherwise: string, report: Report): void {
  // what is wrong with the path itself is told there
  const column = reachedColumn(scope, tables, fields, () => undefined);
  const tree = column?.data_type === 'entity' && column.source ? scope.table(column.source) : undefined;
  if (column && tree?.type !== 'TREE')
    report(
      'fields',
      `${saidOf(fields, column)} refers to no node of a tree`,
      `name an entity field of a table of type TREE, or ${otherwise}`,
    );
}

/** A map stands on it, or goes down to it. */
const isPlace = (def: ReportDef, name: string): boolean =>
  def.chart?.kind === 'map' && (drawnBy(def).x === name || (typeof def.drill === 'object' && def.drill.path.includes(name)));
