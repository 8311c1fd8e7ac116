import { nameOf } from '#web/actions/run-action.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import css from './Path.module.css';
import { aboveOf } from './state/nodes.ts';
import type { TreePageController } from './state/use-tree-page.ts';

/** Where the record stands, from the top, and what is done with its place; on a phone the way back to the tree. */
export function Path({ page }: { page: TreePageController }) {
  const { t, label } = useText();
  const { node, shown, tree } = page;
  const isNew = shown?.op === 'Add';
  const way = node ? [...aboveOf(node), ...(isNew ? [node] : [])] : [];
  return (
    <div className={css.path}>
      <Button className={css.back} kind="quiet" icon="left" onClick={() => page.choose(null)}>
        {t('tree.back', { name: label(tree.table) })}
      </Button>
      <nav aria-label={t('tree.path')} className={css.way}>
        <ol>
          {way.map((each) => (
            <li key={each.id}>
              <Button kind="link" onClick={() => page.choose(each)}>
                {nameOf(each.row)}
              </Button>
            </li>
          ))}
        </ol>
      </nav>
      {node && !isNew && (
        <>
          {page.add && (
            <Button kind="quiet" icon="add" onClick={() => page.begin(node)}>
              {t('tree.add')}
            </Button>
          )}
          {page.mayMove(node) && (
            <Button kind="quiet" icon="change" onClick={() => page.move({ node })}>
              {t('tree.move')}
            </Button>
          )}
        </>
      )}
    </div>
  );
}
