import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { usePhone } from '#web/ui/use-media.ts';
import type { TodoItem } from '../todo-item.ts';
import css from './BatchSide.module.css';
import { CommonOpinion } from './CommonOpinion.tsx';
import { planOf } from './plan.ts';
import type { BatchOn } from './tables.ts';
import { needWords } from './words.ts';

/** The opinion on all of them, and what needs a person: before it is begun as the definition says it, after it as it was answered. */
export function BatchSide({ on }: { on: BatchOn }) {
  const texts = useText();
  const { t, label } = texts;
  const phone = usePhone();
  const look = on.rows.flatMap((row) => needOf(texts, on, row) ?? []);
  if (phone && look.length === 0) return null;
  return (
    <aside className={css.side} aria-label={t('batch.side')} data-page-keys="">
      {!phone && (
        <section>
          <h2>{t('batch.opinion')}</h2>
          <CommonOpinion it={on.it} />
        </section>
      )}
      {look.length > 0 && <h2>{t('batch.look', { n: look.length })}</h2>}
      {look.map(({ row, words, isGone }) => (
        <section key={row.id} className={css.one}>
          <b>{label(row)}</b>
          <p>{words}</p>
          <div className={css.buttons}>
            {isGone ? (
              <Button onClick={() => on.it.drop(row.id)}>{t('batch.drop')}</Button>
            ) : (
              <Button onClick={() => on.open(row)}>{t('batch.open')}</Button>
            )}
          </div>
        </section>
      ))}
    </aside>
  );
}

interface Look {
  row: TodoItem;
  words: string;
  isGone: boolean;
}

function needOf(texts: ReturnType<typeof useText>, { it, tables }: BatchOn, row: TodoItem): Look | undefined {
  const result = it.batch?.results.get(row.id);
  if (result && 'words' in result) return result.kind === 'done' ? undefined : { row, words: result.words, isGone: result.kind === 'gone' };
  if (result || !it.has(row.id)) return undefined;
  const table = tables.get(row.source);
  const plan = planOf(table, row, it.batch?.way ?? 'agree', it.remark);
  return plan.need && table ? { row, words: needWords(texts, table, plan.need, plan.fields), isGone: false } : undefined;
}
