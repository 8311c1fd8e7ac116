import { useEffect, useState } from 'react';
import { call } from '#web/api/call.ts';
import { asApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import type { SessionUser } from '#web/api/session.ts';
import { useSession } from '#web/api/use-session.ts';
import { Notice } from '#web/entry/Notice.tsx';
import { addTexts } from '#web/i18n/catalogue.ts';
import { HOME_EN, HOME_ZH } from '#web/i18n/parts/home.ts';
import { useText } from '#web/i18n/use-text.ts';
import { isLeader, type Module } from '#web/nav/module.ts';
import { Button } from '#web/ui/Button.tsx';
import { Brand } from '../signin/Brand.tsx';
import { LanguageSwitch } from '../signin/LanguageSwitch.tsx';
import { useHostPage } from '../signin/use-host-page.ts';
import { Cards } from './Cards.tsx';
import css from './HomePage.module.css';
import { Messages } from './Messages.tsx';
import { UserMenu } from './UserMenu.tsx';

addTexts(HOME_ZH, HOME_EN);

/** /Home: one card for each module that the person may open and that works (CAPEX-01). */
export function HomePage() {
  const { t, locale } = useText();
  const { session } = useSession();
  const { page } = useHostPage();
  const title = (locale === 'en_US' ? page?.app_name_en || page?.app_name : page?.app_name) ?? '\u00a0';
  useEffect(() => {
    document.title = `${t('home.choose')} · ${title.trim() || 'Formwork'}`;
  }, [t, title]);
  if (!session) return null;
  return (
    <div className={css.page}>
      <header className={css.top}>
        <Brand logo={page?.logo} name={title} />
        <Messages />
        <LanguageSwitch />
        <UserMenu user={session.user} />
      </header>
      <main className={css.main}>
        <h1 className={css.title}>{t('home.choose')}</h1>
        <Modules />
      </main>
    </div>
  );
}

type Answer = { modules: readonly Module[]; leads: boolean } | { remark: string } | null;

function Modules() {
  const { t } = useText();
  const [answer, setAnswer] = useState<Answer>(null);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn asks again
  useEffect(() => {
    let over = false;
    const keep = (next: Answer) => over || setAnswer(next);
    call(ops.loadNav, {}).then(
      ({ rows, data }) =>
        keep({ modules: (rows ?? []) as unknown as readonly Module[], leads: isLeader(data?.user as SessionUser | undefined) }),
      (error) => keep({ remark: asApiError(error).remark }),
    );
    return () => {
      over = true;
    };
  }, [turn]);
  if (!answer) return <div className={css.waiting} role="status" aria-label={t('ui.loading')} />;
  if ('modules' in answer) return <Cards {...answer} />;
  return (
    <Notice kind="failure" title={t('home.failed')} text={answer.remark}>
      <Button size="medium" className={css.retry} onClick={() => setTurn(turn + 1)}>
        {t('ui.retry')}
      </Button>
    </Notice>
  );
}
