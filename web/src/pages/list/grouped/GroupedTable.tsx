import type { CSSProperties } from 'react';
import { useSession } from '#web/api/use-session.ts';
import { useText } from '#web/i18n/use-text.ts';
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

interface GroupedTableProps {
  list: ListController;
  /** the list as it is without groups: what its sums are of */
  whole: ListController;
  levels: readonly LevelField[];
  groups: Groups;
}

/** The lines of a grouped list below the same head and above the same sums as any list: groups with their subtotals, rows within them. */
export function GroupedTable({ list, whole, levels, groups }: GroupedTableProps) {
  const { label } = useText();
  const grid = useLines(list, groups);
  const { columns, template, width, wide } = grid.layout;
  return (
    <div
      ref={grid.box}
      className={wide ? `${table.box} ${table.wide}` : table.box}
      role="treegrid"
      tabIndex={0}
      aria-label={label(list.table)}
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
        <Lines list={list} levels={levels} groups={groups} grid={grid} />
        <SumRow list={whole} columns={columns} template={template} />
      </div>
    </div>
  );
}

interface LinesProps {
  list: ListController;
  levels: readonly LevelField[];
  groups: Groups;
  grid: ReturnType<typeof useLines>;
}

function Lines({ list, levels, groups, grid }: LinesProps) {
  const { session } = useSession();
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
              onPress={() => groups.press(line)}
            />
          );
        if (line.kind !== 'row') return <MoreRow key={line.key} {...place} line={line} levels={levels.length} groups={groups} />;
        const { row } = line;
        return (
          <Row
            key={`${line.key} ${line.depth}`}
            {...{ ...place, table: list.table!, mode, boxes, hand, row }}
            seen={grid.seen}
            me={session?.user.id ?? 0}
            level={line.depth + 1}
            chosen={selection.has(row.id)}
          />
        );
      })}
    </div>
  );
}
