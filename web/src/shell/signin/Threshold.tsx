import { type ReactNode, useEffect } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import type { HostPage } from '#web/proof/host.ts';
import { Brand, isOwnPicture } from './Brand.tsx';
import { Drawing } from './Drawing.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import css from './SignInPage.module.css';
import type { HostLookup } from './use-host-page.ts';

interface ThresholdProps extends HostLookup {
  heading: string;
  /** a line under the heading; absent: for whom the platform is, where it is not for everybody */
  about?: string;
  children: ReactNode;
}

/** What stands before the application: a form beside the drawing; on a phone the form alone. The host says title and company. */
export function Threshold({ page, offline, heading, about, children }: ThresholdProps) {
  const { t, locale } = useText();
  const english = locale === 'en_US';
  const banner = page?.banner;
  const isKnown = page !== null || offline;
  const title = (english ? page?.app_name_en || page?.app_name : page?.app_name) || (isKnown ? t('signin.appName') : '\u00a0');
  const company = (english ? page?.company_en || page?.company : page?.company) || 'Formwork';
  useEffect(() => {
    document.title = `${heading} · ${title.trim() || 'Formwork'}`;
  }, [heading, title]);
  return (
    <div className={css.page}>
      <header className={css.art}>
        {isOwnPicture(banner) ? <img className={css.drawing} src={banner} alt="" /> : <Drawing />}
        <Brand logo={page?.logo} name={company} />
        <h1 className={css.title}>{title}</h1>
        <p className={css.slogan}>{t('signin.slogan')}</p>
      </header>
      <div className={css.side}>
        <main className={css.main}>
          <div className={css.tools}>
            <LanguageSwitch />
          </div>
          <div className={css.box}>
            <h2 className={css.heading}>{heading}</h2>
            <p className={css.office}>{about ?? (isKnown && page?.register !== 1 ? t('signin.office') : '\u00a0')}</p>
            {isKnown ? children : <div className={css.waiting} role="status" aria-label={t('ui.loading')} />}
          </div>
        </main>
        <footer className={css.foot}>{copyright(page, english)}</footer>
      </div>
    </div>
  );
}

function copyright(page: HostPage | null, english: boolean): string {
  const said = (english && page?.copyright_en) || page?.copyright;
  return said?.includes('©') ? said : `© ${said ?? '2015-2019'}`;
}
