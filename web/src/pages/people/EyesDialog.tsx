import { useId, useState } from 'react';
import { call } from '#web/api/call.ts';
import { asApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { type ClientSession, EYES_PATH, type SessionUser, sessionState } from '#web/api/session.ts';
import { useText } from '#web/i18n/use-text.ts';
import { openEyesWindow } from '#web/nav/eyes-window.ts';
import { Button } from '#web/ui/Button.tsx';
import { Radio } from '#web/ui/controls.ts';
import { Lines } from '#web/ui/Lines.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { MUST } from '../form/content/Must.tsx';
import css from './EyesDialog.module.css';
import type { Account } from './use-account.ts';

/** Letters of a reason. */
const MOST = 100;

interface EyesDialogProps {
  id: number;
  account: Account;
  onClose(): void;
}

/** Why one looks through somebody's eyes, and in which of his domains; then the window opens in which one does. */
export function EyesDialog({ id, account, onClose }: EyesDialogProps) {
  const { t, label } = useText();
  const field = useId();
  const it = useLook(id, account, onClose);
  const { domains } = account;
  return (
    <Dialog
      open
      title={t('people.lookTitle', { name: label(account) })}
      onClose={onClose}
      footer={
        <>
          <Button size="medium" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button size="medium" kind="primary" icon="eye" busy={it.busy} onClick={() => void it.open()}>
            {t('people.lookOpen')}
          </Button>
        </>
      }
    >
      <p className={css.lead}>{t('people.lookBody')}</p>
      <p className={css.lead}>{t('people.lookTold')}</p>
      {domains.length > 1 && (
        <fieldset className={css.domains}>
          <legend>{t('people.lookDomain')}</legend>
          <Radio.Group
            value={it.domain}
            options={domains.map((one) => ({ value: one.id, label: label(one) }))}
            onChange={({ target }) => it.choose(target.value as number)}
          />
        </fieldset>
      )}
      <div className={css.line}>
        <label htmlFor={field}>
          {t('people.lookReason')}
          {MUST}
        </label>
        <Lines
          id={field}
          size="large"
          least={2}
          most={4}
          value={it.reason}
          placeholder={t('people.lookReasonHint')}
          aria-required
          aria-invalid={it.wrong !== ''}
          aria-describedby={`${field}-wrong`}
          status={it.wrong === '' ? '' : 'error'}
          onChange={({ target }) => it.write(target.value)}
        />
        <p className={css.wrong} id={`${field}-wrong`} role="alert">
          {it.wrong}
        </p>
      </div>
    </Dialog>
  );
}

function useLook(id: number, { domains }: Account, onClose: () => void) {
  const { t } = useText();
  const here = sessionState().session?.user.domain?.id;
  const [domain, setDomain] = useState(() => (domains.find((one) => one.id === here) ?? domains[0])?.id);
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState('');
  const [busy, setBusy] = useState(false);
  // it stands open already, and only its window was kept back
  const [opened, setOpened] = useState<ClientSession | null>(null);
  const show = (session: ClientSession) => {
    if (openEyesWindow(EYES_PATH, session)) return onClose();
    setOpened(session);
    setWrong(t('people.lookBlocked'));
  };
  const open = async () => {
    const said = reason.trim();
    if (busy) return;
    if (opened) return show(opened);
    if (said === '') return setWrong(t('people.lookReasonMust'));
    if ([...said].length > MOST) return setWrong(t('people.lookReasonLong'));
    setBusy(true);
    try {
      const { data = {} } = await call(ops.eyes, { id, reason: said, ...(domain === undefined ? {} : { domain }) });
      const until = Date.now() + Number(data.seconds) * 1_000;
      show({ token: String(data.token), user: data.user as SessionUser, eyes: { until } });
    } catch (error) {
      setWrong(asApiError(error).remark);
    } finally {
      setBusy(false);
    }
  };
  const choose = (one: number) => {
    setDomain(one);
    setWrong('');
  };
  const write = (words: string) => {
    setReason(words);
    setWrong('');
  };
  return { domain, choose, reason, write, wrong, busy, open };
}
