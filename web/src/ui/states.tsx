import { type ReactNode, useEffect, useState } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import css from './states.module.css';

/** What stands in place of content: the words say why, and what to do next. */
export function EmptyState({ title, why, children }: { title: string; why?: string; children?: ReactNode }) {
  return (
    <div className={css.state} role="status">
      <h2 className={css.title}>{title}</h2>
      {why && <p className={css.why}>{why}</p>}
      {children && <div className={css.actions}>{children}</div>}
    </div>
  );
}

interface ErrorStateProps {
  title?: string;
  why: string;
  kept?: string;
  onRetry?: () => void;
  /** where trying again changes nothing */
  onClose?: () => void;
}

/** What did not work, what was kept, one way out. */
export function ErrorState({ title, why, kept, onRetry, onClose }: ErrorStateProps) {
  const { t } = useText();
  return (
    <div className={css.state} role="alert">
      <h2 className={css.title}>{title ?? t('ui.noData')}</h2>
      <p className={css.why}>{why}</p>
      {kept && <p className={css.why}>{kept}</p>}
      {onRetry && (
        <div className={css.actions}>
          <Button icon="refresh" onClick={onRetry}>
            {t('ui.retry')}
          </Button>
        </div>
      )}
      {onClose && (
        <div className={css.actions}>
          <Button onClick={onClose}>{t('shell.closeTab')}</Button>
        </div>
      )}
    </div>
  );
}

/** Above what is known from before and could not be read again: why, and one way out. Nothing where it is as it should be. */
export function Outdated({ why, onRetry }: { why: string | undefined; onRetry: () => void }) {
  const { t } = useText();
  if (!why) return null;
  return (
    <Banner icon="alert" words={t('ui.outdated', { remark: why })}>
      <Button icon="refresh" onClick={onRetry}>
        {t('ui.retry')}
      </Button>
    </Banner>
  );
}

/** True once `waiting` has lasted 300 ms: before that nothing is shown, so that quick answers do not flicker. */
export function useLate(waiting: boolean, after = 300): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) {
      setLate(false);
      return;
    }
    const timer = setTimeout(() => setLate(true), after);
    return () => clearTimeout(timer);
  }, [waiting, after]);
  return waiting && late;
}

const WIDTHS = [70, 55, 82, 61, 74, 48, 66, 78];

/** Rows in the shape of what comes. `columns` are their widths in px; 0 takes the rest. */
export function SkeletonRows({ rows, columns, height = 36 }: { rows: number; columns: readonly number[]; height?: number }) {
  const { t } = useText();
  return (
    <div className={css.rows} role="status" aria-label={t('ui.loading')}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton have no other name
        <div key={row} className={css.row} style={{ height }} aria-hidden="true">
          {columns.map((width, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <span key={column} style={width ? { width, flex: 'none' } : { flex: 1 }}>
              <i style={{ width: width && width < 40 ? 14 : `${WIDTHS[(row * 3 + column) % WIDTHS.length]}%` }} />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}

/** A few lines, for forms and previews. */
export function SkeletonLines({ lines = 4 }: { lines?: number }) {
  return <SkeletonRows rows={lines} columns={[0]} height={28} />;
}
