import { inBoth, useText } from '#web/i18n/use-text.ts';
import { nav } from '#web/nav/store.ts';
import { Button } from '#web/ui/Button.tsx';
import css from './BulkBody.module.css';

/** It runs by itself: where it is found again. */
export function BegunFoot({ onClose, closeWord }: { onClose(): void; closeWord: string }) {
  const { t } = useText();
  const toChanges = () => {
    onClose();
    nav.open({ url: '/changes' }, inBoth('shell.myChanges'));
  };
  return (
    <>
      <span className={css.sum}>{t('bulk.begun')}</span>
      <Button size="medium" onClick={toChanges}>
        {t('bulk.toChanges')}
      </Button>
      <Button size="medium" kind="primary" onClick={onClose}>
        {closeWord}
      </Button>
    </>
  );
}
