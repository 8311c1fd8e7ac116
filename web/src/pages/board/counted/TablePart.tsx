import { keyIn } from '#protocol/rules/report/said.ts';
import { useUnits } from '#web/fields/amounts.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { headOf, keyText } from '../../report/figures.ts';
import { openList } from '../../report/use-report.ts';
import { type CountedProps, Figure, figuresOf, keysOf, linesOf, NoLines, recordsOf, restName, totalOf } from './figures.tsx';
import css from './TablePart.module.css';

/** The lines of a report in columns, and the total; each figure leads to the records that it counts, each line to all of its own. */
export function TablePart({ shown, report, told, asked }: CountedProps) {
  const texts = useText();
  const { t, label } = texts;
  const units = useUnits();
  const figures = figuresOf(report, shown);
  const [target] = report.targets;
  const lines = linesOf(told);
  if (lines.length === 0) return <NoLines />;
  const isOpened = report.drill !== 0;
  const row = (line: (typeof lines)[number], name: string, keys: Parameters<typeof Figure>[0]['keys']) =>
    figures.map((measure) => (
      <td key={measure.name}>
        <Figure {...{ measure, line, report, asked, keys }} of={name} />
      </td>
    ));
  return (
    <div className={css.scroll}>
      <table className={css.lines}>
        <thead>
          <tr>
            <th scope="col">{label(target)}</th>
            {figures.map((measure) => (
              <th key={measure.name} scope="col">
                {headOf(measure, texts, units)}
              </th>
            ))}
            {isOpened && (
              <th scope="col" className="no-print">
                <span className="sr">{t('board.view')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const key = target && line.keys[target.name];
            const name = key && target ? keyText(key, target, texts) : restName(line, texts);
            return (
              <tr key={key ? String(keyIn(key)) : 'rest'}>
                <th scope="row" title={name}>
                  {name}
                </th>
                {row(line, name, keysOf(key))}
                {isOpened && <td className="no-print">{key && <View name={name} list={recordsOf({ report, asked }, [keyIn(key)])} />}</td>}
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('report.total')}</th>
            {row(totalOf(told), t('report.total'), [])}
            {isOpened && <td className="no-print" />}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function View({ name, list }: { name: string; list: ReturnType<typeof recordsOf> }) {
  const { t } = useText();
  if (!list) return null;
  return (
    <Button kind="link" aria-label={t('board.viewOf', { name })} onClick={() => openList(list)}>
      {t('board.view')}
    </Button>
  );
}
