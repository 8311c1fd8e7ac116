import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { View } from '#protocol/wire/view.ts';
import { defineAnew } from '#web/api/use-op.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { VIEWS_EN, VIEWS_ZH } from '#web/i18n/parts/layout.ts';
import { useText } from '#web/i18n/use-text.ts';
import { useTab, useView } from '#web/nav/use-tab.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button, type ButtonProps } from '#web/ui/Button.tsx';
import { Popover } from '#web/ui/controls.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { LazySheet } from '#web/ui/overlay/LazySheet.tsx';
import { usePhone } from '#web/ui/use-media.ts';
import type { ListController } from '../state/use-list-page.ts';
import { NO_VIEW, type Viewing } from '../state/use-viewing.ts';
import { useViews, type ViewsController } from './use-views.ts';
import { ViewDialog } from './ViewDialog.tsx';
import { ViewList } from './ViewList.tsx';
import css from './ViewPicker.module.css';

addTexts(VIEWS_ZH, VIEWS_EN);

interface ViewPickerProps {
  list: ListController;
  viewing: Viewing;
}

/** By which view the list is seen, and the way to the others (docs/decisions/233); a mark says that it was changed since. */
export function ViewPicker({ list, viewing }: ViewPickerProps) {
  const { t } = useText();
  const phone = usePhone();
  const it = useViews(list, viewing);
  const { view: named } = useTab().view;
  const isMissing = named !== undefined && named !== NO_VIEW && !viewing.now;
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  /** null: a new one */
  const [edited, edit] = useState<View | null | undefined>(undefined);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const endEdit = () => {
    edit(undefined);
    button.current?.focus();
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };
  const shown = (
    <div className={css.pop} onKeyDown={leave} role="dialog" aria-label={t('views.title')}>
      <ViewList
        it={it}
        onChoose={(view) => {
          it.choose(view);
          close();
        }}
        onEdit={(view) => {
          setOpen(false);
          edit(view);
        }}
        onDone={close}
      />
    </div>
  );
  const trigger = <Trigger it={it} phone={phone} open={open} ref={button} {...(phone ? { onClick: () => setOpen(true) } : {})} />;
  return (
    <>
      {phone ? (
        <>
          {trigger}
          <LazySheet title={t('views.title')} size="80%" open={open} onClose={close}>
            {shown}
          </LazySheet>
        </>
      ) : (
        <Popover trigger="click" placement="bottomLeft" open={open} onOpenChange={setOpen} content={shown} destroyOnHidden>
          {trigger}
        </Popover>
      )}
      {isMissing && <Missing />}
      {edited !== undefined && <ViewDialog it={it} view={edited} onClose={endEdit} />}
    </>
  );
}

interface TriggerProps extends ButtonProps {
  it: ViewsController;
  phone: boolean;
  open: boolean;
}

/** The view's name, marked where something was changed since. What opens over the page hands it what a press does. */
function Trigger({ it, phone, open, ...rest }: TriggerProps) {
  const { t } = useText();
  const name = it.now?.key_name ?? t('views.all');
  const isChanged = it.changed.length > 0;
  return (
    <Button
      {...rest}
      kind="quiet"
      size={phone ? 'touch' : 'normal'}
      className={it.now ? `${css.trigger} ${css.on}` : css.trigger}
      aria-expanded={open}
      aria-haspopup="dialog"
      aria-label={[t('views.choose', { name }), isChanged && t('views.changedMark')].filter(Boolean).join(', ')}
    >
      <span className="ellipsis">{name}</span>
      {isChanged && <i className={css.dot} title={t('views.changedMark')} />}
      <Icon name="down" size={12} />
    </Button>
  );
}

/** A link's view may be newer than what is known here: it is asked for once before anybody is told that there is none. */
function Missing() {
  const { t } = useText();
  const [, setView] = useView();
  const [isAsked, setAsked] = useState(false);
  useEffect(() => void defineAnew().then(() => setAsked(true)), []);
  if (!isAsked) return null;
  return (
    <div className={css.missing}>
      <Banner icon="info" words={t('views.missing')}>
        <Button kind="quiet" onClick={() => setView({ view: '' }, 'replace')}>
          {t('views.missingOk')}
        </Button>
      </Banner>
    </div>
  );
}
