import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { choose } from '#web/choices/choices.ts';
import { useText } from '#web/i18n/use-text.ts';
import type { MenuItem } from '#web/nav/menu.ts';
import { Button, IconButton } from '#web/ui/Button.tsx';
import { Popover } from '#web/ui/controls.ts';
import type { Counts } from '../notices/use-live.ts';
import css from './MenuPanel.module.css';
import { MenuItems } from './SideMenu.tsx';

interface MenuPanelProps {
  menus: readonly MenuItem[];
  loading: boolean;
  counts: Counts;
}

/** The module's menu for who keeps none at the side (FRAME-03): a panel from the top, its groups beside each other. */
export function MenuPanel(props: MenuPanelProps) {
  const { t } = useText();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const leave = () => setOpen(false);
  const back = () => {
    leave();
    button.current?.focus();
  };
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      arrow={false}
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      content={<Panel {...props} onLeave={leave} onBack={back} />}
    >
      <IconButton ref={button} icon="menu" size="medium" label={t('shell.menu')} count={props.counts.todo} aria-expanded={open} />
    </Popover>
  );
}

/** The focus goes in when it opens; Escape takes it back to where it came from. */
function Panel({ onLeave, onBack, ...shared }: MenuPanelProps & { onLeave: () => void; onBack: () => void }) {
  const { t } = useText();
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true }), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onBack();
  };
  return (
    <nav ref={place} className={css.panel} aria-label={t('shell.menu')} onKeyDown={onKeyDown}>
      <MenuItems {...shared} onOpen={onLeave} />
      <Button kind="quiet" icon="side" className={css.pin} onClick={() => choose('side', 'open')}>
        {t('shell.pinMenu')}
      </Button>
    </nav>
  );
}
