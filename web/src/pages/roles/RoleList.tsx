import { useState } from 'react';
import { formatCount } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { matches } from '#web/nav/menu.ts';
import { Input } from '#web/ui/controls.ts';
import { useClear } from '#web/ui/use-clear.tsx';
import css from './RoleList.module.css';
import type { RolesController } from './use-roles.ts';

/** All roles, with how many people have each. */
export function RoleList({ it }: { it: RolesController }) {
  const { t, label } = useText();
  const [words, setWords] = useState('');
  const shown = it.roles.filter(({ key_name, key_name_en, code }) => matches(words, [key_name, key_name_en, code]));
  const allowClear = useClear();
  return (
    <nav className={css.roles} aria-label={t('roles.roles')}>
      <h2 className={css.head}>
        {t('roles.roles')} <span className={css.count}>{it.roles.length || ''}</span>
      </h2>
      <div className={css.find}>
        <Input
          allowClear={allowClear}
          aria-label={t('roles.find')}
          placeholder={t('roles.find')}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </div>
      <ul className={css.list}>
        {shown.map((role) => (
          <li key={role.id}>
            <button
              type="button"
              className={css.role}
              aria-current={role.id === it.chosen?.id ? 'true' : undefined}
              onClick={() => it.choose(role.id)}
            >
              <span className={css.name}>{label(role)}</span>
              {it.begun.has(role.id) && <span className={css.dot} aria-hidden="true" />}
              <span className={css.number}>{role.root ? t('roles.all') : formatCount(role.members)}</span>
            </button>
          </li>
        ))}
      </ul>
      {it.roles.length > 0 && shown.length === 0 && <p className={css.none}>{t('roles.noneFound')}</p>}
    </nav>
  );
}
