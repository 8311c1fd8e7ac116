import { useText } from '#web/i18n/use-text.ts';
import css from './Asks.module.css';

/** Lines that a question shows; how many more there are stands below them. */
const MOST = 8;

/** What a handler asks before it goes on, with the records of which it asks it. */
export function Asks({ remark, lines }: { remark: string; lines: readonly string[] }) {
  const { t } = useText();
  return (
    <div className={css.asks}>
      <p>{remark}</p>
      {lines.length > 0 && (
        <ul>
          {lines.slice(0, MOST).map((line) => (
            <li key={line}>{line}</li>
          ))}
          {lines.length > MOST && <li>{t('deeds.moreAsked', { n: lines.length - MOST })}</li>}
        </ul>
      )}
    </div>
  );
}
