import type { ReportDef, ReportMeasureDef, ReportTargetDef } from '../report.ts';
import { PERIODS, type Period } from './periods.ts';

/* What the words of a report mean, without what checks a definition: a browser that draws one needs no more. */

/** Its lines are the nodes of the tree that its target refers to, each with all that stand below it. */
export const isTree = ({ type }: Pick<ReportDef, 'type'>): boolean => type === 'TREE';
export const typeOfTarget = ({ type }: Pick<ReportTargetDef, 'type'>): NonNullable<ReportTargetDef['type']> => type ?? 'VALUE';
/** Periods that a reader may switch to. */
export const periodsOf = ({ periods }: Pick<ReportTargetDef, 'periods'>): readonly Period[] => periods ?? PERIODS;

/**
 * How the parts of a figure make the whole: `add` by adding them up; `level` is counted, `calc` reckoned, anew for each line; `run` is what came
 * before too; of `last` parts make the whole across records, along time the last period tells.
 */
export type MeasureKind = 'add' | 'level' | 'calc' | 'share' | 'run' | 'last';
export function kindOf({ of, share, run, last }: Pick<ReportMeasureDef, 'of' | 'share' | 'run' | 'last'>): MeasureKind {
  if (share !== undefined) return 'share';
  if (run !== undefined) return 'run';
  if (last === 1) return 'last';
  return of === undefined ? 'calc' : of === 'count' || of === 'sum' ? 'add' : 'level';
}

/** What a figure is called in the columns of a comparison: then, the difference, its rate. */
export const BESIDE = ['_c', '_d', '_r'] as const;

/** What stands in a line beside its figures: no figure is called so. */
export const RESERVED: ReadonlySet<string> = new Set([
  ...['source', 'field_name', 'query', 'depth', 'keys', 'key_name', 'key_name_en', 'rest', 'off', 'id', 'cells', 'across', 'as_of'],
  // of every object
  ...['constructor', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf', 'then', 'toJSON', 'toLocaleString', 'propertyIsEnumerable'],
]);

/** What is told of a figure: itself, and where it is compared what it was, the difference and its rate. */
export type End = '' | (typeof BESIDE)[number];
/** A share is laid beside nothing, being a part of its own whole. */
export const endsOf = (kind: MeasureKind, isCompared: boolean): readonly End[] => (isCompared && kind !== 'share' ? ['', ...BESIDE] : ['']);
