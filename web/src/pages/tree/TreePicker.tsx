import { useState } from 'react';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { TREE_EN, TREE_ZH } from '#web/i18n/parts/tree.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { EmptyState, ErrorState, SkeletonRows, useLate } from '#web/ui/states.tsx';
import { usePhone } from '#web/ui/use-media.ts';
import type { ListPickerProps } from '../list/ListPicker.tsx';
import { Seek } from './Seek.tsx';
import { isWithin, type TreeNode } from './state/nodes.ts';
import { type TreeController, useReveal, useTree } from './state/use-tree.ts';
import { Tree, type TreeProps } from './Tree.tsx';
import css from './TreePicker.module.css';

addTexts(TREE_ZH, TREE_EN);

interface TreePickerProps extends ListPickerProps {
  /** the field that is filled, and the record that it is of */
  into: { uid: string; id: unknown };
}

/** A tree in a dialog to choose from (PAGES-06): one record by a click, several with boxes and OK. What a record stands above is no parent of it. */
export function TreePicker({ cloud, multiple, title, chosen, fixed, into, onDone }: TreePickerProps) {
  const { t } = useText();
  const tree = useTree(cloud, fixed);
  useReveal(tree, chosen[0]?.id ?? 0);
  const [rows, setRows] = useState<readonly WireRow[]>(chosen);
  const own = tree.table?.fields.find(({ uid }) => uid === into.uid)?.field_name;
  const itself = own && own === tree.table?.parent_field ? tree.tree.byId.get(Number(into.id)) : undefined;
  const toggle = ({ row }: TreeNode) =>
    setRows(rows.some(({ id }) => id === row.id) ? rows.filter(({ id }) => id !== row.id) : [...rows, row]);
  return (
    <Dialog
      open
      title={title}
      onClose={() => onDone(null)}
      footer={
        multiple ? (
          <>
            <span className={css.count}>{t('list.chosen', { n: rows.length })}</span>
            <Button size="medium" onClick={() => onDone(null)}>
              {t('ui.cancel')}
            </Button>
            <Button size="medium" kind="primary" onClick={() => onDone(rows)}>
              {t('list.choose')}
            </Button>
          </>
        ) : undefined
      }
    >
      <div className={css.picker}>
        <div className={css.seek}>
          <Seek tree={tree} />
        </div>
        <Nodes
          tree={tree}
          label={title}
          chosen={multiple ? 0 : (chosen[0]?.id ?? 0)}
          {...(multiple ? { checked: new Set(rows.map(({ id }) => id)) } : {})}
          isOff={(node) => itself !== undefined && isWithin(node, itself)}
          onChoose={(node) => (multiple ? toggle(node) : onDone([node.row]))}
        />
      </div>
    </Dialog>
  );
}

function Nodes(props: TreeProps & { tree: TreeController }) {
  const { t, label } = useText();
  const { tree } = props;
  const touch = usePhone();
  const late = useLate(tree.loading);
  const name = label(tree.table);
  if (tree.error) return <ErrorState why={tree.error.remark} onRetry={tree.refresh} />;
  if (tree.loading) return late ? <SkeletonRows rows={10} columns={[0]} height={28} /> : null;
  if (tree.lines.length > 0 || tree.seeking) return <Tree {...props} touch={touch} />;
  return tree.found ? (
    <EmptyState title={t('tree.noMatch')} why={t('tree.noMatchWhy', { words: tree.words.trim(), name })} />
  ) : (
    <EmptyState title={t('tree.none', { name })} why={t('tree.noneWhy')} />
  );
}
