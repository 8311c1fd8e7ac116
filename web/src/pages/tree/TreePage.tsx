import { Suspense, use, useId, useMemo } from 'react';
import { nameOf } from '#web/actions/run-action.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { TREE_EN, TREE_ZH } from '#web/i18n/parts/tree.ts';
import { type Texts, useText } from '#web/i18n/use-text.ts';
import { type PageDescriptor, pageKey } from '#web/nav/page.ts';
import { nav } from '#web/nav/store.ts';
import { TabContext } from '#web/nav/use-tab.ts';
import { Button, IconButton } from '#web/ui/Button.tsx';
import { Dropdown } from '#web/ui/controls.ts';
import { EmptyState, ErrorState, Outdated, SkeletonRows, useLate } from '#web/ui/states.tsx';
import { usePhone } from '#web/ui/use-media.ts';
import { FormPage } from '../form/FormPage.tsx';
import { PasteDialog } from '../paste/LazyPaste.ts';
import { MoveDialog } from './MoveDialog.tsx';
import { Path } from './Path.tsx';
import { Seek } from './Seek.tsx';
import { isWithin, type TreeNode } from './state/nodes.ts';
import { type TreePageController, useTreePage } from './state/use-tree-page.ts';
import { Tree } from './Tree.tsx';
import css from './TreePage.module.css';

addTexts(TREE_ZH, TREE_EN);

/** The records of a table as a tree, and beside it the form of the one that is chosen (PAGES-03); on a phone one after the other. */
export function TreePage({ page: descriptor }: { page: PageDescriptor }) {
  const page = useTreePage(descriptor);
  const { t, label } = useText();
  const { tree, moved, paste } = page;
  if (tree.table && tree.table.type !== 'TREE')
    return (
      <EmptyState title={t('tree.noTree', { name: label(tree.table) })} why={t('tree.noTreeWhy')}>
        <Button onClick={() => nav.open({ cloud: page.cloud, op: 'List' }, tree.table!)}>{t('tree.asList')}</Button>
      </EmptyState>
    );
  return (
    <div className={css.page} data-shown={page.shown !== null || undefined}>
      <Side page={page} />
      <Pane page={page} />
      {moved && <MoveDialog cloud={page.cloud} {...moved} onClose={() => page.move(null)} />}
      {paste?.isOpen && tree.table && (
        <Suspense fallback={null}>
          <PasteDialog cloud={page.cloud} table={tree.table} onClose={() => paste.setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** The tree with its head: what it is, how many, what can be done, and what one looks for. */
function Side({ page }: { page: TreePageController }) {
  const { t, label } = useText();
  const { tree, add, node, paste, openBin } = page;
  const title = useId();
  return (
    <section className={css.side} aria-labelledby={title}>
      <header className={css.head}>
        <h1 id={title}>{label(tree.table)}</h1>
        {!tree.loading && !tree.error && <span className={css.total}>{toldOf(page, t)}</span>}
        <div className={css.tools} role="toolbar" aria-label={t('tree.toolbar')}>
          {node && page.shown?.op !== 'Add' && <NodeTools page={page} node={node} />}
          {openBin && (
            <Dropdown trigger={['click']} menu={{ items: [{ key: 'bin', label: t('list.bin'), onClick: openBin }] }}>
              <IconButton icon="more" label={t('list.more')} />
            </Dropdown>
          )}
          {paste && <IconButton icon="rows" label={label(paste.action)} onClick={() => paste.setOpen(true)} />}
          {add && (
            <Button icon="add" onClick={() => page.begin(null)}>
              {label(add)}
            </Button>
          )}
        </div>
      </header>
      <div className={css.seek}>
        <Seek tree={tree} />
        {tree.openAll && <IconButton icon="plan" label={t('tree.openAll')} onClick={tree.openAll} />}
        <IconButton icon="rows" label={t('tree.closeAll')} onClick={tree.closeAll} />
      </div>
      <Outdated why={tree.outdated?.remark} onRetry={tree.refresh} />
      <Nodes page={page} />
    </section>
  );
}

/** How many there are, or were found; of a tree that is read level by level that it is. */
function toldOf({ tree }: TreePageController, t: Texts['t']): string {
  if (tree.seeking) return t('tree.seeking');
  if (tree.found) return t(tree.more ? 'tree.foundMore' : 'tree.found', { n: tree.found.size });
  return tree.isLarge ? t('tree.large') : t('tree.all', { n: tree.tree.byId.size });
}

function Nodes({ page }: { page: TreePageController }) {
  const { t, label } = useText();
  const { tree, add } = page;
  const phone = usePhone();
  const late = useLate(tree.loading);
  const name = label(tree.table);
  if (tree.error) return <Failure page={page} />;
  if (tree.loading) return late ? <SkeletonRows rows={14} columns={[0]} height={28} /> : null;
  if (tree.tree.byId.size === 0)
    return (
      <EmptyState title={t('tree.none', { name })} why={t(add ? 'tree.noneAdd' : 'tree.noneWhy')}>
        {add && (
          <Button kind="primary" icon="add" onClick={() => page.begin(null)}>
            {label(add)}
          </Button>
        )}
      </EmptyState>
    );
  if (tree.lines.length === 0 && !tree.seeking)
    return (
      <EmptyState title={t('tree.noMatch')} why={t('tree.noMatchWhy', { words: tree.words.trim(), name })}>
        <Button onClick={() => tree.seek('')}>{t('tree.clear')}</Button>
      </EmptyState>
    );
  return (
    <Tree
      tree={tree}
      label={name}
      chosen={page.node?.id ?? 0}
      touch={phone}
      onChoose={page.choose}
      onKey={(key, node) => pressed(page, key, node)}
      tools={(node) => <NodeTools page={page} node={node} below />}
      drag={{
        mayMove: page.mayMove,
        mayTake: (onto, node) => onto !== node.parent && !isWithin(onto, node),
        onStart: () => undefined,
        onDrop: (node, onto) => page.move({ node, onto }),
      }}
    />
  );
}

/** F2 modifies, Insert adds below, Delete deletes, as in any tree of files. */
function pressed(page: TreePageController, key: string, node: TreeNode): boolean {
  if (key === 'F2' && page.granted(node, 'Modify')) page.modify(node);
  else if (key === 'Insert' && page.add) page.begin(node);
  else if (key === 'Delete' && page.granted(node, 'Delete')) page.remove(node);
  else return false;
  return true;
}

/** What may be done with a node: modify and delete; at its own line also a new one below it. */
function NodeTools({ page, node, below = false }: { page: TreePageController; node: TreeNode; below?: boolean }) {
  const { t } = useText();
  const name = nameOf(node.row);
  // at a line the keys of the tree do the same
  const size = below ? { size: 'small' as const, tabIndex: -1 } : {};
  return (
    <>
      {below && page.add && <IconButton {...size} icon="add" label={t('tree.addBelow', { name })} onClick={() => page.begin(node)} />}
      {page.granted(node, 'Modify') && (
        <IconButton {...size} icon="edit" label={t('tree.modify', { name })} onClick={() => page.modify(node)} />
      )}
      {page.granted(node, 'Delete') && (
        <IconButton {...size} icon="delete" label={t('tree.remove', { name })} onClick={() => page.remove(node)} />
      )}
    </>
  );
}

/** Forbidden and unknown read alike; anything else can be tried again. */
function Failure({ page: { tree } }: { page: TreePageController }) {
  const { t } = useText();
  const fault = tree.error!;
  if (fault.code === 312 || fault.code === 403) return <EmptyState title={t('list.forbidden')} why={t('list.forbiddenWhy')} />;
  return <ErrorState why={fault.remark} onRetry={tree.refresh} />;
}

/** The record that is chosen, or the new one, in a part of this tab. */
function Pane({ page }: { page: TreePageController }) {
  const { t, label } = useText();
  const { shown, part, tree } = page;
  const tab = use(TabContext);
  const place = useMemo(() => tab && { ...tab, part }, [tab, part]);
  const name = label(tree.table);
  return (
    <section className={css.pane} aria-label={t('tree.content', { name })}>
      {shown ? (
        <>
          <Path page={page} />
          <TabContext value={place}>
            <FormPage key={pageKey(shown)} page={shown} {...(page.starting ? { starting: page.starting } : {})} />
          </TabContext>
        </>
      ) : (
        !tree.error && tree.tree.byId.size > 0 && <EmptyState title={t('tree.choose', { name })} why={t('tree.chooseWhy')} />
      )}
    </section>
  );
}
