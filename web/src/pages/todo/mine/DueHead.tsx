import { addTexts } from '#web/i18n/catalogue.ts';
import { formatCount } from '#web/i18n/format.ts';
import type { Due } from '#web/i18n/left.ts';
import { MINE_EN, MINE_ZH } from '#web/i18n/parts/mine.ts';
import { useText } from '#web/i18n/use-text.ts';
import css from './Mine.module.css';

addTexts(MINE_ZH, MINE_EN);

const NAMES = { late: 'mine.due.late', soon: 'mine.due.soon', later: 'mine.due.later', none: 'mine.due.none' } as const;

/** The head of rows that are due at about the same time. */
export function DueHead({ due, n }: { due: Due; n: number }) {
  const { t } = useText();
  return (
    <h2 className={due === 'late' ? `${css.group} ${css.overdue}` : css.group}>
      {t(NAMES[due])} <span>{formatCount(n)}</span>
    </h2>
  );
}
