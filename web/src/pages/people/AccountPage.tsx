import { useState } from 'react';
import { factor } from '#protocol/texts/factor.ts';
import { mailing } from '#protocol/texts/mailing.ts';
import { addRemarks } from '#web/api/error.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { PEOPLE_EN, PEOPLE_ZH } from '#web/i18n/parts/people.ts';
import { useText } from '#web/i18n/use-text.ts';
import type { PageDescriptor } from '#web/nav/page.ts';
import { useLabel } from '#web/nav/use-tab.ts';
import { ErrorState, Outdated, SkeletonLines, useLate } from '#web/ui/states.tsx';
import { isNotTheirs, NOT_OPENED } from '../not-opened.ts';
import { AccountActs } from './AccountActs.tsx';
import css from './AccountPage.module.css';
import { Sessions, Standing } from './AccountParts.tsx';
import { EyesDialog } from './EyesDialog.tsx';
import { HandoverDialog } from './HandoverDialog.tsx';
import { Held } from './Held.tsx';
import { useAccount } from './use-account.ts';
import { type HeldRow, useHeldRows } from './use-held.ts';

addTexts(PEOPLE_ZH, PEOPLE_EN);
addRemarks(factor);
addRemarks(mailing);

/** How a user's account stands, what he holds, and what an administrator does about it. */
export function AccountPage({ page: { cloud = 'user', id = 0 } }: { page: PageDescriptor }) {
  const { t, label } = useText();
  const held = useHeldRows(id);
  const { query, error, outdated, account, busy, act } = useAccount(cloud, id);
  const [looking, setLooking] = useState(false);
  const [handing, setHanding] = useState<readonly HeldRow[] | null>(null);
  useLabel(account, error !== null, NOT_OPENED);
  const late = useLate(query.isPending);
  if (error)
    return (
      <ErrorState
        title={t(isNotTheirs(error) ? 'people.notYours' : 'ui.noData')}
        why={error.remark}
        {...(isNotTheirs(error) ? {} : { onRetry: () => void query.refetch() })}
      />
    );
  if (!account) return late ? <SkeletonLines lines={10} /> : null;
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>{label(account)}</h1>
        <span>{account.login_name}</span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard */}
      <section className={css.body} tabIndex={0} aria-label={t('people.account')}>
        <Outdated why={outdated?.remark} onRetry={() => void query.refetch()} />
        <Standing account={account} />
        <Sessions account={account} />
        <Held account={account} held={held} onHandOver={() => setHanding(held.chosen.length > 0 ? held.chosen : held.movable)} />
      </section>
      <AccountActs
        cloud={cloud}
        id={id}
        account={account}
        busy={busy}
        act={act}
        onHandOver={held.movable.length > 0 ? () => setHanding(held.movable) : undefined}
        onLook={() => setLooking(true)}
      />
      {looking && <EyesDialog id={id} account={account} onClose={() => setLooking(false)} />}
      {handing && (
        <HandoverDialog
          user={id}
          account={account}
          rows={handing}
          onMoved={() => {
            void query.refetch();
            void held.query.refetch();
          }}
          onClose={() => setHanding(null)}
        />
      )}
    </div>
  );
}
