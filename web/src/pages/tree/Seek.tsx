import { useRef } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import css from './Seek.module.css';
import { soughtFields, type TreeController, type TreeView } from './state/use-tree.ts';

/** Finds the records of a tree while one types, by their names and codes. */
export function Seek({ tree }: { tree: TreeController }) {
  const { t, label, listed } = useText();
  const names = tree.table ? soughtFields(tree.table) : [];
  const fields = names.flatMap((name) => tree.table?.fields.find((field) => field.field_name === name) ?? []);
  const hint = listed(fields.slice(0, 2).map((field) => label(field))) || t('tree.keyword');
  return <SeekBox tree={tree} hint={hint} />;
}

/** Down goes on in the tree. */
export function SeekBox({ tree, hint }: { tree: TreeView; hint: string }) {
  const { t } = useText();
  const box = useRef<HTMLElement>(null);
  const toTree = () => box.current?.parentElement?.parentElement?.querySelector<HTMLElement>('[role=tree]')?.focus();
  return (
    <search className={css.seek} ref={box}>
      <Icon name="search" />
      <input
        type="text"
        aria-label={t('tree.search', { names: hint })}
        placeholder={hint}
        value={tree.words}
        onChange={(event) => tree.seek(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && tree.words) {
            event.stopPropagation();
            tree.seek('');
          } else if (event.key === 'ArrowDown') toTree();
          else return;
          event.preventDefault();
        }}
      />
      {tree.words && <IconButton icon="close" size="small" label={t('tree.clear')} onClick={() => tree.seek('')} />}
    </search>
  );
}
