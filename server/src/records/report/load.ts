import type { FieldDef } from '#protocol/meta/field.ts';
import { kindOf, periodsOf, typeOfTarget } from '#protocol/meta/report/kinds.ts';
import type { ReportMeasureDef, ReportTargetDef } from '#protocol/meta/report.ts';
import { dated } from '#protocol/rules/report/ask.ts';
import { chartOf, type ReportChart } from '#protocol/rules/report/chart.ts';
import type { Currency } from '#protocol/wire/envelope.ts';
import type { Access } from '#server/access/access.ts';
import type { ResolvedField } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import { tellCurrency } from '../read/currency.ts';
import { drawnField, soughtField } from '../read/told/told.ts';
import { type OpenReport, openReport } from './open.ts';
import { firstMonth } from './past/first.ts';
import { belowOf, mapOf } from './places.ts';

/** What a count is called where its report does not say. */
const COUNT = { key_name: '数量', key_name_en: 'Number' };

/** The report as this reader may ask it (B23): nothing of what he does not see, but that some figures are left out. */
export function loadReport(access: Access, name: string): Record<string, unknown> {
  const report = openReport(access, name);
  const { def, unseen, leftOut } = report;
  const { uid, report_name, key_name, key_name_en, type = 'TABLE', order, top, drill, compare } = def;
  const currency = currencyOf(access, report);
  const chart = chartFor(access, report);
  return {
    ...{ uid, report_name, key_name, key_name_en, type, left_out: leftOut },
    ...(def.sources.every(({ cloud }) => access.may(access.table(cloud), 'Export')) ? { export: 1 } : {}),
    ...(order === undefined ? {} : { order }),
    ...(top === undefined ? {} : { top }),
    ...(drill === 0 || (drill && !drill.path.some((target) => unseen.has(target))) ? { drill } : {}),
    ...(chart === undefined ? {} : { chart }),
    ...(compare && !unseen.has(dated(def)?.name ?? '') ? { compare } : {}),
    sources: report.sources.map(({ def: { name: source, cloud, where, past }, grant: { table } }) => ({
      ...{ name: source, cloud, key_name: table.def.key_name, key_name_en: table.def.key_name_en },
      ...(where ? { where } : {}),
      ...(past ? { past } : {}),
    })),
    searchs: {
      fields: (def.searchs?.fields ?? []).map((search) => ({
        ...search,
        ...labelsOf(search, report.field(search.fields).def),
        field: soughtField(report.field(search.fields), access),
      })),
    },
    targets: def.targets.filter((target) => !unseen.has(target.name)).map((target) => targetOf(report, target, report.attrs(target))),
    indexs: def.indexs.map(({ link, ...measure }) => ({ ...measureOf(report, measure, currency), ...linkFor(access, link) })),
    ...(currency ? { _currency: currency } : {}),
  };
}

/** The first month of the past of which it has something for this reader. */
export const firstOfReport = (house: House, access: Access, name: string): Promise<string | undefined> =>
  firstMonth(house, access, [openReport(access, name)]);

/** Its chart as this reader has it. What it draws where it does not say so hangs on the definition, not on who looks. */
export const chartFor = (access: Access, report: OpenReport): ReportChart | undefined =>
  chartOf(
    access.catalogue.report(report.def.report_name)!,
    (target) => !report.unseen.has(target),
    (figure) => !report.leftOut.includes(figure),
    mapOf(access, report) !== undefined,
    belowOf(access, report) !== undefined,
  );

/** What its amounts are in: all sources are read in the domain in which he works. */
export const currencyOf = ({ session }: Access, { sources }: OpenReport): Currency | undefined =>
  sources.flatMap(({ grant }) => tellCurrency(session, grant, session.domain.id, []) ?? [])[0];

type Labels = { key_name?: string | undefined; key_name_en?: string | undefined };
const labelsOf = ({ key_name, key_name_en }: Labels, of: Labels): { key_name: string; key_name_en: string } => ({
  key_name: key_name ?? of.key_name ?? '',
  key_name_en: key_name_en ?? of.key_name_en ?? '',
});

function targetOf(report: OpenReport, { attr: _, ...target }: ReportTargetDef, attrs: readonly ResolvedField[]) {
  const field = report.field(target.fields);
  const type = typeOfTarget(target);
  return {
    ...target,
    ...labelsOf(target, field.def),
    type,
    data_type: field.def.data_type,
    ...(type === 'DATE' ? { periods: periodsOf(target) } : {}),
    ...(type === 'BAND' ? unitsOf(field.def) : {}),
    ...(attrs.length ? { attr: attrs.map(({ name }) => name), attrs: attrs.map(drawnField) } : {}),
  };
}

const unitsOf = ({ unit, unit_en }: Pick<FieldDef, 'unit' | 'unit_en'>, currency?: Currency) =>
  currency ? { unit: currency.currency, unit_en: currency.currency_en } : { ...(unit ? { unit } : {}), ...(unit_en ? { unit_en } : {}) };

/** The field whose values a figure tells: its own, or that of what it runs over. */
function measuredOf(report: OpenReport, measure: ReportMeasureDef): FieldDef | undefined {
  const of = measure.run === undefined ? measure : report.def.indexs.find(({ name }) => name === measure.run);
  const [own, other] = (of ? [report.counted(of), report.timesOf(of)] : []).map((field) => field && drawnField(field));
  return own && other ? productOf(own, other) : own;
}

/** A product is counted in the unit of one number where the other has none; of two units in neither. */
function productOf(one: FieldDef, other: FieldDef): FieldDef {
  const hasUnit = ({ unit, money }: FieldDef): boolean => money === 1 || Boolean(unit);
  if (!hasUnit(other)) return one;
  if (!hasUnit(one)) return other;
  const { unit: _, unit_en: __, money: ___, ...bare } = one;
  return bare;
}

/** Where the records are that set a figure, for who has their list and sees by what it is narrowed there. */
function linkFor(access: Access, link: ReportMeasureDef['link']) {
  const table = link && access.catalogue.table(link.cloud);
  if (!table || !access.may(table, 'Page') || access.grant(table, 'Page').sees(link.on, 't') === false) return {};
  return { link: { ...link, key_name: table.def.key_name, key_name_en: table.def.key_name_en } };
}

/** A figure with all that is known of how it is written: its unit, how many decimals it has. */
export function measureOf(report: OpenReport, measure: ReportMeasureDef, currency: Currency | undefined) {
  const counted = measuredOf(report, measure);
  const field = measure.of === 'distinct' ? undefined : counted;
  const own = field ? unitsOf(field, field.money === 1 ? currency : undefined) : {};
  return {
    ...measure,
    ...labelsOf(measure, counted ?? COUNT),
    kind: kindOf(measure),
    ...own,
    ...unitsOf(measure),
    ...(field ? { field_def: field } : {}),
    ...(report.isPartial(measure) ? { partial: 1 as const } : {}),
  } as ReportMeasureDef & { unit?: string; unit_en?: string; partial?: 1; key_name: string; key_name_en: string };
}
