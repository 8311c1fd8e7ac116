import { useEffect, useRef } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { CopyText } from './CopyText.tsx';
import css from './RecoveryCodes.module.css';

/** Recovery codes, this once: who goes on sees them no more. The focus is on them, so that one more Enter loses nothing, and the browser asks before it leaves. */
export function RecoveryCodes({ codes, go, onKept }: { codes: readonly string[]; go: string; onKept: () => void }) {
  const { t } = useText();
  const list = useRef<HTMLUListElement>(null);
  const isKept = useRef(false);
  const leave = () => {
    isKept.current = true;
    onKept();
  };
  useEffect(() => {
    list.current?.focus();
    const stay = (event: BeforeUnloadEvent) => {
      if (!isKept.current) event.preventDefault();
    };
    addEventListener('beforeunload', stay);
    return () => removeEventListener('beforeunload', stay);
  }, []);
  return (
    <div className={css.recovery}>
      <p className={css.why}>{t('factor.codesWhy')}</p>
      <ul ref={list} tabIndex={-1} className={css.codes} aria-label={t('factor.codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <CopyText text={codes.join('\n')} />
      <Button kind="primary" size="medium" className={css.go} onClick={leave}>
        {go}
      </Button>
    </div>
  );
}
