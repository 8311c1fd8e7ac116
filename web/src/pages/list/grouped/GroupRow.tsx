import type { CSSProperties } from 'react';
import { formatCount } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { beginningOf, type Column } from '../state/columns.ts';
import { SumCells } from '../table/SumCells.tsx';
import table from '../table/Table.module.css';
import css from './Grouped.module.css';
import { useGroupName } from './group-name.ts';
import type { LevelField } from './levels.ts';
import type { GroupLine } from './lines.ts';

/** Where a line of a grouped list lies. */
export interface LinePlace {
  id: string;
  index: number;
  current: boolean;
  /** px from the first line's edge */
  top: number;
  height: number;
  template: string;
}

export const placeStyle = ({ top, height, template }: LinePlace, depth: number): CSSProperties =>
  ({ gridTemplateColumns: template, '--row': `${height}px`, '--top': `${top}px`, '--depth': depth }) as CSSProperties;

interface GroupRowProps extends LinePlace {
  line: GroupLine;
  level: LevelField;
  columns: readonly Column[];
  boxes: boolean;
  onPress: () => void;
}

/** A group: its name, how many records it has, and its subtotals below the columns that are added up. */
export function GroupRow({ line, level, columns, boxes, onPress, ...place }: GroupRowProps) {
  const { t } = useText();
  const nameOf = useGroupName();
  const { num, stat = {} } = line.group;
  const first = columns.findIndex((column) => stat[column.name] !== undefined);
  return (
    <div
      id={place.id}
      className={`${table.row} ${css.group} ${place.current ? table.current : ''}`}
      role="row"
      aria-rowindex={place.index + 2}
      aria-level={line.depth + 1}
      aria-posinset={line.at + 1}
      aria-setsize={line.of}
      aria-expanded={line.isOpen}
      style={placeStyle(place, line.depth)}
      onClick={onPress}
    >
      <div className={`${table.cell} ${table.begins} ${css.name}`} role="rowheader" style={beginningOf(columns, boxes, 1, first)}>
        <Icon name={line.isOpen ? 'down' : 'right'} size={12} />
        <b className="ellipsis">{nameOf(line.group, level)}</b>
        <span className={css.count}>{t('grouped.count', { n: formatCount(num) })}</span>
      </div>
      {first >= 0 && <SumCells columns={columns} first={first} sums={stat} />}
    </div>
  );
}
