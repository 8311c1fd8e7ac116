import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { SessionUser } from '#web/api/session.ts';
import { dropOwnDrafts, ownDrafts } from '#web/drafts/sign-out.ts';
import { onDrafts } from '#web/drafts/store.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Avatar } from '#web/ui/marks/Avatar.tsx';
import { ownPicture } from '../own-picture.ts';
import { signOut } from '../signin/session/farewell.ts';
import css from './UserMenu.module.css';

/** Who is signed in, and the way out. */
export function UserMenu({ user }: { user: SessionUser }) {
  const { t, label, listed } = useText();
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const isOutside = event instanceof KeyboardEvent ? event.key === 'Escape' : !box.current?.contains(event.target as Node);
      if (isOutside) box.current?.removeAttribute('open');
    };
    addEventListener('pointerdown', close);
    addEventListener('keydown', close);
    return () => {
      removeEventListener('pointerdown', close);
      removeEventListener('keydown', close);
    };
  }, []);
  const kept = useSyncExternalStore(onDrafts, () => [...new Set(ownDrafts().map(({ name }) => label(name)))].join('\n'));
  const unsaved = listed(kept.split('\n').filter(Boolean));
  const leave = () => {
    dropOwnDrafts();
    signOut();
  };
  const facts = [
    [t('home.user'), user.login_name],
    [t('home.position'), label(user, 'title')],
    [t('home.department'), label(user.department_entity)],
    [t('home.domain'), label(user.domain)],
  ].filter(([, value]) => value);
  return (
    <details ref={box} className={css.user}>
      <summary>
        <Avatar name={label(user)} picture={ownPicture(user)} />
        <span className={css.name}>{label(user)}</span>
        <Icon name="down" />
      </summary>
      <div className={css.menu}>
        <h2>{t('home.me')}</h2>
        <dl>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {unsaved && <p className={css.unsaved}>{t('home.unsaved', { names: unsaved })}</p>}
        <Button size="medium" icon="power" onClick={leave}>
          {t('signin.leave')}
        </Button>
      </div>
    </details>
  );
}
