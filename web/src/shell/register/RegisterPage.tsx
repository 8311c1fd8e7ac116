import { entry } from '#protocol/texts/entry.ts';
import { addRemarks } from '#web/api/error.ts';
import { sayFarewell } from '#web/entry/farewell.ts';
import { OfflineNotice } from '#web/entry/OfflineNotice.tsx';
import { addTexts } from '#web/i18n/catalogue.ts';
import { REGISTER_EN, REGISTER_ZH } from '#web/i18n/parts/threshold/register.ts';
import { useText } from '#web/i18n/use-text.ts';
import { go } from '#web/nav/address.ts';
import { Threshold } from '../signin/Threshold.tsx';
import { useHostPage } from '../signin/use-host-page.ts';
import { BackToSignIn } from './BackToSignIn.tsx';
import { RegisterFields } from './RegisterFields.tsx';

addTexts(REGISTER_ZH, REGISTER_EN);
addRemarks(entry);

/** /register: a company of one's own (AUTH-16), where the platform's registration is open. It leads to the sign-in, both names filled in. */
export function RegisterPage() {
  const { t } = useText();
  const host = useHostPage();
  if (host.page && !host.page.register)
    return (
      <Threshold {...host} heading={t('register.shut')} about={t('register.shutWhy')}>
        <BackToSignIn kind="default" />
      </Threshold>
    );
  const enter = ({ subname, username }: { subname: string; username: string }) => {
    sayFarewell('registered');
    go(`/login?subname=${subname}&username=${username}`, 'replace');
  };
  return (
    <Threshold {...host} heading={t('register.title')} about={t('register.why')}>
      {host.page ? <RegisterFields onMade={enter} /> : <OfflineNotice />}
    </Threshold>
  );
}
