import { formatCount } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { usePhone } from '#web/ui/use-media.ts';
import table from '../table/Table.module.css';
import css from './Grouped.module.css';
import { type LinePlace, placeStyle } from './GroupRow.tsx';
import type { MoreLine } from './lines.ts';
import type { Groups } from './use-groups.ts';

interface MoreProps {
  line: MoreLine;
  levels: number;
  groups: Groups;
  /** among the lines of a grid, whose keys press it */
  inGrid?: boolean;
}

/** A line that says what else there is in its group, and brings it. */
export function MoreRow({ line, levels, groups, ...place }: MoreProps & LinePlace) {
  return (
    <div
      id={place.id}
      className={`${table.row} ${css.more} ${place.current ? table.current : ''}`}
      role="row"
      aria-rowindex={place.index + 2}
      aria-level={line.depth + 1}
      style={placeStyle(place, line.depth)}
    >
      <div className={`${table.cell} ${css.name}`} role="gridcell" style={{ gridColumn: '1 / -1' }}>
        <More line={line} levels={levels} groups={groups} inGrid />
      </div>
    </div>
  );
}

export function More({ line, levels, groups, inGrid = false }: MoreProps) {
  const { t } = useText();
  const size = usePhone() ? 'touch' : 'small';
  const ofRows = line.depth === levels;
  const n = formatCount(line.left);
  if (line.kind === 'wait') return <span className={css.count}>{t('grouped.wait')}</span>;
  if (line.kind === 'fault')
    return (
      <span className={css.count} role="alert">
        {t('grouped.failed', { why: line.why })}
        <Button kind="link" size={size} onClick={() => groups.again(line.place)}>
          {t('grouped.again')}
        </Button>
      </span>
    );
  if (line.isEnd) return <span className={css.count}>{t(ofRows ? 'grouped.narrow' : 'grouped.narrowGroups', { n })}</span>;
  return (
    <Button kind="link" size={size} tabIndex={inGrid ? -1 : 0} onClick={() => groups.more(line.place)}>
      {t(ofRows ? 'grouped.moreRows' : 'grouped.moreGroups', { n })}
    </Button>
  );
}
