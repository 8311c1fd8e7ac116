import { type Calc, CalcError, calcNamesOf } from '../calc/calc.ts';
import { parseCalc } from '../calc/calc-parse.ts';
import { readOnce } from '../once.ts';

/** One of a list: what the expression gives is written into the target. */
export interface Assignment {
  target: string;
  calc: Calc;
  /** the names that the expression reads: fields, and `table.field` of rows */
  reads: readonly string[];
  /** as the definition says it */
  text: string;
}

const ASSIGNMENT = /^\s*([A-Za-z][A-Za-z0-9_]*)\s*=(?!=)([\s\S]*)$/;

/** `target=expression` joined by `;`, which the language of `calc` has in texts only. Throws CalcError. */
export const parseAssignments = readOnce((text: string): readonly Assignment[] => partsOf(text).map(assignmentOf));

function assignmentOf(text: string): Assignment {
  const [, target, expression] = ASSIGNMENT.exec(text) ?? [];
  if (target === undefined || expression === undefined) throw new CalcError(`${text.trim() || 'nothing'} is no target=expression`);
  const calc = parseCalc(expression);
  return { target, calc, reads: calcNamesOf(calc), text: text.trim() };
}

/** What stands between the marks, but for those inside of a text. */
function partsOf(text: string): string[] {
  const parts = [''];
  let isText = false;
  for (const letter of text) {
    if (letter === "'") isText = !isText;
    if (letter === ';' && !isText) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts;
}

/** The assignments of a key that a definition need not have. */
export const assignmentsOf = (text: string | undefined): readonly Assignment[] => (text === undefined ? [] : parseAssignments(text));

/** The list with those that are kept; undefined where none is. */
export function keepAssignments(text: string, keeps: (one: Assignment) => boolean): string | undefined {
  const kept = parseAssignments(text).filter(keeps);
  return kept.length > 0 ? kept.map((one) => one.text).join(';') : undefined;
}

/** Whether an expression reads rows. */
export const readsRows = ({ reads }: Assignment): boolean => reads.some((name) => name.includes('.'));
