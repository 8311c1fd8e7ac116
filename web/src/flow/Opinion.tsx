import { useEffect, useId, useRef, useState } from 'react';
import { isTooLong, OPINION_BELOW } from '#protocol/rules/event.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Input } from '#web/ui/controls.ts';
import { usePhone } from '#web/ui/use-media.ts';
import type { Choice } from './events.ts';
import css from './flow.module.css';

interface OpinionProps {
  choices: readonly Choice[];
  needs(choice: Choice): boolean;
  value: string;
  wrong: string | null;
  onChange(value: string): void;
}

/** The opinion, with phrases at hand; it says for which choices it is required, and takes the focus when it was missing. */
export function Opinion({ choices, needs, value, wrong, onChange }: OpinionProps) {
  const { t, label, listed } = useText();
  const about = useId();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (wrong) box.current?.querySelector('textarea')?.focus();
  }, [wrong]);
  const needing = choices.filter(needs);
  const events = listed(needing.map((choice) => label(choice.event)));
  const hint =
    needing.length === 0
      ? t('flow.remarkFree')
      : needing.length === choices.length
        ? t('flow.remarkMust')
        : t('flow.remarkFor', { events });
  const length = [...value].length;
  const over = isTooLong(value);
  const phone = usePhone();
  const [opened, setOpened] = useState(false);
  return (
    <div className={opened || value ? `${css.remark} ${css.opened}` : css.remark} ref={box}>
      <div className={css.box}>
        <Input.TextArea
          aria-label={t('flow.remark')}
          aria-describedby={about}
          placeholder={hint}
          value={value}
          autoSize={{ minRows: phone ? 1 : 2, maxRows: 5 }}
          status={wrong || over ? 'error' : ''}
          aria-invalid={wrong !== null || over}
          aria-required={needing.length > 0 && needing.length === choices.length}
          onFocus={() => setOpened(true)}
          onChange={(event) => onChange(event.target.value)}
        />
        <div className={css.tools}>
          {[t('flow.phraseAgree'), t('flow.phraseChecked')].map((phrase) => (
            <button key={phrase} type="button" className={css.phrase} onClick={() => onChange(value ? `${value} ${phrase}` : phrase)}>
              {phrase}
            </button>
          ))}
          <span className={over ? `${css.count} ${css.over}` : css.count}>
            {length} / {OPINION_BELOW}
          </span>
        </div>
      </div>
      <div className={css.wrong} id={about} role="alert">
        {wrong ?? (over ? t('flow.remarkLong') : '')}
      </div>
    </div>
  );
}
