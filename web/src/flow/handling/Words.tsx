import { useContext, useEffect, useId, useRef, useState } from 'react';
import { isTooLong, OPINION_BELOW } from '#protocol/rules/event.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Lines } from '#web/ui/Lines.tsx';
import { Rest } from '#web/ui/rest.ts';
import { usePhone } from '#web/ui/use-media.ts';
import { AttachButton, AttachList } from './Attached.tsx';
import type { Attachments } from './attachments.ts';
import type { Wrong } from './case.ts';
import { Phrases } from './Phrases.tsx';
import css from './Words.module.css';

interface WordsProps {
  label: string;
  /** what the empty box asks for */
  hint: string;
  must: boolean;
  phrases: readonly string[];
  value: string;
  wrong: Wrong | null;
  /** files that go with it */
  attachments: Attachments;
  onChange(value: string): void;
}

/** What is said in the bar, with phrases and files at hand; it takes the focus when it was missing. */
export function Words({ label, hint, must, phrases, value, wrong, attachments, onChange }: WordsProps) {
  const { t } = useText();
  const about = useId();
  const rests = useContext(Rest) !== null;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (wrong) box.current?.querySelector('textarea')?.focus();
  }, [wrong]);
  const length = [...value].length;
  const over = isTooLong(value);
  // there the count has no room until it matters
  const phone = usePhone();
  const [opened, setOpened] = useState(false);
  return (
    <div className={opened || value ? `${css.remark} ${css.opened}` : css.remark} ref={box}>
      <div className={css.box}>
        <Lines
          className={css.words ?? ''}
          aria-label={label}
          aria-describedby={about}
          placeholder={hint}
          value={value}
          readOnly={rests}
          least={phone ? 1 : 2}
          most={5}
          status={wrong || over ? 'error' : ''}
          aria-invalid={wrong !== null || over}
          aria-required={must}
          onFocus={() => setOpened(true)}
          onChange={(event) => onChange(event.target.value)}
        />
        <div className={css.tools}>
          <Phrases {...{ phrases, value, onChange }} />
          <span className={css.apart} />
          <AttachButton it={attachments} />
          {!(phone && length < OPINION_BELOW / 2) && (
            <span className={over ? css.over : undefined}>
              {length} / {OPINION_BELOW}
            </span>
          )}
        </div>
      </div>
      <AttachList it={attachments} />
      <div className={css.wrong} id={about} role="alert">
        {wrong?.words ?? (over ? t('flow.remarkLong') : '')}
      </div>
    </div>
  );
}
