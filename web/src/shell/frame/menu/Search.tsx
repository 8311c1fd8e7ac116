import { lazy, Suspense, useEffect, useState } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import type { Module } from '#web/nav/module.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Kbd } from '#web/ui/marks/Kbd.tsx';
import css from './Search.module.css';

const Find = lazy(() => import('../../find/Find.tsx').then((room) => ({ default: room.Find })));

/** Opens the search over everything, as Ctrl+K does from anywhere; `touch`: an icon alone, for the thumb. */
export function Search({ modules, touch = false }: { modules: readonly Module[]; touch?: boolean }) {
  const { t } = useText();
  const [open, show] = useState(false);
  useEffect(() => {
    const jump = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      show(true);
    };
    addEventListener('keydown', jump);
    return () => removeEventListener('keydown', jump);
  }, []);
  return (
    <>
      {touch ? (
        <IconButton icon="search" size="touch" label={t('shell.search')} aria-haspopup="dialog" onClick={() => show(true)} />
      ) : (
        <button type="button" className={css.find} title={t('shell.searchHint')} aria-haspopup="dialog" onClick={() => show(true)}>
          <Icon name="search" />
          <span>{t('shell.search')}</span>
          <Kbd>Ctrl K</Kbd>
        </button>
      )}
      {open && (
        <Suspense>
          <Find modules={modules} onClose={() => show(false)} />
        </Suspense>
      )}
    </>
  );
}
