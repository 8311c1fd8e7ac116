import type { ReactNode } from 'react';
import { useTable } from '#web/api/use-table.ts';
import { itemsOf } from '#web/fields/shown.ts';
import { wallNow } from '#web/i18n/clock.ts';
import { useText } from '#web/i18n/use-text.ts';
import { shortTime } from '#web/i18n/when.ts';
import { StateMark } from '#web/ui/marks/StateMark.tsx';
import { stepsOf } from '../form/control/use-duties.ts';
import css from './AccountPage.module.css';
import type { Account } from './use-account.ts';

/** An instant on the company's clock, as it is read at a glance. */
const when = (instant: string): string => shortTime(wallNow(Date.parse(instant)));

function Part({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  return (
    <section className={css.part}>
      <h2>
        {title}
        {about && <small>{about}</small>}
      </h2>
      {children}
    </section>
  );
}

/** Whether he may sign in, and with what. */
export function Standing({ account }: { account: Account }) {
  const { t, label } = useText();
  const { table } = useTable('user');
  const status = table?.fields.find((field) => field.field_name === 'status');
  const item = status && itemsOf(status).find((one) => one.id === account.status);
  return (
    <Part title={t('people.account')}>
      <dl className={css.facts}>
        <dt>{status ? label(status) : '\u00a0'}</dt>
        <dd>{item && <StateMark look={item.look}>{label(item)}</StateMark>}</dd>
        <dt>{t('people.password')}</dt>
        <dd>{account.changed_at ? t('people.passwordSet', { time: when(account.changed_at) }) : t('people.passwordNone')}</dd>
        <dt>{t('people.factor')}</dt>
        <dd>{account.factor ? t('people.factorSince', { time: when(account.factor) }) : t('people.factorNone')}</dd>
        <dt>{t('people.link')}</dt>
        <dd>{account.link ? t('people.linkHolds', { time: when(account.link.until) }) : t('people.linkNone')}</dd>
        <dt>{t('people.lock')}</dt>
        <dd className={account.locked_until ? css.locked : undefined}>
          {account.locked_until ? t('people.lockedUntil', { time: when(account.locked_until) }) : t('people.lockNone')}
        </dd>
      </dl>
    </Part>
  );
}

export function Sessions({ account: { sessions } }: { account: Account }) {
  const { t, label } = useText();
  if (sessions.length === 0)
    return (
      <Part title={t('people.sessions')}>
        <p className={css.quiet}>{t('people.sessionsNone')}</p>
      </Part>
    );
  return (
    <Part title={t('people.sessions')} about={t('people.sessionsN', { n: sessions.length })}>
      <ul className={css.rows}>
        {sessions.map((one) => (
          <li key={`${one.created} ${one.address} ${one.last_seen}`}>
            <span>{[one.browser, one.system].filter(Boolean).join(' · ') || t('people.program')}</span>
            <span>{one.address}</span>
            <span>{label({ key_name: one.domain, key_name_en: one.domain_en })}</span>
            <time>{when(one.last_seen)}</time>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** What somebody is to a department. */
export const AS = { head: 'people.head', leader: 'people.leader' } as const;

/** What he holds, a line each. */
export function useHeld({ holds: { todos, cases, departments, offices } }: Account): readonly string[] {
  const texts = useText();
  const { t, label } = texts;
  return [
    ...todos.map((one) => t('people.todos', { table: label(one), n: one.count })),
    ...(cases > 0 ? [t('people.cases', { n: cases })] : []),
    ...departments.map((one) => t(AS[one.as], { name: label(one) })),
    ...offices.map((one) => t('people.office', { office: label(one), steps: stepsOf(texts, one) })),
  ];
}
