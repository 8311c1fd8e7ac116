import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { whenQuiet } from '#web/api/time/when-quiet.ts';
import { useText } from '#web/i18n/use-text.ts';
import type { Module } from '#web/nav/module.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Kbd } from '#web/ui/marks/Kbd.tsx';
import css from './Search.module.css';
import { type Typed, type TypedAhead, typeAhead } from './typed-ahead.ts';

const find = () => import('../../find/Find.tsx');
const Find = lazy(() => find().then((room) => ({ default: room.Find })));
/** Where it does not come, opening it asks again. */
const bringFind = (): void => void find().catch(() => undefined);

const NOTHING: Typed = { words: '', isEntered: false };

/** Opens the search over everything, as Ctrl+K does from anywhere; `touch`: an icon alone, for the thumb. */
export function Search({ modules, touch = false }: { modules: readonly Module[]; touch?: boolean }) {
  const { t } = useText();
  const [open, setOpen] = useState(false);
  const ahead = useRef<TypedAhead | null>(null);
  const show = useCallback(() => {
    ahead.current ??= typeAhead();
    setOpen(true);
  }, []);
  const close = () => {
    ahead.current?.take();
    ahead.current = null;
    setOpen(false);
  };
  useEffect(() => whenQuiet(bringFind), []);
  useEffect(() => {
    const jump = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      show();
    };
    addEventListener('keydown', jump);
    return () => removeEventListener('keydown', jump);
  }, [show]);
  return (
    <>
      {touch ? (
        <IconButton icon="search" size="touch" label={t('shell.search')} aria-haspopup="dialog" onClick={show} />
      ) : (
        <button type="button" className={css.find} title={t('shell.searchHint')} aria-haspopup="dialog" onClick={show}>
          <Icon name="search" />
          <span>{t('shell.search')}</span>
          <Kbd>Ctrl K</Kbd>
        </button>
      )}
      {open && (
        <Suspense>
          <Find modules={modules} typed={() => ahead.current?.take() ?? NOTHING} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
