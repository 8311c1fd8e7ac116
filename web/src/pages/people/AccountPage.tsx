import { addTexts } from '#web/i18n/catalogue.ts';
import { PEOPLE_EN, PEOPLE_ZH } from '#web/i18n/people.ts';
import { useText } from '#web/i18n/use-text.ts';
import type { PageDescriptor } from '#web/nav/page.ts';
import { ErrorState, Outdated, SkeletonLines, useLate } from '#web/ui/states.tsx';
import { AccountActs } from './AccountActs.tsx';
import css from './AccountPage.module.css';
import { Holds, Sessions, Standing } from './AccountParts.tsx';
import { useAccount } from './use-account.ts';

addTexts(PEOPLE_ZH, PEOPLE_EN);

/** How a user's account stands, what he holds, and what an administrator does about it. */
export function AccountPage({ page: { cloud = 'user', id = 0 } }: { page: PageDescriptor }) {
  const { label } = useText();
  const { query, error, outdated, account, busy, act } = useAccount(cloud, id);
  const late = useLate(query.isPending);
  if (error) return <ErrorState why={error.remark} onRetry={() => void query.refetch()} />;
  if (!account) return late ? <SkeletonLines lines={10} /> : null;
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>{label(account)}</h1>
        <span>{account.login_name}</span>
      </header>
      <div className={css.body}>
        <Outdated why={outdated?.remark} onRetry={() => void query.refetch()} />
        <Standing account={account} />
        <Sessions account={account} />
        <Holds account={account} />
      </div>
      <AccountActs cloud={cloud} id={id} account={account} busy={busy} act={act} />
    </div>
  );
}
