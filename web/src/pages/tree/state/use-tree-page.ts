import { useMemo, useRef, useState } from 'react';
import type { ActionDef } from '#protocol/meta/flow.ts';
import { toolbarActions } from '#protocol/rules/actions.ts';
import { isEditable } from '#protocol/rules/form/form.ts';
import { type LoadedTable, locksOf } from '#protocol/rules/form/locked.ts';
import { runAction, tabLabelOf } from '#web/actions/run-action.ts';
import { dataLabel, type PageDescriptor } from '#web/nav/page.ts';
import { type Entering, nav } from '#web/nav/store.ts';
import { type TabPart, useLabel, useTab, useView } from '#web/nav/use-tab.ts';
import { binOf } from '../../list/state/bin.ts';
import { NOT_OPENED } from '../../not-opened.ts';
import type { TreeNode } from './nodes.ts';
import { type TreeController, useReveal, useTree } from './use-tree.ts';

/** A node that is being moved, and where to, where that was said already. */
export interface Moved {
  node: TreeNode;
  onto?: TreeNode;
}

export interface TreePageController {
  cloud: string;
  tree: TreeController;
  /** the node whose record is shown; of a new one the node that it will stand below */
  node: TreeNode | null;
  /** the record that stands beside the tree */
  shown: PageDescriptor | null;
  /** what a new record begins with: its place */
  starting: Readonly<Record<string, unknown>> | undefined;
  part: TabPart;
  /** adding, where the reader may */
  add: ActionDef | undefined;
  /** rows pasted into the table, where it asks for that and the reader may */
  paste: { action: ActionDef; isOpen: boolean; setOpen(is: boolean): void } | undefined;
  /** opens what was deleted here, for who may delete */
  openBin: (() => void) | undefined;
  granted(node: TreeNode, op: string): ActionDef | undefined;
  mayMove(node: TreeNode): boolean;
  choose(node: TreeNode | null): void;
  begin(below: TreeNode | null): void;
  modify(node: TreeNode): void;
  remove(node: TreeNode): void;
  moved: Moved | null;
  move(moved: Moved | null): void;
}

interface Shown {
  at?: number;
  op?: string;
  below?: number;
}

/** Everything a tree page decides: which record stands beside the tree, what may be done with a node. Its address says both (FRAME-10). */
export function useTreePage({ cloud = '' }: PageDescriptor): TreePageController {
  const { key } = useTab();
  const [view, setView] = useView();
  const tree = useTree(cloud);
  const { table } = tree;
  const [moved, move] = useState<Moved | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [at, below, op = 'Show'] = [Number(view.at) || 0, Number(view.below) || 0, view.op];
  useLabel(table, tree.error !== null, NOT_OPENED);
  const nodeAt = (id: number) => tree.tree.byId.get(id) ?? null;
  const node = nodeAt(at || below);
  useReveal(tree, at || below);

  const set = (next: Shown, how: Entering) =>
    setView({ at: text(next.at), op: next.op === 'Show' ? '' : (next.op ?? ''), below: text(next.below) }, how);
  /** leaving what is typed keeps it, or is asked about */
  const go = async (next: Shown) => {
    const label = node ? tabLabelOf(node.row) : dataLabel(table?.key_name ?? '', table?.key_name_en);
    if (await nav.mayTurn(key, label)) set(next, 'push');
  };
  const close = (how: Entering) => set(at ? { at: node?.parent?.id ?? 0 } : { at: below }, how);
  const now = useRef({ set, close });
  now.current = { set, close };
  const part = useMemo<TabPart>(
    () => ({
      turnTo: (page, how) => now.current.set({ at: page.id ?? 0, op: page.op ?? 'Show' }, how),
      close: async () => {
        now.current.close('settle');
        return true;
      },
    }),
    [],
  );
  const actions = useMemo(
    () => new Map((table?.states ?? []).flatMap((state) => state.actions ?? []).map((each) => [each.uid, each])),
    [table],
  );
  const granted = ({ row }: TreeNode, of: string) =>
    (row._actions ?? []).flatMap((each) => (each.op === of ? (actions.get(each.uid) ?? []) : []))[0];
  const isNew = op === 'Add' && at === 0;
  const toolbar = table ? toolbarActions(table, () => true) : [];
  const pasting = toolbar.find((action) => action.op === 'Paste');
  return {
    ...{ cloud, tree, node, part, granted, moved, move },
    shown: useShown(cloud, { at, op, below }, isNew && below > 0 && !node),
    starting: useStarting(table, isNew ? node : null),
    add: toolbar.find((action) => action.op === 'Add'),
    paste: pasting && { action: pasting, isOpen, setOpen },
    openBin: table && binOf(cloud, table),
    mayMove: (one) => granted(one, 'Modify') !== undefined && isMovable(table),
    choose: (one) => one?.id !== at && void go({ at: one?.id ?? 0 }),
    begin: (one) => void go({ op: 'Add', below: one?.id ?? 0 }),
    modify: (one) => void go({ at: one.id, op: 'Modify' }),
    remove: async (one) => {
      const action = granted(one, 'Delete');
      if (action && (await runAction({ action, cloud, rows: [one.row] })) && one.id === at) set({ at: one.parent?.id ?? 0 }, 'settle');
    },
  };
}

const text = (id: number | undefined): string => (id ? String(id) : '');

/** Null while nothing is chosen, and while the place of a new record is not known yet. */
function useShown(cloud: string, { at = 0, op = 'Show', below = 0 }: Shown, waits: boolean): PageDescriptor | null {
  return useMemo(() => {
    if (at > 0) return { cloud, op, id: at };
    if (op !== 'Add' || waits) return null;
    return { cloud, op, ...(below > 0 ? { query: { below: String(below) } } : {}) };
  }, [cloud, at, op, below, waits]);
}

function useStarting(table: LoadedTable | undefined, above: TreeNode | null): Readonly<Record<string, unknown>> | undefined {
  const field = table?.parent_field;
  const [id, name, english] = [above?.id, above?.row.key_name, above?.row.key_name_en];
  return useMemo(
    () => (field && id ? { [field]: { id, key_name: name, ...(english ? { key_name_en: english } : {}) } } : undefined),
    [field, id, name, english],
  );
}

/** Whether the parent of a record that stands may be changed at all. */
function isMovable(table: LoadedTable | undefined): boolean {
  const field = table?.fields.find((each) => each.field_name === table.parent_field);
  return (
    field !== undefined &&
    isEditable(field, { table: table!, op: 'Modify', review_state: 1, holds: () => true, locks: locksOf(table!, 'Modify') })
  );
}
