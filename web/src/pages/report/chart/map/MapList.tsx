import type { Key } from '#protocol/rules/report/drill.ts';
import { useUnits } from '#web/fields/amounts.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { headOf } from '../../figures.ts';
import { type LoadedMeasure, openList, type ReportLine } from '../../use-report.ts';
import css from './MapList.module.css';
import type { Listed } from './map-of.ts';

interface ListProps {
  /** what its lines stand for */
  by: string;
  figures: readonly LoadedMeasure[];
  lines: readonly Listed[];
  chosen?: Key | undefined;
  /** a name was pressed; absent: names lead nowhere */
  onChoose?: ((key: Key) => void) | undefined;
  open?: ((line: ReportLine, measure: LoadedMeasure) => void) | undefined;
}

/** Lines beside a map; each figure leads to the records that it counts. */
export function MapList({ by, figures, lines, chosen, onChoose, open }: ListProps) {
  const texts = useText();
  const units = useUnits();
  return (
    <table className={css.list} data-listed="">
      <thead>
        <tr>
          <th scope="col">{by}</th>
          {figures.map((measure) => (
            <th key={measure.name} scope="col">
              {headOf(measure, texts, units)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, name, figures: told }) => (
          <tr key={key === undefined ? 'others' : String(key)} data-chosen={key !== undefined && key === chosen ? '' : undefined}>
            <th scope="row" title={name}>
              {onChoose && key !== undefined ? (
                <button type="button" className={css.name} aria-pressed={key === chosen} onClick={() => onChoose(key)}>
                  {name}
                </button>
              ) : (
                name
              )}
            </th>
            {told.map(({ measure, text, list, line }) => (
              <td key={measure.name}>
                {list ? (
                  <button
                    type="button"
                    className={css.figure}
                    aria-label={texts.t('report.open', { line: name, name: texts.label(measure), figure: text })}
                    onClick={() => (open && line ? open(line, measure) : openList(list))}
                  >
                    {text}
                  </button>
                ) : (
                  text
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
