import { useText } from '#web/i18n/use-text.ts';
import { nav } from '#web/nav/store.ts';
import { Button } from '#web/ui/Button.tsx';
import { ask } from '#web/ui/overlay/dialog.ts';
import css from './AccountPage.module.css';
import { useHeld } from './AccountParts.tsx';
import type { Account, Act } from './use-account.ts';

interface AccountActsProps {
  cloud: string;
  id: number;
  account: Account;
  busy: Act | null;
  act: (what: Act) => Promise<void>;
}

const DISABLED = 2;

/** What can be done now. What ends something is asked first, and says what it ends. */
export function AccountActs({ cloud, id, account, busy, act }: AccountActsProps) {
  const { t, label } = useText();
  const held = useHeld(account);
  const name = label(account);
  const n = account.sessions.length;
  const isReset = account.changed_at !== null;
  const isDisabled = account.status === DISABLED;
  const link = async () => {
    const title = t(isReset ? 'people.askReset' : 'people.askLink', { name });
    const ok = t(isReset ? 'people.makeReset' : 'people.makeLink');
    if (await ask({ title, body: t(isReset ? 'people.askResetBody' : 'people.askLinkBody'), ok })) await act('invite');
  };
  const signOut = async () => {
    const body = t('people.askSignOutBody', { n });
    if (await ask({ title: t('people.askSignOut', { name }), body, ok: t('people.signOut'), danger: true })) await act('signOut');
  };
  const disable = async () => {
    const body = held.length > 0 ? <Held lead={t('people.askDisableBody', { n })} held={held} /> : t('people.askDisableNothing', { n });
    if (await ask({ title: t('people.askDisable', { name }), body, ok: t('people.disable'), danger: true })) await act('disable');
  };
  return (
    <div className={css.bar} data-bar>
      {isDisabled ? (
        <Button size="medium" kind="primary" busy={busy === 'enable'} onClick={() => void act('enable')}>
          {t('people.enable')}
        </Button>
      ) : (
        <Button size="medium" kind="primary" busy={busy === 'invite'} onClick={() => void link()}>
          {t(isReset ? 'people.makeReset' : 'people.makeLink')}
        </Button>
      )}
      <Button
        size="medium"
        onClick={() => nav.open({ cloud, op: 'Modify', id }, { key_name: account.key_name, key_name_en: account.key_name_en })}
      >
        {t('people.edit')}
      </Button>
      {account.locked_until && (
        <Button size="medium" busy={busy === 'unlock'} onClick={() => void act('unlock')}>
          {t('people.unlock')}
        </Button>
      )}
      <span className={css.grow} />
      {n > 0 && (
        <Button size="medium" kind="danger" busy={busy === 'signOut'} onClick={() => void signOut()}>
          {t('people.signOut')}
        </Button>
      )}
      {!isDisabled && (
        <Button size="medium" kind="danger" busy={busy === 'disable'} onClick={() => void disable()}>
          {t('people.disable')}
        </Button>
      )}
    </div>
  );
}

function Held({ lead, held }: { lead: string; held: readonly string[] }) {
  return (
    <>
      <p className={css.lead}>{lead}</p>
      <ul className={css.held}>
        {held.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
