import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { formatCount } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { usePhone } from '#web/ui/use-media.ts';
import css from './GroupLines.module.css';
import { useGroupName } from './group-name.ts';
import { type Group, type GroupKey, inSight, openAtFirst } from './groups.ts';
import type { GroupController } from './use-group-page.ts';

const HEIGHT = 32;
const TOUCH = 44;

/** The lines of the left side. Arrows go through them, right and left open and close a branch, Enter chooses. */
export function GroupLines({ group, words }: { group: GroupController; words: string }) {
  const { t } = useText();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const height = usePhone() ? TOUCH : HEIGHT;
  const { lines, isOpen, turn } = useOpened(group, words);
  const [stood, setStood] = useState<GroupKey | null>(null);
  const place = lines.findIndex(({ key }) => key === (stood ?? group.chosen));
  const at = Math.max(0, place);
  const virtual = useVirtualizer({ count: lines.length, getScrollElement: () => box.current, estimateSize: () => height, overscan: 12 });
  const stand = (to: number) => {
    const next = Math.max(0, Math.min(to, lines.length - 1));
    setStood(lines[next]?.key ?? null);
    virtual.scrollToIndex(next);
  };
  const choose = (line: Group) => {
    setStood(line.key);
    if (line.key !== 'blind') group.choose(line.key);
  };
  const press = (event: KeyboardEvent) => {
    const line = lines[at];
    const does = line && keyDoes(event.key, { line, lines, at, isOpen: isOpen(line), stand, turn, choose });
    if (!does) return;
    event.preventDefault();
    does();
  };
  if (lines.length === 0) return <p className={css.nothing}>{t('group.noneFound')}</p>;
  return (
    <div
      ref={box}
      className={css.box}
      role="tree"
      tabIndex={0}
      aria-label={t('group.groups')}
      aria-activedescendant={`${id}${lines[at]!.key}`}
      onKeyDown={press}
    >
      <div className={css.inner} style={{ height: virtual.getTotalSize() }} role="presentation">
        {virtual.getVirtualItems().map(({ index, start }) => {
          const line = lines[index]!;
          return (
            <Line
              key={line.key}
              id={`${id}${line.key}`}
              {...{ group, line, start, height, stood: index === at, open: isOpen(line), onChoose: choose, onTurn: turn }}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Which lines are in sight, and how a branch is opened and closed. */
function useOpened({ groups, chosen }: GroupController, words: string) {
  const [turned, setTurned] = useState<ReadonlyMap<GroupKey, boolean>>(new Map());
  const first = useMemo(() => openAtFirst(groups, chosen), [groups, chosen]);
  const opened = useMemo(() => withTurned(first, turned), [first, turned]);
  const lines = useMemo(() => inSight(groups, opened, words), [groups, opened, words]);
  return {
    lines,
    isOpen: ({ key }: Group) => words !== '' || opened.has(key),
    turn: ({ key }: Group, open: boolean) => setTurned((now) => new Map(now).set(key, open)),
  };
}

const withTurned = (first: ReadonlySet<GroupKey>, turned: ReadonlyMap<GroupKey, boolean>): ReadonlySet<GroupKey> =>
  new Set([...first, ...turned.keys()].filter((key) => turned.get(key) ?? true));

interface At {
  line: Group;
  lines: readonly Group[];
  at: number;
  isOpen: boolean;
  stand(to: number): void;
  turn(line: Group, open: boolean): void;
  choose(line: Group): void;
}

/** As in any tree; a list is one without branches. */
function keyDoes(key: string, { line, lines, at, isOpen, stand, turn, choose }: At): (() => void) | undefined {
  const moves: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 };
  if (Object.hasOwn(moves, key)) return () => stand(moves[key]!);
  if (key === 'Enter' || key === ' ') return () => choose(line);
  if (key === 'ArrowRight' && line.holds) return () => (isOpen ? stand(at + 1) : turn(line, true));
  if (key !== 'ArrowLeft') return undefined;
  if (line.holds && isOpen) return () => turn(line, false);
  const up = lines.findIndex((each) => each.key === line.parent);
  return up < 0 ? undefined : () => stand(up);
}

interface LineProps {
  id: string;
  group: GroupController;
  line: Group;
  start: number;
  height: number;
  stood: boolean;
  open: boolean;
  onChoose(line: Group): void;
  onTurn(line: Group, open: boolean): void;
}

function Line({ id, group, line, start, height, stood, open, onChoose, onTurn }: LineProps) {
  const { t } = useText();
  const name = useGroupName();
  const { isTree, chosen } = group;
  const words = line.key === 'all' ? t('group.all') : name(group, line.key);
  const blind = line.key === 'blind';
  const look = [css.line, stood && css.stood, !line.value && line.key !== 'all' && css.off].filter(Boolean).join(' ');
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the box, which has the focus
    <div
      id={id}
      className={look}
      role="treeitem"
      tabIndex={-1}
      aria-selected={line.key === chosen}
      aria-disabled={blind || undefined}
      aria-level={line.level}
      {...(line.holds ? { 'aria-expanded': open } : {})}
      title={blind ? t('group.blindWhy') : words}
      style={{ height, transform: `translateY(${start}px)`, paddingLeft: isTree ? 8 + (line.level - 1) * 16 : 8 }}
      onClick={() => onChoose(line)}
    >
      {isTree && (
        <span
          className={css.arrow}
          aria-hidden="true"
          onClick={(event) => {
            if (!line.holds) return;
            event.stopPropagation();
            onTurn(line, !open);
          }}
        >
          {line.holds && <Icon name={open ? 'down' : 'right'} size={12} />}
        </span>
      )}
      <span className={`${css.name} ellipsis`}>{words}</span>
      <span className={css.num}>{formatCount(line.num)}</span>
    </div>
  );
}
