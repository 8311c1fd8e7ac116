import { Refusal } from '#protocol/codes.ts';
import type { At, ReportDef, ReportMeasureDef, ReportSearchDef, ReportSourceDef, ReportTargetDef } from '#protocol/meta/report.ts';
import { dated } from '#protocol/rules/report/ask.ts';
import { isLast } from '#protocol/rules/report/balance/last.ts';
import { partsOf } from '#protocol/rules/report/reckon.ts';
import { pathIn, sourceOf } from '#protocol/rules/report/sources.ts';
import { isUntil } from '#protocol/rules/report/until.ts';
import { askedBy } from '#protocol/rules/report/where.ts';
import type { Access, Grant } from '#server/access/access.ts';
import type { ResolvedField } from '#server/meta/catalogue.ts';
import { createNames } from '#server/query/names.ts';

/** A source as one reader has it: the rows and the fields that its list shows him. */
export interface OpenSource {
  readonly def: ReportSourceDef;
  readonly grant: Grant;
  /** the field at the end of a path that he has */
  field(path: string): ResolvedField;
  isSeen(path: string): boolean;
  /** he sees its value on some rows only */
  isPartly(path: string): boolean;
}

/** A report as one reader has it. */
export interface OpenReport {
  /** with the figures and searches that are his */
  readonly def: ReportDef;
  /** of the first source */
  readonly grant: Grant;
  readonly sources: readonly OpenSource[];
  /** names of figures that he has not */
  readonly leftOut: readonly string[];
  /** targets of the definition that he has not: to ask by one is refused */
  readonly unseen: ReadonlySet<string>;
  /** the field that a target or a search asks for, as the first source has it */
  field(fields: At): ResolvedField;
  /** further fields of the record that a target refers to, as far as he has them */
  attrs(target: ReportTargetDef): readonly ResolvedField[];
  /** the field that a figure counts */
  counted(measure: ReportMeasureDef): ResolvedField | undefined;
  /** of what a figure counts he sees some of the values only */
  isPartial(measure: ReportMeasureDef): boolean;
  /** what multiplies it */
  timesOf(measure: ReportMeasureDef): ResolvedField | undefined;
}

const refuse = (): never => {
  throw new Refusal(312);
};

/** The report of this name, 312 where there is none, or none for this reader: who may not list a source, or does not see what it always asks. */
export function openReport(access: Access, name: string): OpenReport {
  const def = access.catalogue.report(name) ?? refuse();
  const sources = def.sources.map((source) => openSource(access, source));
  const of = (measure: ReportMeasureDef): OpenSource => sources.find(({ def: { name: own } }) => own === sourceOf(def, measure).name)!;
  const reaches = (fields: At): boolean => sources.every((source) => source.isSeen(pathIn(fields, source.def.name)));
  const searchs = (def.searchs?.fields ?? []).filter((search: ReportSearchDef) => reaches(search.fields) || search.notnull === 1);
  if (searchs.some(({ fields }) => !reaches(fields))) refuse();
  const days = dated(def)?.fields ?? '';
  // what ends with today, and a balance, asks its rows for their day
  const his = measuresOf(def.indexs, (measure) => counts(of(measure), measure) && (!asksDays(measure) || reaches(days)));
  const field = (fields: At): ResolvedField => first!.field(pathIn(fields, first!.def.name));
  const unseen = def.targets.filter((target: ReportTargetDef) => !reaches(target.fields)).map((target) => target.name);
  const [first] = sources;
  return {
    def: { ...def, ...(def.searchs ? { searchs: { fields: searchs } } : {}), indexs: his },
    grant: first!.grant,
    sources,
    leftOut: def.indexs.filter((measure) => !his.includes(measure)).map((measure) => measure.name),
    unseen: new Set(unseen),
    field,
    attrs: ({ attr = [], fields }) => attr.flatMap((name) => attrSeen(access, field(fields), name) ?? []),
    timesOf: (measure) => (measure.times === undefined ? undefined : of(measure).field(measure.times)),
    counted: (measure) => (measure.field === undefined ? undefined : of(measure).field(measure.field)),
    isPartial: (measure) =>
      [
        ...readBy(measure),
        ...askedBy(measure.where).map(([asked]) => asked),
        ...(asksDays(measure) ? [pathIn(days, sourceOf(def, measure).name)] : []),
      ].some(of(measure).isPartly),
  };
}

function openSource(access: Access, def: ReportSourceDef): OpenSource {
  const grant = access.grant(access.table(def.cloud), 'Page');
  const sight = sightOf(access, grant);
  if (!askedBy(def.where).every(([path]) => sight.isSeen(path))) refuse();
  return { def, grant, ...sight };
}

/** The fields that a figure reads of each row. */
const readBy = ({ field, times }: ReportMeasureDef): readonly string[] => [field ?? [], times ?? []].flat();
const asksDays = (measure: ReportMeasureDef): boolean => isUntil(measure) || isLast(measure);

const counts = ({ grant, field, isSeen }: OpenSource, measure: ReportMeasureDef): boolean =>
  readBy(measure).every(isSeen) &&
  askedBy(measure.where).every(([path]) => isSeen(path)) &&
  !(grant.participant && readBy(measure).some((path) => field(path).def.money === 1));

/** A field of the record that a field refers to, for who sees it on some of that table's records; else undefined, whether there is one or not. */
function attrSeen({ reader }: Access, { source }: ResolvedField, name: string): ResolvedField | undefined {
  const gate = source && reader.gate(source.table);
  const field = gate?.table.fields.get(name);
  return field && field.storage !== 'none' && gate?.sees(name, 't') !== false ? field : undefined;
}

/** Those that count what he sees, and those that are reckoned from such. */
function measuresOf(measures: readonly ReportMeasureDef[], isHis: (measure: ReportMeasureDef) => boolean): ReportMeasureDef[] {
  const his: ReportMeasureDef[] = [];
  for (const measure of measures)
    if (partsOf(measure).every((part) => his.some(({ name }) => name === part)) && isHis(measure)) his.push(measure);
  return his;
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
