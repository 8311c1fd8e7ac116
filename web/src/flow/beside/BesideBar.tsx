import { useRef, useState } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dropdown } from '#web/ui/controls.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { LazySheet } from '#web/ui/overlay/LazySheet.tsx';
import { usePhone } from '#web/ui/use-media.ts';
import type { Decisions } from '../handling/HandlingBar.tsx';
import { type Begun, type Offered, quickOf } from './acts.ts';
import css from './BesideBar.module.css';
import { BesideMenu } from './BesideMenu.tsx';

interface BesideBarProps {
  offered: readonly Offered[];
  begin(act: Begun): void;
  /** the choices, which stay under the thumb while the sheet covers them; a press on one makes room */
  decisions?: Decisions;
}

/** What can be done beside deciding: the most wanted as quiet buttons where there is room and the others in one menu, on a phone all of it (FLOW-05). */
export function BesideBar({ offered, begin, decisions }: BesideBarProps) {
  const { t } = useText();
  const phone = usePhone();
  const quick = quickOf(offered);
  const isAll = offered.length <= (phone ? 1 : 2) && quick.length === offered.length;
  const rest = phone ? offered : offered.filter((one) => !quick.includes(one));
  if (offered.length === 0) return null;
  return (
    <span className={css.beside}>
      {(isAll || !phone) &&
        quick.map(({ op }) => (
          <Button key={op} size="medium" kind="quiet" onClick={() => begin({ op })}>
            {t(`beside.${op}`)}
          </Button>
        ))}
      {!isAll && rest.length > 0 && <More offered={rest} begin={begin} decisions={decisions} phone={phone} />}
    </span>
  );
}

/** All of it: a menu above its button, on a phone a sheet from below. What is chosen finds the keyboard on the button, and leaves it there. */
function More({ offered, begin, decisions, phone }: BesideBarProps & { phone: boolean }) {
  const { t } = useText();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const choose = (act: Begun) => {
    close();
    button.current?.focus();
    begin(act);
  };
  const menu = <BesideMenu offered={offered} phone={phone} onChoose={choose} onClose={close} />;
  const trigger = (
    <Button
      ref={button}
      className={css.more}
      size="medium"
      kind="quiet"
      aria-haspopup={phone ? 'dialog' : 'menu'}
      aria-expanded={open}
      {...(phone ? { onClick: () => setOpen(true) } : {})}
    >
      {t('beside.more')}
      <Icon name={open ? 'down' : 'up'} />
    </Button>
  );
  if (!phone)
    return (
      <Dropdown
        trigger={['click']}
        placement="topRight"
        open={open}
        onOpenChange={setOpen}
        destroyOnHidden
        // it belongs to its bar, where who cannot see it looks for it
        getPopupContainer={(node) => node.parentElement!}
        popupRender={() => menu}
      >
        {trigger}
      </Dropdown>
    );
  return (
    <>
      {trigger}
      <LazySheet title={t('beside.sheet')} size="72%" open={open} onClose={close} className={css.sheet}>
        {menu}
        {decisions && <div className={css.decisions}>{decisions(close)}</div>}
      </LazySheet>
    </>
  );
}
