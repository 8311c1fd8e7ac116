import { GRANT_ITEMS } from '#protocol/meta/ops.ts';
import type { TableDef, VariantDef } from '#protocol/meta/table.ts';
import type { Condition } from '#protocol/rules/condition/condition.ts';
import { parseCondition } from '#protocol/rules/condition/condition-parse.ts';
import { checkEnglish } from './field.ts';
import { instead, type Report } from './problem.ts';

/** One variant by itself: its ops, what is written through it, and that what everybody has is named. */
export function checkVariant(variant: VariantDef, report: Report): void {
  const { fields, writes, ops = [] } = variant;
  for (const op of ops)
    if (!(GRANT_ITEMS as readonly string[]).includes(op))
      report(
        'ops',
        `${op} is no op that a variant answers`,
        `${instead(op, GRANT_ITEMS)} ops are ${GRANT_ITEMS.join(', ')}, as roles are given them: looking at a record goes with List`.trim(),
      );
  checkEnglish(variant, 'key_name', report);
  for (const name of writes ?? [])
    if (!fields?.includes(name)) report('writes', `${name} is none of its fields`, `name ${name} in fields, or take it out of writes`);
  if (variant.everyone === 1) checkEveryones(variant, report);
}

/** What needs no role is read as far as it says, and written in rows that it says. */
const EVERYONES: readonly string[] = ['List', 'Modify'];

function checkEveryones({ fields, writes, where, ops }: VariantDef, report: Report): void {
  if (!fields?.length) report('fields', 'everybody would read every field', 'name in fields what everybody may read');
  if (!ops?.length) report('ops', 'everybody would have every op', "write ops: ['List']");
  for (const op of ops ?? [])
    if ((GRANT_ITEMS as readonly string[]).includes(op) && !EVERYONES.includes(op))
      report('ops', `${op} is given by roles, not to everybody`, `take ${op} out: what everybody may have is ${EVERYONES.join(', ')}`);
  if (!ops?.includes('Modify')) return;
  if (!writes?.length) report('writes', 'everybody would write every field', 'name in writes what everybody may change');
  if (!where) report('where', "everybody would change everybody's rows", "write where: 'create_entity={user.id}', or whose rows they are");
}

/** A table that is everybody's is a view of what is the reader's own, which nothing but its condition says, or one in which each has the rows that he made. */
export function checkEveryonesTable(table: TableDef, report: Report): void {
  const { everyone, storage, flow, owner_field, row_where = '' } = table;
  checkEveryonesScopes(table, report);
  if (everyone !== 1) return;
  if (storage !== 'view') {
    if (flow === 1)
      report('everyone', 'whose turn it is in a flow is given by roles', "leave everyone out; a variant of it may be everybody's");
    if (owner_field) report('owner_field', 'everybody would give his rows away', 'leave owner_field out: a row is of who made it');
    return;
  }
  if (!isOwn(row_where))
    report('row_where', "everybody would read everybody's rows", "write row_where: 'create_entity={user.id}', or whose rows they are");
}

/** What everybody has on more than his own rows he has on those at all. */
function checkEveryonesScopes({ everyone, everyone_scopes, storage, states }: TableDef, report: Report): void {
  const offered = states.flatMap(({ actions = [] }) => actions.map(({ op }) => op));
  for (const item of Object.keys(everyone_scopes ?? {}))
    if (everyone !== 1 || storage === 'view' || !offered.includes(item))
      report(
        'everyone_scopes',
        `${item} is nothing that everybody has here`,
        'name what its states offer, of a stored table with everyone: 1',
      );
}

/** Whether the condition holds of rows alone in which a field is who asks. What is no condition is told elsewhere. */
function isOwn(where: string): boolean {
  const holds = (condition: Condition): boolean => {
    if (condition.kind === 'and') return condition.all.some(holds);
    if (condition.kind === 'or') return condition.any.every(holds);
    return condition.kind === 'compare' && condition.op === '=' && condition.value.kind === 'user' && condition.value.name === 'id';
  };
  try {
    return holds(parseCondition(where));
  } catch {
    return true;
  }
}
