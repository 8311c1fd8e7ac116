import { useState } from 'react';
import { nameOf } from '#web/actions/run-action.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { usePhone } from '#web/ui/use-media.ts';
import { Follows } from './Follows.tsx';
import css from './MoveDialog.module.css';
import { Seek } from './Seek.tsx';
import { isWithin, type TreeNode } from './state/nodes.ts';
import { useMove } from './state/use-move.ts';
import { useReveal, useTree } from './state/use-tree.ts';
import { Tree } from './Tree.tsx';

interface MoveDialogProps {
  cloud: string;
  node: TreeNode;
  /** where to, where that was said already */
  onto?: TreeNode;
  onClose(): void;
}

/** Where a node goes, and what follows from it, said before it is done. */
export function MoveDialog({ cloud, node, onto, onClose }: MoveDialogProps) {
  const { t } = useText();
  const phone = usePhone();
  const tree = useTree(cloud);
  useReveal(tree, onto?.id ?? node.id);
  // null: the top level; undefined: not said yet
  const [to, setTo] = useState<number | null | undefined>(onto?.id);
  const move = useMove({ cloud, node, to, table: tree.table, onDone: onClose });
  const name = nameOf(node.row);
  const field = tree.table?.fields.find((each) => each.field_name === tree.table?.parent_field);
  return (
    <Dialog
      open
      title={t('tree.moveTitle', { name })}
      onClose={onClose}
      footer={
        <>
          <Button size="medium" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button size="medium" kind="primary" busy={move.busy} disabled={!move.isReady} onClick={move.save}>
            {t('tree.doMove')}
          </Button>
        </>
      }
    >
      <p className={css.now}>{t('tree.now', { name: node.parent ? nameOf(node.parent.row) : t('tree.top') })}</p>
      <section className={css.tree} aria-label={t('tree.moveTo')}>
        <div className={css.seek}>
          <Seek tree={tree} />
        </div>
        {field?.notnull !== 1 && (
          <button type="button" className={css.top} aria-pressed={to === null} onClick={() => setTo(null)}>
            <Icon name="first" size={12} />
            {t('tree.top')}
          </button>
        )}
        <Tree
          tree={tree}
          label={t('tree.moveTo')}
          chosen={to ?? 0}
          touch={phone}
          isOff={(each) => isWithin(each, tree.tree.byId.get(node.id) ?? node)}
          onChoose={(each) => setTo(each.id)}
        />
      </section>
      {move.fault && <Banner tone="error" icon="alert" words={move.fault} />}
      <Follows move={move} name={name} />
    </Dialog>
  );
}
