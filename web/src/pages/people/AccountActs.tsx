import { useState } from 'react';
import { Acting } from '#web/entry/Acting.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { nav } from '#web/nav/store.ts';
import { Button } from '#web/ui/Button.tsx';
import { ask, question } from '#web/ui/overlay/dialog.ts';
import css from './AccountPage.module.css';
import { useHeld } from './AccountParts.tsx';
import type { Account, Act } from './use-account.ts';

interface AccountActsProps {
  cloud: string;
  id: number;
  account: Account;
  busy: Act | null;
  act: (what: Act, more?: { mail?: 0 | 1 }) => Promise<void>;
  /** absent: there is nothing that could be handed on */
  onHandOver: (() => void) | undefined;
  onLook(): void;
}

/** What ends something is asked first, and says what it ends; then it is done. */
function useQuestions({ account, act, onHandOver }: Pick<AccountActsProps, 'account' | 'act' | 'onHandOver'>) {
  const { t, label } = useText();
  const held = useHeld(account);
  const name = label(account);
  const n = account.sessions.length;
  const isReset = account.changed_at !== null;
  const link = async () => {
    const title = t(isReset ? 'people.askReset' : 'people.askLink', { name });
    const ok = t(isReset ? 'people.makeReset' : 'people.makeLink');
    let mail = false;
    const lead = t(isReset ? 'people.askResetBody' : 'people.askLinkBody');
    const body = <ByMail lead={lead} mail={account.mail} onChoose={(on) => (mail = on)} />;
    if (await ask({ title, body, ok })) await act('invite', { mail: mail ? 1 : 0 });
  };
  const signOut = async () => {
    const body = t('people.askSignOutBody', { n });
    if (await ask({ title: t('people.askSignOut', { name }), body, ok: t('people.signOut'), danger: true })) await act('signOut');
  };
  const resetFactor = async () => {
    const body = t('people.askFactorBody', { n });
    if (await ask({ title: t('people.askFactor', { name }), body, ok: t('people.resetFactor'), danger: true })) await act('resetFactor');
  };
  const disable = async () => {
    const lead =
      held.length > 0
        ? t(n > 0 ? 'people.askDisableBody' : 'people.askDisableAway', { n })
        : t(n > 0 ? 'people.askDisableNothing' : 'people.askDisableAwayNothing', { n });
    const body = held.length > 0 ? <Left lead={lead} held={held} onHandOver={onHandOver} /> : lead;
    if (await ask({ title: t('people.askDisable', { name }), body, ok: t('people.disable'), danger: true })) await act('disable');
  };
  return { link, signOut, resetFactor, disable };
}

/** What can be done now. */
export function AccountActs(props: AccountActsProps) {
  return (
    <div className={css.bar} data-bar>
      <Acting>
        <Acts {...props} />
      </Acting>
    </div>
  );
}

function Acts({ cloud, id, account, busy, act, onHandOver, onLook }: AccountActsProps) {
  const { t } = useText();
  const { link, signOut, resetFactor, disable } = useQuestions({ account, act, onHandOver });
  const isReset = account.changed_at !== null;
  const offers = (op: Account['acts'][number]) => account.acts.includes(op);
  const edit = () => nav.open({ cloud, op: 'Modify', id }, { key_name: account.key_name, key_name_en: account.key_name_en });
  return (
    <>
      {offers('Enable') && (
        <Button size="medium" kind="primary" busy={busy === 'enable'} onClick={() => void act('enable')}>
          {t('people.enable')}
        </Button>
      )}
      {offers('Invite') && (
        <Button size="medium" kind="primary" busy={busy === 'invite'} onClick={() => void link()}>
          {t(isReset ? 'people.makeReset' : 'people.makeLink')}
        </Button>
      )}
      {offers('Modify') && (
        <Button size="medium" onClick={edit}>
          {t('people.edit')}
        </Button>
      )}
      {offers('Unlock') && (
        <Button size="medium" busy={busy === 'unlock'} onClick={() => void act('unlock')}>
          {t('people.unlock')}
        </Button>
      )}
      {offers('Eyes') && (
        <Button size="medium" icon="eye" onClick={onLook}>
          {t('people.look')}
        </Button>
      )}
      <span className={css.grow} />
      {offers('ResetFactor') && (
        <Button size="medium" kind="danger" busy={busy === 'resetFactor'} onClick={() => void resetFactor()}>
          {t('people.resetFactor')}
        </Button>
      )}
      {offers('SignOut') && (
        <Button size="medium" kind="danger" busy={busy === 'signOut'} onClick={() => void signOut()}>
          {t('people.signOut')}
        </Button>
      )}
      {offers('Disable') && (
        <Button size="medium" kind="danger" busy={busy === 'disable'} onClick={() => void disable()}>
          {t('people.disable')}
        </Button>
      )}
    </>
  );
}

/** Whether the link goes to his address, too; without a mail server it waits, and somebody has to hand it on. */
function ByMail({ lead, mail, onChoose }: { lead: string; mail: Account['mail']; onChoose: (on: boolean) => void }) {
  const { t } = useText();
  const [on, setOn] = useState(false);
  const choose = (chosen: boolean) => {
    setOn(chosen);
    onChoose(chosen);
  };
  return (
    <>
      <p className={css.lead}>{lead}</p>
      <label className={mail.has ? css.mail : css.none}>
        <input type="checkbox" checked={on} disabled={!mail.has} onChange={({ target }) => choose(target.checked)} />
        {t('people.byMail')}
      </label>
      {!mail.has && <p className={css.note}>{t('people.mailNone')}</p>}
      {mail.has && !mail.sent && <p className={css.note}>{t('people.mailUnsent')}</p>}
    </>
  );
}

/** What would be left behind, and the way to hand it on first: the question is answered no by it. */
function Left({ lead, held, onHandOver }: { lead: string; held: readonly string[]; onHandOver: (() => void) | undefined }) {
  const { t } = useText();
  const first = () => {
    question()?.answer(false);
    onHandOver?.();
  };
  return (
    <>
      <p className={css.lead}>{lead}</p>
      <ul className={css.held}>
        {held.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {onHandOver && (
        <p className={css.first}>
          <Button size="medium" onClick={first}>
            {t('people.handFirst')}
          </Button>
        </p>
      )}
    </>
  );
}
