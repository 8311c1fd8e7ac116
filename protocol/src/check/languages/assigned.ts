import { dataType, isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { CalcError, typeCalc } from '#protocol/rules/calc/calc.ts';
import { type Assignment, parseAssignments } from '#protocol/rules/follow/assignments.ts';
import { planOf } from '#protocol/rules/follow/order.ts';
import { isComputed } from '#protocol/rules/form/form.ts';
import { rowsName } from '#protocol/rules/form/rows-name.ts';
import { fieldMend } from '../mend.ts';
import { type Report, unique } from '../problem.ts';
import type { Scope } from '../scope.ts';
import { onceEqual } from './conditions.ts';
import { namesOf, resultFits } from './reading.ts';

const FORM = "write target=expression, joined by ;: 'due_days=if(class=1,3,30);remark=code' (docs/guides/definitions.md)";

/** Lists of assignments: `onchange` of fields and of sub-tables, `onload`. What passes here never throws at run time (A11). */
export function checkAssigned(scope: Scope, table: TableDef, report: Report): void {
  let isRight = true;
  for (const field of table.fields) {
    if (field.onchange === undefined) continue;
    const at: Report = (_, reason, mend) => report(`fields[${field.field_name}].onchange`, reason, mend);
    isRight = checkChanging(field, at) && checkList(scope, table, { text: field.onchange, of: field }, at) && isRight;
  }
  for (const sub of table.subtables ?? [])
    if (sub.onchange !== undefined) {
      const at: Report = (_, reason, mend) => report(`subtables[${rowsName(sub)}].onchange`, reason, mend);
      if (sub.inline !== 1) at('', 'rows in a tab are saved one by one, and no form runs it', 'take onchange out, or write inline: 1');
      else isRight = checkList(scope, table, { text: sub.onchange }, at) && isRight;
    }
  if (table.onload !== undefined)
    isRight = checkList(scope, table, { text: table.onload }, (_, reason, mend) => report('onload', reason, mend)) && isRight;
  const circle = isRight ? told(() => planOf(table)) : null;
  if (circle) report('fields', circle, 'take one of them out: each would change the other again');
}

/** A field that changes others is one that somebody types. */
function checkChanging(field: FieldDef, report: Report): boolean {
  const isTyped = !isComputed(field) && !isOf(field.data_type, 'secret');
  if (!isTyped)
    report(
      '',
      `nobody types this field, or nobody reads it (${whatIs(field)}), so onchange does nothing`,
      'give it to a field that is typed',
    );
  return isTyped;
}

const whatIs = (field: FieldDef): string =>
  (['calc', 'number', 'auto_fill'] as const).find((key) => field[key] !== undefined) ?? `a ${field.data_type}`;

/** A list, and the field that it is of. */
interface Said {
  text: string;
  of?: FieldDef;
}

function checkList(scope: Scope, table: TableDef, { text, of }: Said, report: Report): boolean {
  const why = told(() => parseAssignments(text));
  if (why !== null) {
    report('', why, onceEqual(text) ?? FORM);
    return false;
  }
  const list = parseAssignments(text);
  let isRight = true;
  const wrong: Report = (key, reason, mend) => {
    isRight = false;
    report(key, reason, mend);
  };
  unique(
    list,
    ({ target }) => target,
    ({ target }) => wrong('', `${target} stands twice`, 'write each target once'),
  );
  for (const one of list) checkOne(scope, table, one, of, wrong);
  return isRight;
}

function checkOne(scope: Scope, table: TableDef, one: Assignment, of: FieldDef | undefined, report: Report): void {
  const { target, calc, reads } = one;
  const into = table.fields.find(({ field_name }) => field_name === target);
  if (!into) report('', `unknown field ${target}`, fieldMend(scope, table, target));
  else if (into === of) report('', `${target} would change itself`, 'name another field of the table');
  else if (isComputed(into)) report('', `${target} is filled by the engine (${whatIs(into)})`, 'write into a field that is typed');
  else if (isOf(into.data_type, 'link'))
    report('', `no expression gives a record for ${target}`, 'a reference is chosen, or begins with its defvalue');
  else if (dataType(into.data_type).calc === undefined)
    report('', `no expression gives a ${into.data_type} for ${target}`, 'write into a number, a date, a choice or a text');
  const tabbed = reads.find((name) => table.subtables?.some((sub) => sub.inline !== 1 && name.startsWith(`${rowsName(sub)}.`)));
  if (tabbed)
    report('', `${tabbed} stands in a tab: no form has these rows`, 'write inline: 1, or let a field of the record calculate it (calc)');
  const why = told(() => {
    const type = typeCalc(calc, namesOf(scope, table));
    if (into) resultFits(into, type);
  });
  if (why !== null && !(into && dataType(into.data_type).calc === undefined))
    report('', `${one.text}: ${why}`, onceEqual(one.text.slice(one.text.indexOf('=') + 1)) ?? FORM);
}

function told(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof CalcError) return error.message;
    throw error;
  }
}
