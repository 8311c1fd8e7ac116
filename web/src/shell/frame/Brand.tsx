import { useText } from '#web/i18n/use-text.ts';
import { go } from '#web/nav/address.ts';
import { InnerLink } from '#web/ui/InnerLink.tsx';
import css from './Brand.module.css';
import { useAppName } from './use-app-name.ts';

/** The house's mark and the host's title; leads to the chooser. */
export function Brand() {
  const { t } = useText();
  const name = useAppName();
  return (
    <InnerLink className={css.brand} href="/Home" title={`${name}\n${t('shell.brand')}`} onFollow={() => go('/Home')}>
      <svg className={css.mark} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <rect width="24" height="24" rx="5" fill="var(--accent)" />
        <path d="M7 18.5V6h10M7 12h7.5M11.5 6v12.5" stroke="#fff" strokeWidth="2" fill="none" strokeLinecap="square" />
      </svg>
      <span>{name}</span>
    </InnerLink>
  );
}
