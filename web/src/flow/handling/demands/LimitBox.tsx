import { useEffect, useId, useRef } from 'react';
import { LIMIT, limitMeant } from '#protocol/rules/limit.ts';
import { EditDate } from '#web/fields/date/calendar.tsx';
import { addTexts } from '#web/i18n/catalogue.ts';
import { BESIDE_EN, BESIDE_ZH } from '#web/i18n/parts/beside.ts';
import { useText } from '#web/i18n/use-text.ts';
import css from './LimitBox.module.css';
import type { Limiting } from './use-limit.ts';

addTexts(BESIDE_ZH, BESIDE_EN);

const nothing = () => ({});

interface LimitBoxProps {
  limit: Limiting;
  cloud: string;
  rowid: number;
  /** every way on asks for it: it need not say which */
  always: boolean;
}

/** Until when who comes next may take: typed or chosen from the calendar, with what is wrong beside it; it takes the focus when it was missing. */
export function LimitBox({ limit: { asking, value, wrong, write }, cloud, rowid, always }: LimitBoxProps) {
  const { t, label, listed, locale } = useText();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (wrong) box.current?.querySelector('input')?.focus();
  }, [wrong]);
  const events = listed(asking.map(({ event }) => label(event)));
  return (
    <div className={css.limit} ref={box}>
      <label htmlFor={id}>{always ? t('beside.limit') : t('beside.limitFor', { events })}</label>
      <div>
        <EditDate
          {...{ id, field: LIMIT, value, locale, cloud, rowid }}
          required={always}
          invalid={wrong !== null}
          describedBy={`${id}-wrong`}
          values={nothing}
          onChange={write}
          onBlur={nothing}
          means={limitMeant}
        />
      </div>
      <div className={css.wrong} id={`${id}-wrong`} role="alert">
        {wrong?.words}
      </div>
    </div>
  );
}
