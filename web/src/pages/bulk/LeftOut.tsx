import { useMemo } from 'react';
import { sessionState } from '#web/api/session.ts';
import { today } from '#web/i18n/clock.ts';
import { useText } from '#web/i18n/use-text.ts';
import css from './LeftOut.module.css';
import { leftOut } from './state/left-out.ts';
import type { Filling } from './state/use-bulk.ts';

/** The fields that are not offered, and why: who misses one need not guess. */
export function LeftOut({ bulk: { table, fields } }: { bulk: Filling }) {
  const { t, label, listed } = useText();
  const left = useMemo(() => leftOut(table, { user: sessionState().session!.user, today: today() }, fields), [table, fields]);
  if (left.length === 0) return null;
  return (
    <details className={css.left}>
      <summary>{t('bulk.leftOut', { n: left.reduce((sum, each) => sum + each.fields.length, 0) })}</summary>
      <dl>
        {left.map(({ why, fields: some }) => (
          <div key={why}>
            <dt>{t(`bulk.${why}`)}</dt>
            <dd>{listed(some.map((field) => label(field)))}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
