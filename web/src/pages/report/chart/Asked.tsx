import { dated, isNothing } from '#protocol/rules/report/ask.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';
import { useText } from '#web/i18n/use-text.ts';
import { useSaid } from '../../list/filter/said.ts';
import type { LoadedReport, ReportController } from '../use-report.ts';

/** What was asked of a report, in words, for paper and pictures: on screen its searches say it. */
export function Asked({ control, report }: { control: ReportController; report: LoadedReport }) {
  const { t, label } = useText();
  const { fields = {}, value } = control.asked;
  const target = dated(report);
  return (
    <div className="on-paper" data-asked="">
      {report.searchs.fields.map((search) => {
        const filter = fields[search.name] ?? search.value;
        return isNothing(filter) ? null : <Said key={search.name} search={search} filter={filter!} />;
      })}
      {target && value && <p>{t('charts.asked', { name: label(target), value })}</p>}
    </div>
  );
}

function Said({ search, filter }: { search: LoadedReport['searchs']['fields'][number]; filter: FieldFilter }) {
  const { t, label } = useText();
  const value = useSaid(search.field, filter);
  return <p>{t('charts.asked', { name: label(search), value })}</p>;
}
