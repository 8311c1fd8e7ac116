import { useVirtualizer } from '@tanstack/react-virtual';
import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { nameOf } from '#web/actions/run-action.ts';
import { formatCount } from '#web/i18n/format.ts';
import { useFirstFocus } from '#web/nav/use-tab.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Marked } from './Marked.tsx';
import type { Line, TreeNode } from './state/nodes.ts';
import type { TreeView } from './state/use-tree.ts';
import css from './Tree.module.css';

/** px of a line; a finger needs more */
const LINE = { desk: 28, touch: 44 };
/** Above this many lines only those in sight stand in the page. */
const ALL_AT_ONCE = 60;

export interface TreeProps {
  tree: TreeView;
  label: string;
  /** the node that is chosen; 0: none */
  chosen: number;
  onChoose(node: TreeNode): void;
  touch?: boolean;
  /** several can be chosen: those that are, each with a box */
  checked?: ReadonlySet<number>;
  /** nodes that cannot be chosen */
  isOff?(node: TreeNode): boolean;
  /** what is said of a node when the pointer rests there, in place of its name */
  titleOf?(node: TreeNode): string;
  /** lines that are no records stand back */
  isQuiet?(node: TreeNode): boolean;
  /** the figure of a line; what stands below it, where nothing else is counted */
  count?(node: TreeNode): string;
  /** keys beside those that walk; true where it was one */
  onKey?(key: string, node: TreeNode): boolean;
  /** what can be done with a node, at its line */
  tools?(node: TreeNode): ReactNode;
  drag?: Drag;
}

export interface Drag {
  mayMove(node: TreeNode): boolean;
  mayTake(onto: TreeNode, node: TreeNode): boolean;
  onStart(node: TreeNode | null): void;
  onDrop(node: TreeNode, onto: TreeNode): void;
}

/** The nodes of a tree as lines: arrows walk, open and close, Home and End go to the ends, Enter chooses; only those in sight are drawn. */
export function Tree(props: TreeProps) {
  const { tree, label, chosen, touch = false, checked } = props;
  const { lines } = tree;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const [dragged, setDragged] = useState<TreeNode | null>(null);
  const height = touch ? LINE.touch : LINE.desk;
  useFirstFocus(box, lines.length > 0);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: lines.length > ALL_AT_ONCE ? 12 : lines.length,
  });
  const place = lines.findIndex(({ node }) => node.id === (at || chosen));
  const go = (to: number) => {
    const next = Math.max(0, Math.min(to, lines.length - 1));
    setAt(lines[next]?.node.id ?? 0);
    virtual.scrollToIndex(next);
  };
  const line = lines[place];
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was chosen elsewhere comes in sight once
  useEffect(() => {
    const found = lines.findIndex(({ node }) => node.id === chosen);
    setAt(chosen);
    if (found >= 0) virtual.scrollToIndex(found);
  }, [chosen, lines.length > 0]);
  const idOf = (node: TreeNode) => `${id}-${node.id}`;
  return (
    <div
      ref={box}
      className={css.tree}
      role="tree"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable={checked !== undefined}
      aria-activedescendant={line && idOf(line.node)}
      onFocus={(event) => event.target === event.currentTarget && place < 0 && go(0)}
      onKeyDown={(event) => isOnLine(event) && pressed(event, { ...props, line, place, go })}
    >
      <div role="presentation" className={css.lines} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const each = lines[index] as Line;
          return (
            <TreeLine
              key={each.node.id}
              {...{ line: each, start, height, dragged, setDragged, id: idOf(each.node), current: index === place, on: props }}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Keys are the tree's, and those of a line that was pressed, which has the focus then; not those of what stands in a line. */
const isOnLine = ({ target, currentTarget }: KeyboardEvent): boolean =>
  target === currentTarget || (target as Element).getAttribute('role') === 'treeitem';

interface Press extends TreeProps {
  line: Line | undefined;
  place: number;
  go(to: number): void;
}

/** As the pattern of a tree has it: right opens, then goes in; left closes, then goes out. */
function pressed(event: KeyboardEvent, on: Press): void {
  const { tree, line, place, go } = on;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { key } = event;
  if (key === 'ArrowDown') go(place + 1);
  else if (key === 'ArrowUp') go(place - 1);
  else if (key === 'Home') go(0);
  else if (key === 'End') go(tree.lines.length - 1);
  else if (key === '*') tree.openAll?.();
  else if (!line) return;
  else if (key === 'ArrowRight') turn(on, line);
  else if (key === 'ArrowLeft') back(on, line);
  else if (key === 'Enter' || key === ' ') choose(on, line.node);
  else if (!on.onKey?.(key, line.node)) return;
  event.preventDefault();
}

function turn({ tree, place, go }: Press, { node, isOpen, waits }: Line): void {
  if (node.holds === 0 || waits) return;
  if (isOpen) go(place + 1);
  else tree.toggle(node.id, true);
}

function back({ tree, go }: Press, { node, isOpen }: Line): void {
  if (isOpen) tree.toggle(node.id, false);
  else if (node.parent) go(tree.lines.findIndex((each) => each.node === node.parent));
}

function choose({ isOff, onChoose }: TreeProps, node: TreeNode): void {
  if (!isOff?.(node)) onChoose(node);
}

/** The arrow opens and closes, a tool does what it says, and all else of a line chooses it. */
function clicked(place: Element, on: TreeProps, node: TreeNode): void {
  if (place.closest('[data-arrow]')) on.tree.toggle(node.id);
  else if (!place.closest('button')) choose(on, node);
}

interface LineProps {
  line: Line;
  id: string;
  start: number;
  height: number;
  current: boolean;
  dragged: TreeNode | null;
  setDragged(node: TreeNode | null): void;
  on: TreeProps;
}

function TreeLine({ line, id, start, height, current, dragged, setDragged, on }: LineProps) {
  const { node, level, isOpen, waits, at, of } = line;
  const { tree, chosen, checked, isOff, tools, drag } = on;
  const [isOver, setOver] = useState(false);
  const off = isOff?.(node) === true;
  const isChosen = checked ? checked.has(node.id) : node.id === chosen;
  const takes = dragged !== null && drag?.mayTake(node, dragged) === true;
  const over = (is: boolean) => (event: DragEvent) => {
    if (!takes) return;
    event.preventDefault();
    setOver(is);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the tree's, which has the focus
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      className={css.line}
      style={{ height, transform: `translateY(${start}px)`, paddingLeft: 4 + 16 * Math.min(level - 1, 12) }}
      aria-level={level}
      aria-posinset={at}
      aria-setsize={of}
      aria-selected={isChosen}
      aria-disabled={off || undefined}
      {...(node.holds > 0 ? { 'aria-expanded': isOpen } : {})}
      aria-busy={waits || undefined}
      data-current={current || undefined}
      data-quiet={on.isQuiet?.(node) || undefined}
      data-over={(isOver && takes) || undefined}
      data-moving={dragged === node || undefined}
      draggable={drag?.mayMove(node) === true}
      onClick={(event) => clicked(event.target as Element, on, node)}
      onDoubleClick={() => node.holds > 0 && tree.toggle(node.id)}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', nameOf(node.row));
        event.dataTransfer.effectAllowed = 'move';
        setDragged(node);
        drag?.onStart(node);
      }}
      onDragEnd={() => {
        setDragged(null);
        drag?.onStart(null);
      }}
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={(event) => {
        over(false)(event);
        if (takes && dragged) drag?.onDrop(dragged, node);
      }}
    >
      <Arrow line={line} />
      {checked && <span className={css.box} data-checked={isChosen || undefined} aria-hidden="true" />}
      <Words node={node} tree={tree} title={on.titleOf?.(node) ?? nameOf(node.row)} />
      <Count words={on.count ? on.count(node) : belowOf(node, tree)} />
      {tools && <span className={css.tools}>{tools(node)}</span>}
    </div>
  );
}

/** Opens and closes by the pointer; the keyboard does it on the line. */
function Arrow({ line: { node, isOpen } }: { line: Line }) {
  if (node.holds === 0) return <span className={css.arrow} />;
  return (
    <span className={css.arrow} data-arrow="">
      <Icon name={isOpen ? 'down' : 'right'} size={12} />
    </span>
  );
}

/** Of a tree that is read level by level nobody knows. */
const belowOf = (node: TreeNode, { reach }: TreeView): string => (node.below > 0 && !reach ? formatCount(node.below) : '');

const Count = ({ words }: { words: string }) => words !== '' && <span className={css.count}>{words}</span>;

/** The name; where it was found by another text, that too. */
function Words({ node, tree: { found, words, textsOf }, title }: { node: TreeNode; tree: TreeView; title: string }) {
  const name = nameOf(node.row);
  const isHit = found?.has(node.id) === true;
  const other = isHit && !holds(name, words) ? (textsOf(node.row).find((text) => holds(text, words)) ?? '') : '';
  return (
    <span className={css.name} title={title} data-above={(found !== null && !isHit) || undefined}>
      <Marked text={name} words={isHit ? words : ''} />
      {other && (
        <span className={css.other}>
          <Marked text={other} words={words} />
        </span>
      )}
    </span>
  );
}

const holds = (text: string, words: string): boolean => text.toLowerCase().includes(words.trim().toLowerCase());
