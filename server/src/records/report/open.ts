import { Refusal } from '#protocol/codes.ts';
import type { ReportDef, ReportMeasureDef, ReportSearchDef, ReportTargetDef } from '#protocol/meta/report.ts';
import { calcNamesOf } from '#protocol/rules/calc/calc.ts';
import { parseCalc } from '#protocol/rules/calc/calc-parse.ts';
import { askedBy } from '#protocol/rules/report/where.ts';
import type { Access, Grant } from '#server/access/access.ts';
import type { ResolvedField } from '#server/meta/catalogue.ts';
import { createNames } from '#server/query/names.ts';

/** A report as one reader has it. */
export interface OpenReport {
  /** with the figures and searches that are his */
  readonly def: ReportDef;
  readonly grant: Grant;
  /** names of figures that he has not */
  readonly leftOut: readonly string[];
  /** targets of the definition that he has not: to ask by one is refused */
  readonly unseen: ReadonlySet<string>;
  /** the field at the end of a path that he has */
  field(path: string): ResolvedField;
  /** of what a figure counts he sees some of the values only */
  isPartial(measure: ReportMeasureDef): boolean;
}

const refuse = (): never => {
  throw new Refusal(312);
};

/** The report of this name, 312 where there is none, or none for this reader: who may not list its source, or does not see what it always asks. */
export function openReport(access: Access, name: string): OpenReport {
  const def = access.catalogue.report(name) ?? refuse();
  const [source] = def.sources;
  const grant = access.grant(access.table(source!.cloud), 'Page');
  const { field, isSeen, isPartly } = sightOf(access, grant);
  if (!askedBy(source!.where).every(([path]) => isSeen(path))) refuse();
  const searchs = (def.searchs?.fields ?? []).filter((search: ReportSearchDef) => isSeen(search.fields) || search.notnull === 1);
  if (searchs.some(({ fields }) => !isSeen(fields))) refuse();
  const counts = (measure: ReportMeasureDef): boolean =>
    (measure.field === undefined || isSeen(measure.field)) &&
    askedBy(measure.where).every(([path]) => isSeen(path)) &&
    !(grant.participant && measure.field !== undefined && field(measure.field).def.money === 1);
  const his: ReportMeasureDef[] = [];
  for (const measure of def.indexs) {
    const from = measure.share ? [measure.share] : measure.calc === undefined ? [] : calcNamesOf(parseCalc(measure.calc));
    if (from.every((other) => his.some(({ name: known }) => known === other)) && counts(measure)) his.push(measure);
  }
  const unseen = def.targets.filter((target: ReportTargetDef) => !isSeen(target.fields)).map((target) => target.name);
  return {
    def: { ...def, ...(def.searchs ? { searchs: { fields: searchs } } : {}), indexs: his },
    grant,
    leftOut: def.indexs.filter((measure) => !his.includes(measure)).map((measure) => measure.name),
    unseen: new Set(unseen),
    field,
    isPartial: ({ field: path, where }) => [...(path ? [path] : []), ...askedBy(where).map(([asked]) => asked)].some(isPartly),
  };
}

/** What a reader sees of a path: as a filter of his would. */
function sightOf({ reader }: Access, grant: Grant) {
  const names = createNames(reader, grant);
  const field = (path: string): ResolvedField => names.value(path).field;
  const isSeen = (path: string): boolean => {
    try {
      return field(path) !== undefined;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  };
  const isPartly = (path: string): boolean => {
    const [head = '', tail] = path.split('.');
    const source = grant.table.fields.get(head)?.source;
    const end = tail !== undefined && source ? reader.gate(source.table) : undefined;
    return typeof grant.sees(head, 't') === 'object' || (tail !== undefined && typeof end?.sees(tail, 'j1') === 'object');
  };
  return { field, isSeen, isPartly };
}
