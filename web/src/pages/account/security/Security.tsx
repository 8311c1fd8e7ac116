import { useState } from 'react';
import { isLooking } from '#web/api/session.ts';
import { useText } from '#web/i18n/use-text.ts';
import { shortTime } from '#web/i18n/when.ts';
import { nav } from '#web/nav/store.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState, ErrorState, Outdated, SkeletonLines, useLate } from '#web/ui/states.tsx';
import { Line } from '../Line.tsx';
import { ChangePassword } from '../password/ChangePassword.tsx';
import { Devices } from './Devices.tsx';
import { Factor } from './Factor.tsx';
import css from './Security.module.css';
import { SecurityLog } from './SecurityLog.tsx';
import { useDevices } from './use-devices.ts';

/** What keeps the account safe: its password, where it is signed in, what happened to it. */
export function Security() {
  const { t } = useText();
  if (isLooking()) return <EmptyState title={t('account.private')} why={t('account.privateWhy')} />;
  return <Own />;
}

function Own() {
  const { t } = useText();
  const devices = useDevices();
  const late = useLate(devices.isPending);
  if (devices.error) return <ErrorState why={devices.error.remark} onRetry={devices.retry} />;
  if (devices.isPending) return late ? <SkeletonLines lines={8} /> : null;
  return (
    <>
      <Outdated why={devices.outdated?.remark} onRetry={devices.retry} />
      <h3 className={css.part}>{t('account.signIn')}</h3>
      <Line label={t('account.password')}>
        <Password time={devices.passwordTime} />
      </Line>
      <Factor />
      <Devices devices={devices} />
      <SecurityLog />
    </>
  );
}

/** When it was set; the form that changes it opens in place. */
function Password({ time }: { time: string }) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className={css.row}>
        <span className={css.grow}>{t('account.passwordSet', { time: shortTime(time) })}</span>
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'account.fold' : 'password.change')}
        </Button>
      </div>
      {isOpen && (
        <div className={css.form}>
          <ChangePassword mayLeave={nav.mayLeave} wide />
        </div>
      )}
    </>
  );
}
