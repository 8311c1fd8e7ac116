import type { ProcessRow } from '#protocol/wire/process.ts';
import { whoActed } from '#web/flow/process/objections.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { PREVIEW_EN, PREVIEW_ZH } from '#web/i18n/parts/preview.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import css from './Opinions.module.css';
import { isDecision, saidBefore } from './opinions.ts';

addTexts(PREVIEW_ZH, PREVIEW_EN);

/** As many as are read at a glance; the record has them all. */
const MOST = 4;

interface OpinionsProps {
  rows: readonly ProcessRow[];
  onOpen(): void;
}

/** What those before him have said. */
export function Opinions({ rows, onOpen }: OpinionsProps) {
  const texts = useText();
  const { t, label } = texts;
  const { rows: said, isBefore } = saidBefore(rows);
  if (said.length === 0) return null;
  return (
    <section>
      <h3>{t(isBefore ? 'preview.before' : 'preview.latest')}</h3>
      {said.slice(0, MOST).map((row) => (
        <p key={row.id} className={css.said}>
          {t(isDecision(row) ? 'preview.said' : 'preview.answered', { who: whoActed(texts, row), step: label(row.step), what: row.remark })}
        </p>
      ))}
      {said.length > MOST && (
        <Button kind="link" size="small" className={css.more} onClick={onOpen}>
          {t('preview.moreSaid', { n: said.length - MOST })}
        </Button>
      )}
    </section>
  );
}
