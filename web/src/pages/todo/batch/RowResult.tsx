import { useText } from '#web/i18n/use-text.ts';
import { Icon, type IconName } from '#web/ui/Icon.tsx';
import css from './RowResult.module.css';
import type { Result } from './result.ts';

const ICONS: Readonly<Record<Result['kind'], IconName>> = {
  queued: 'history',
  working: 'refresh',
  stopped: 'pause',
  done: 'check',
  gone: 'info',
  failed: 'alert',
  person: 'alert',
};

const NAMES = {
  queued: 'batch.is.queued',
  working: 'batch.is.working',
  stopped: 'batch.is.stopped',
  gone: 'batch.is.gone',
  failed: 'batch.is.failed',
  person: 'batch.is.person',
} as const;

/** What became of a row, in the row that caused it. */
export function RowResult({ result }: { result: Result }) {
  const { t } = useText();
  const words = 'words' in result ? result.words : '';
  return (
    <span className={`${css.result} ${css[result.kind]}`} title={words || undefined}>
      <Icon name={ICONS[result.kind]} size={14} />
      {result.kind !== 'done' && <b>{t(NAMES[result.kind])}</b>}
      {words && <span className={css.words}>{words}</span>}
    </span>
  );
}
