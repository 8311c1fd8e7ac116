import { useUnits } from '#web/fields/amounts.tsx';
import { formatCount } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Cards } from '../cards/Cards.tsx';
import type { ListController } from '../state/use-list-page.ts';
import css from './GroupedCards.module.css';
import { useGroupName } from './group-name.ts';
import type { LevelField } from './levels.ts';
import type { GroupLine, Line, RowLine } from './lines.ts';
import { More } from './MoreRow.tsx';
import type { Groups } from './use-groups.ts';

interface GroupedProps {
  list: ListController;
  levels: readonly LevelField[];
  groups: Groups;
}

/** On a phone: a heading for each group, its records as cards below it. */
export function GroupedCards({ list, levels, groups }: GroupedProps) {
  return (
    <div className={css.groups} aria-busy={list.busy}>
      {partsOf(groups.lines).map((part) => {
        const [line] = part;
        if (line.kind === 'group')
          return <Heading key={line.key} line={line} list={list} level={levels[line.depth]!} onPress={() => groups.press(line)} />;
        if (line.kind !== 'row')
          return (
            <p key={line.key} className={css.more}>
              <More line={line} levels={levels.length} groups={groups} />
            </p>
          );
        return <Cards key={`${line.key} ${line.depth}`} list={{ ...list, rows: part.map((each) => (each as RowLine).row) }} />;
      })}
    </div>
  );
}

/** Lines, rows that follow each other together. */
function partsOf(lines: readonly Line[]): readonly [Line, ...Line[]][] {
  const parts: [Line, ...Line[]][] = [];
  for (const line of lines) {
    const last = parts.at(-1);
    if (line.kind === 'row' && last?.[0].kind === 'row') last.push(line);
    else parts.push([line]);
  }
  return parts;
}

interface HeadingProps {
  line: GroupLine;
  list: ListController;
  level: LevelField;
  onPress: () => void;
}

/** Its name, how many there are, and the first of its subtotals with its unit. */
function Heading({ line, list, level, onPress }: HeadingProps) {
  const { t } = useText();
  const { alone } = useUnits();
  const nameOf = useGroupName();
  const { group } = line;
  const summed = list.columns.find(({ name }) => group.stat?.[name] !== undefined && group.stat[name] !== null);
  return (
    <div className={css.heading} role="heading" aria-level={2 + line.depth} style={{ '--depth': line.depth } as never}>
      <button type="button" aria-expanded={line.isOpen} onClick={onPress}>
        <Icon name={line.isOpen ? 'down' : 'right'} size={12} />
        <b className="ellipsis">{nameOf(group, level)}</b>
        <span className={css.count}>{t('grouped.count', { n: formatCount(group.num) })}</span>
        {summed && <span className={css.sum}>{alone(summed.field, group.stat![summed.name])}</span>}
      </button>
    </div>
  );
}
