import { useEffect, useId, useRef, useState } from 'react';
import { isTooLong, OPINION_BELOW } from '#protocol/rules/event.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Lines } from '#web/ui/Lines.tsx';
import { usePhone } from '#web/ui/use-media.ts';
import type { Choice } from '../process/events.ts';
import css from './Opinion.module.css';
import type { Wrong } from './use-deciding.ts';

interface OpinionProps {
  choices: readonly Choice[];
  needs(choice: Choice): boolean;
  value: string;
  wrong: Wrong | null;
  /** the applicant's word to those who decide: no phrases of theirs */
  applies: boolean;
  onChange(value: string): void;
}

/** The opinion, with phrases at hand; it says for which choices it is required, and takes the focus when it was missing. */
export function Opinion({ choices, needs, value, wrong, applies, onChange }: OpinionProps) {
  const { t, label, listed } = useText();
  const about = useId();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (wrong) box.current?.querySelector('textarea')?.focus();
  }, [wrong]);
  const needing = choices.filter(needs);
  const events = listed(needing.map((choice) => label(choice.event)));
  const hint = hintOf(t, applies, events, needing.length === choices.length && needing.length > 0);
  const length = [...value].length;
  const over = isTooLong(value);
  const phone = usePhone();
  const [opened, setOpened] = useState(false);
  return (
    <div className={opened || value ? `${css.remark} ${css.opened}` : css.remark} ref={box}>
      <div className={css.box}>
        <Lines
          className={css.words ?? ''}
          aria-label={t('flow.remark')}
          aria-describedby={about}
          placeholder={hint}
          value={value}
          least={phone ? 1 : 2}
          most={5}
          status={wrong || over ? 'error' : ''}
          aria-invalid={wrong !== null || over}
          aria-required={needing.length > 0 && needing.length === choices.length}
          onFocus={() => setOpened(true)}
          onChange={(event) => onChange(event.target.value)}
        />
        <div className={css.tools}>
          {(applies ? [] : [t('flow.phraseAgree'), t('flow.phraseChecked')]).map((phrase) => (
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
        {wrong?.words ?? (over ? t('flow.remarkLong') : '')}
      </div>
    </div>
  );
}

/** What the empty box asks for. */
function hintOf(t: ReturnType<typeof useText>['t'], applies: boolean, events: string, always: boolean): string {
  if (always) return t('flow.remarkMust');
  if (applies) return events ? t('flow.noteFor', { events }) : t('flow.noteFree');
  return events ? t('flow.remarkFor', { events }) : t('flow.remarkFree');
}
