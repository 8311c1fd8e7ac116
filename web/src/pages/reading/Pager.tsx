import { formatCount } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import css from './Pager.module.css';

interface PagerProps {
  /** what is turned, for who does not see it */
  label: string;
  page: number;
  /** rows of a page, of this one, and of all as far as they were counted */
  rows: number;
  shown: number;
  total: number;
  onTurn: (to: number) => void;
}

/** Turns the pages of what is read and not worked on as a table; nothing where one page has it all. */
export function Pager({ label, page, rows, shown, total, onTurn }: PagerProps) {
  const { t } = useText();
  if (total <= rows) return null;
  return (
    <nav className={css.pager} data-bar="" aria-label={label}>
      <span>{t('list.total', { n: formatCount(total) })}</span>
      <span className={css.grow} />
      <Button icon="left" disabled={page === 1} onClick={() => onTurn(page - 1)}>
        {t('todo.previous')}
      </Button>
      <Button disabled={shown < rows || page * rows === total} onClick={() => onTurn(page + 1)}>
        {t('todo.next')}
      </Button>
    </nav>
  );
}
