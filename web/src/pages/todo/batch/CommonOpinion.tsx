import { useEffect, useId, useRef } from 'react';
import { isTooLong, OPINION_BELOW } from '#protocol/rules/event.ts';
import { Phrases } from '#web/flow/handling/Phrases.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { Lines } from '#web/ui/Lines.tsx';
import { usePhone } from '#web/ui/use-media.ts';
import css from './CommonOpinion.module.css';
import type { BatchController } from './use-batch.ts';

/** One opinion that goes with each of them; it takes the focus when it was missing. */
export function CommonOpinion({ it: { remark, wrong, write, batch } }: { it: BatchController }) {
  const { t } = useText();
  const about = useId();
  const box = useRef<HTMLDivElement>(null);
  const phone = usePhone();
  const isOver = isTooLong(remark);
  useEffect(() => {
    if (wrong) box.current?.querySelector('textarea')?.focus();
  }, [wrong]);
  return (
    <div className={css.opinion} ref={box}>
      <Lines
        aria-label={t('batch.opinion')}
        aria-describedby={about}
        placeholder={t('batch.opinionHint')}
        value={remark}
        readOnly={batch?.isRunning === true}
        least={phone ? 1 : 2}
        most={5}
        status={wrong || isOver ? 'error' : ''}
        aria-invalid={wrong !== null || isOver}
        onChange={(event) => write(event.target.value)}
      />
      <div className={css.tools}>
        <Phrases phrases={[t('batch.phraseAgree'), t('batch.phraseChecked')]} value={remark} onChange={write} />
        <span className={isOver ? css.over : undefined}>
          {[...remark].length} / {OPINION_BELOW}
        </span>
      </div>
      <p className={css.wrong} id={about} role="alert">
        {wrong?.words ?? (isOver ? t('batch.remarkLong') : '')}
      </p>
    </div>
  );
}
