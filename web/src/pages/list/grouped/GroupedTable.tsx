import { type CSSProperties, Fragment, useId } from 'react';
import { useSession } from '#web/api/use-session.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { BELOW_EN, BELOW_ZH } from '#web/i18n/parts/records/below.ts';
import { useText } from '#web/i18n/use-text.ts';
import { useOpener } from '../below/opener.tsx';
import { Panel } from '../below/Panel.tsx';
import { type Below, BelowProvider, useBelow } from '../below/use-below.ts';
import { useHeights } from '../below/use-heights.ts';
import type { ListController } from '../state/use-list-page.ts';
import { Head } from '../table/Head.tsx';
import { Row } from '../table/Row.tsx';
import { SumRow } from '../table/SumRow.tsx';
import table from '../table/Table.module.css';
import { GroupRow } from './GroupRow.tsx';
import type { LevelField } from './levels.ts';
import { MoreRow } from './MoreRow.tsx';
import type { Groups } from './use-groups.ts';
import { useLines } from './use-lines.ts';

addTexts(BELOW_ZH, BELOW_EN);

interface GroupedTableProps {
  list: ListController;
  /** the list as it is without groups: what its sums are of */
  whole: ListController;
  levels: readonly LevelField[];
  groups: Groups;
}

/** The lines of a grouped list below the same head and above the same sums as any list: groups with their subtotals, rows within them. */
export function GroupedTable(props: GroupedTableProps) {
  const below = useBelow(props.list);
  const columns = useOpener(props.list.columns, props.list.boxes);
  const list = below.fields.length > 0 ? { ...props.list, columns } : props.list;
  return (
    <BelowProvider value={below}>
      <Grid {...props} list={list} below={below} />
    </BelowProvider>
  );
}

function Grid({ list, whole, levels, groups, below }: GroupedTableProps & { below: Below }) {
  const { t, label } = useText();
  const ways = useId();
  const grid = useLines(list, groups, below);
  const { columns, template, width, wide } = grid.layout;
  return (
    <div
      ref={grid.box}
      className={wide ? `${table.box} ${table.wide}` : table.box}
      role="treegrid"
      tabIndex={0}
      aria-label={label(list.table)}
      aria-describedby={below.fields.length > 0 ? ways : undefined}
      aria-rowcount={groups.lines.length + 1}
      aria-colcount={grid.seen.of === null ? undefined : grid.seen.of + (list.boxes ? 2 : 1)}
      aria-busy={list.busy}
      aria-multiselectable={list.boxes}
      aria-activedescendant={grid.at >= 0 ? grid.idOf(grid.at) : undefined}
      onKeyDown={grid.press}
      onFocus={(event) => event.target === event.currentTarget && grid.enter()}
    >
      <div className={table.inner} style={{ minWidth: width }} role="presentation">
        <Head list={list} columns={columns} template={template} />
        <Lines list={list} levels={levels} groups={groups} grid={grid} below={below} />
        <SumRow list={whole} columns={columns} template={template} />
      </div>
      <p id={ways} hidden>
        {t('below.hint')}
      </p>
    </div>
  );
}

interface LinesProps {
  list: ListController;
  levels: readonly LevelField[];
  groups: Groups;
  grid: ReturnType<typeof useLines>;
  below: Below;
}

function Lines({ list, levels, groups, grid, below }: LinesProps) {
  const { session } = useSession();
  const onHeight = useHeights(below, grid);
  const toList = () => grid.box.current?.focus({ preventScroll: true });
  const { mode, boxes, hand, selection } = list;
  return (
    <div className={table.body} role="rowgroup" style={{ '--height': `${grid.height}px` } as CSSProperties}>
      {grid.items.map(({ index, start }) => {
        const line = groups.lines[index]!;
        const place = {
          ...{ id: grid.idOf(index), index, current: index === grid.at, top: start, height: grid.rowHeight },
          template: grid.layout.template,
        };
        if (line.kind === 'group')
          return (
            <GroupRow
              key={line.key}
              {...place}
              line={line}
              level={levels[line.depth]!}
              columns={grid.layout.columns}
              boxes={list.boxes}
              onPress={() => groups.press(line)}
            />
          );
        if (line.kind !== 'row') return <MoreRow key={line.key} {...place} line={line} levels={levels.length} groups={groups} />;
        const { row } = line;
        const isOpen = below.isOpen(row.id);
        return (
          <Fragment key={`${line.key} ${line.depth}`}>
            <Row
              {...{ ...place, table: list.table!, mode, boxes, hand, row }}
              seen={grid.seen}
              me={session?.user.id ?? 0}
              level={line.depth + 1}
              expanded={below.fields.length > 0 ? isOpen : undefined}
              chosen={selection.has(row.id)}
            />
            {isOpen && (
              <Panel
                id={place.id}
                {...{ list, row, below, onHeight }}
                level={line.depth + 2}
                top={start + grid.rowHeight}
                room={grid.room}
                onLeave={toList}
              />
            )}
          </Fragment>
        );
      })}
    </div>
  );
}
