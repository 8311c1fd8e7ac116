import { useSession } from '#web/api/use-session.ts';
import { NOTHING } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Line } from './Line.tsx';
import css from './Me.module.css';

/** Who the person is in this company, as his session says it. */
export function Me() {
  const { t, label, listed } = useText();
  const { session } = useSession();
  const user = session?.user;
  if (!user) return null;
  const facts = [
    [t('account.name'), user.key_name],
    [t('account.nameEn'), user.key_name_en],
    [t('account.user'), user.login_name],
    [t('account.company'), user.subname],
    [t('account.department'), label(user.department_entity)],
    [t('account.position'), user.title],
    [t('account.mobile'), grouped(String(user.mobile ?? ''))],
    [t('account.domains'), listed((user.domains ?? []).map((domain) => label(domain)))],
  ] as const;
  return (
    <>
      {facts.map(([name, value]) => (
        <Line key={name} label={name}>
          {value || NOTHING}
        </Line>
      ))}
      <p className={css.why}>{t('account.meWhy')}</p>
    </>
  );
}

/** 138 0000 2617, as lists write it. */
const grouped = (mobile: string): string => mobile.replace(/^(\d{3})(\d{4})(\d{4})$/, '$1 $2 $3');
