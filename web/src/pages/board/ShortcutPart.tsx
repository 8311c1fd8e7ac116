import { type CSSProperties, lazy, Suspense, useState } from 'react';
import { isLooking } from '#web/api/session.ts';
import { useText } from '#web/i18n/use-text.ts';
import { type MenuItem, menuLabel, menuPage } from '#web/nav/menu.ts';
import { nav } from '#web/nav/store.ts';
import { Button } from '#web/ui/Button.tsx';
import { type IconName, isIcon } from '#web/ui/Icon.tsx';
import { OuterLink } from '#web/ui/OuterLink.tsx';
import css from './ShortcutPart.module.css';
import type { Shortcut, Told } from './use-board.ts';

const ShortcutDialog = lazy(() => import('./ShortcutDialog.tsx').then((room) => ({ default: room.ShortcutDialog })));

interface ShortcutPartProps {
  name: string;
  place: CSSProperties;
  told: Told;
  onSaved(): void;
}

/** One's shortcuts in a row, and the way to their setup (DESK-01, DESK-04). */
export function ShortcutPart({ name, place, told, onSaved }: ShortcutPartProps) {
  const { t, label } = useText();
  const [open, setOpen] = useState(false);
  const rows = (told.rows ?? []) as unknown as readonly Shortcut[];
  return (
    <section className={css.row} style={place} aria-label={name} data-empty={rows.length === 0 ? '' : undefined}>
      {rows.map((item) =>
        item.link === undefined ? (
          <Button
            key={item.uid}
            kind="quiet"
            size="medium"
            icon={iconOf(item)}
            onClick={() => nav.open(menuPage(item), menuLabel(item), item.module)}
          >
            {label(item)}
          </Button>
        ) : (
          <OuterLink key={item.uid} href={item.link}>
            {label(item)}
          </OuterLink>
        ),
      )}
      {!isLooking() && (
        <Button kind="quiet" size="medium" icon="add" onClick={() => setOpen(true)}>
          {t(rows.length === 0 ? 'board.setup' : 'board.add')}
        </Button>
      )}
      {open && (
        <Suspense fallback={null}>
          <ShortcutDialog rows={rows} kept={told.data ?? {}} onSaved={onSaved} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}

const iconOf = ({ icon, url }: MenuItem): IconName => (isIcon(icon) ? icon : url === '/todo' ? 'inbox' : 'list');
