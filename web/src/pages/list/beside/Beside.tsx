import { type KeyboardEvent, use, useLayoutEffect, useMemo } from 'react';
import { addTexts } from '#web/i18n/catalogue.ts';
import { ASIDE_EN, ASIDE_ZH } from '#web/i18n/parts/records/aside.ts';
import { useText } from '#web/i18n/use-text.ts';
import { TabContext } from '#web/nav/use-tab.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { FormPage } from '../../form/FormPage.tsx';
import type { Beside as Shown } from '../state/use-beside.ts';
import css from './Beside.module.css';

addTexts(ASIDE_ZH, ASIDE_EN);

/** The record over the right side of its list: the buttons of its head go through the rows below, Escape leaves it. */
export function Beside({ shown, name }: { shown: Shown; name: string }) {
  const { t } = useText();
  const { page, part, box } = shown;
  const tab = use(TabContext);
  const place = useMemo(() => tab && { ...tab, part }, [tab, part]);
  useLeaving(box);
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    shown.close();
  };
  return (
    <aside ref={box} className={css.beside} tabIndex={-1} aria-label={t('aside.beside', { name })} data-beside="" onKeyDown={press}>
      <Tools shown={shown} />
      <TabContext value={place}>
        <FormPage key={page.id} page={page} />
      </TabContext>
    </aside>
  );
}

function Tools({ shown: { at, rows, go, open, close } }: { shown: Shown }) {
  const { t } = useText();
  const [before, after] = [rows[at - 1], at < 0 ? undefined : rows[at + 1]];
  return (
    <div className={css.tools} role="toolbar" aria-label={t('aside.besideTools')}>
      <IconButton icon="up" label={t('aside.before')} disabled={!before} onClick={() => before && go(before)} />
      <IconButton icon="down" label={t('aside.after')} disabled={!after} onClick={() => after && go(after)} />
      <IconButton icon="open" label={t('aside.asPage')} onClick={open} />
      <IconButton icon="close" label={t('aside.closeBeside')} onClick={close} />
    </div>
  );
}

/** The keyboard goes back to the list when what it stood in goes. */
function useLeaving(box: { current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const aside = box.current;
    return () => {
      if (aside?.contains(document.activeElement)) aside.parentElement?.querySelector<HTMLElement>('[role=grid]')?.focus();
    };
  }, [box]);
}
