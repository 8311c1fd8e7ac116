import { useState } from 'react';
import { entry } from '#protocol/texts/entry.ts';
import { addRemarks } from '#web/api/error.ts';
import { OfflineNotice } from '#web/entry/OfflineNotice.tsx';
import { addTexts } from '#web/i18n/catalogue.ts';
import { SETUP_EN, SETUP_ZH } from '#web/i18n/parts/threshold/setup.ts';
import { useText } from '#web/i18n/use-text.ts';
import { go } from '#web/nav/address.ts';
import { Button } from '#web/ui/Button.tsx';
import { NotFound } from '../NotFound.tsx';
import { Threshold } from '../signin/Threshold.tsx';
import { useHostPage } from '../signin/use-host-page.ts';
import { SetUpFields } from './SetUpFields.tsx';
import css from './SetUpPage.module.css';

addTexts(SETUP_ZH, SETUP_EN);
addRemarks(entry);

interface Names {
  subname: string;
  username: string;
}

/** /setup: the first company and its administrator, while nobody exists. Afterwards there is no such page. */
export function SetUpPage() {
  const { t } = useText();
  const host = useHostPage();
  const [made, setMade] = useState<Names | null>(null);
  if (made)
    return (
      <Threshold {...host} heading={t('setup.done')} about={t('setup.doneWhy')}>
        <Made names={made} />
      </Threshold>
    );
  if (host.page && !host.page.set_up)
    return (
      <main className={css.missing}>
        <NotFound />
      </main>
    );
  return (
    <Threshold {...host} heading={t('setup.title')} about={t('setup.why')}>
      {host.offline ? <OfflineNotice /> : <SetUpFields onMade={setMade} />}
    </Threshold>
  );
}

function Made({ names }: { names: Names }) {
  const { t } = useText();
  return (
    <>
      <dl className={css.names}>
        <dt>{t('signin.subname')}</dt>
        <dd>{names.subname}</dd>
        <dt>{t('signin.username')}</dt>
        <dd>{names.username}</dd>
      </dl>
      <Button kind="primary" className={css.go} onClick={() => go(`/login?subname=${names.subname}`, 'replace')}>
        {t('setup.signIn')}
      </Button>
    </>
  );
}
