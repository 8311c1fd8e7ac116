import { type KeyboardEvent, useRef, useState } from 'react';
import { addTexts } from '#web/i18n/catalogue.ts';
import { GROUPED_EN, GROUPED_ZH } from '#web/i18n/parts/records/grouped.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button, IconButton, type IconButtonProps } from '#web/ui/Button.tsx';
import { Popover } from '#web/ui/controls.ts';
import { LazySheet } from '#web/ui/overlay/LazySheet.tsx';
import { usePhone } from '#web/ui/use-media.ts';
import type { ListController } from '../state/use-list-page.ts';
import css from './GroupMark.module.css';
import { GroupPanel } from './GroupPanel.tsx';
import { levelsIn, nameOfLevel } from './levels.ts';

addTexts(GROUPED_ZH, GROUPED_EN);

/** Says by what the list stands in groups, takes it away, and opens the choice. */
export function GroupMark({ list, begun, ...look }: { list: ListController; begun: boolean } & Pick<IconButtonProps, 'size'>) {
  const texts = useText();
  const { t, listed } = texts;
  const phone = usePhone();
  const [open, setOpen] = useState(begun);
  const button = useRef<HTMLButtonElement>(null);
  const { table, state } = list;
  if (!table) return null;
  const levels = levelsIn(table, state.groups);
  const names = listed(levels.map((level) => nameOfLevel(texts, level)));
  const words = levels.length ? t('grouped.by', { names }) : t('list.group');
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  };
  if (phone)
    return (
      <>
        <IconButton icon="tree" label={words} count={levels.length} onClick={() => setOpen(true)} {...look} />
        <LazySheet title={t('grouped.title')} size="60%" open={open} onClose={() => setOpen(false)}>
          <GroupPanel list={list} table={table} levels={levels} />
        </LazySheet>
      </>
    );
  return (
    <span className={levels.length ? css.mark : undefined}>
      <Popover
        trigger="click"
        placement="bottomRight"
        open={open}
        onOpenChange={setOpen}
        destroyOnHidden
        content={
          <div role="dialog" aria-label={t('grouped.title')} onKeyDown={leave}>
            <GroupPanel list={list} table={table} levels={levels} />
          </div>
        }
      >
        {levels.length ? (
          <Button ref={button} kind="quiet" icon="tree" aria-expanded={open} aria-haspopup="dialog" title={words}>
            <span className="ellipsis">{words}</span>
          </Button>
        ) : (
          <IconButton ref={button} icon="tree" label={words} aria-expanded={open} aria-haspopup="dialog" />
        )}
      </Popover>
      {levels.length > 0 && (
        <IconButton icon="close" size="small" label={t('grouped.off')} onClick={() => list.dispatch({ type: 'group', groups: [] })} />
      )}
    </span>
  );
}
