import type { FieldDef } from '#protocol/meta/field.ts';
import { kindOf, periodsOf, type ReportMeasureDef, type ReportTargetDef, typeOfTarget } from '#protocol/meta/report.ts';
import { chartOf } from '#protocol/rules/report/chart.ts';
import type { Currency } from '#protocol/wire/envelope.ts';
import type { Access } from '#server/access/access.ts';
import type { ResolvedField } from '#server/meta/catalogue.ts';
import { tellCurrency } from '../read/currency.ts';
import { type OpenReport, openReport } from './open.ts';

/** What a count is called where its report does not say. */
const COUNT = { key_name: '数量', key_name_en: 'Number' };

/** The report as this reader may ask it (B23): nothing of what he does not see, but that some figures are left out. */
export function loadReport(access: Access, name: string): Record<string, unknown> {
  const report = openReport(access, name);
  const { def, grant, unseen, leftOut } = report;
  const { uid, report_name, key_name, key_name_en, type = 'TABLE', order, top, drill } = def;
  const { session } = access;
  const currency = tellCurrency(session, grant, session.domain.id, []);
  // what it draws where it does not say so hangs on the definition, not on who looks
  const chart = chartOf(
    access.catalogue.report(name)!,
    (target) => !unseen.has(target),
    (figure) => !leftOut.includes(figure),
  );
  return {
    ...{ uid, report_name, key_name, key_name_en, type, left_out: leftOut },
    ...(order === undefined ? {} : { order }),
    ...(top === undefined ? {} : { top }),
    ...(drill === undefined ? {} : { drill }),
    ...(chart === undefined ? {} : { chart }),
    sources: def.sources.map(({ name: source, cloud, where }) => ({
      ...{ name: source, cloud, key_name: grant.table.def.key_name, key_name_en: grant.table.def.key_name_en },
      ...(where ? { where } : {}),
    })),
    searchs: {
      fields: (def.searchs?.fields ?? []).map((search) => ({
        ...search,
        ...labelsOf(search, report.field(search.fields).def),
        field: defOf(report.field(search.fields)),
      })),
    },
    targets: def.targets.filter((target) => !unseen.has(target.name)).map((target) => targetOf(report, target)),
    indexs: def.indexs.map((measure) => measureOf(report, measure, currency)),
    ...(currency ? { _currency: currency } : {}),
  };
}

type Labels = { key_name?: string | undefined; key_name_en?: string | undefined };
const labelsOf = ({ key_name, key_name_en }: Labels, of: Labels): { key_name: string; key_name_en: string } => ({
  key_name: key_name ?? of.key_name ?? '',
  key_name_en: key_name_en ?? of.key_name_en ?? '',
});

/** The field as widgets need it, its choices filled in. */
const defOf = ({ def, items }: ResolvedField): FieldDef => ({ ...def, ...(items ? { items: [...items] } : {}) });

function targetOf(report: OpenReport, target: ReportTargetDef) {
  const field = report.field(target.fields);
  const type = typeOfTarget(target);
  return {
    ...target,
    ...labelsOf(target, field.def),
    type,
    data_type: field.def.data_type,
    ...(type === 'DATE' ? { periods: periodsOf(target) } : {}),
    ...(type === 'BAND' ? unitsOf(field.def) : {}),
  };
}

const unitsOf = ({ unit, unit_en }: Pick<FieldDef, 'unit' | 'unit_en'>, currency?: Currency) =>
  currency ? { unit: currency.currency, unit_en: currency.currency_en } : { ...(unit ? { unit } : {}), ...(unit_en ? { unit_en } : {}) };

/** A figure with all that is known of how it is written: its unit, how many decimals it has. */
export function measureOf(report: OpenReport, measure: ReportMeasureDef, currency: Currency | undefined) {
  const field = measure.field === undefined || measure.of === 'distinct' ? undefined : report.field(measure.field).def;
  const named = field ?? (measure.field === undefined ? COUNT : report.field(measure.field).def);
  const own = field ? unitsOf(field, field.money === 1 ? currency : undefined) : {};
  return {
    ...measure,
    ...labelsOf(measure, named),
    kind: kindOf(measure),
    ...own,
    ...unitsOf(measure),
    ...(field ? { field_def: field } : {}),
    ...(report.isPartial(measure) ? { partial: 1 as const } : {}),
  } as ReportMeasureDef & { unit?: string; unit_en?: string; partial?: 1; key_name: string; key_name_en: string };
}
