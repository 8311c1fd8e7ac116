import { useState } from 'react';
import type { ProcessRow } from '#protocol/wire/process.ts';
import { useText } from '#web/i18n/use-text.ts';
import { shortTime } from '#web/i18n/when.ts';
import { Checkbox } from '#web/ui/controls.ts';
import { ActFrame, type ActProps } from './ActFrame.tsx';
import { Words } from './ActLines.tsx';
import { hurriedRows } from './rows.ts';
import css from './UrgeDialog.module.css';
import { useAct } from './use-act.ts';

/** Who has it and may be asked to hurry; who was asked a moment ago stands there at rest, with when. */
export function UrgeDialog({ on, begun, onClose }: ActProps) {
  const { t } = useText();
  const it = useAct({ ...on, todo: undefined }, { op: 'Urge' });
  const rows = hurriedRows(on.rows, on.me);
  const may = rows.filter(({ urgeable }) => urgeable === 1);
  const [left, setLeft] = useState<readonly number[]>(() => (begun.row ? may.flatMap(({ id }) => (id === begun.row!.id ? [] : [id])) : []));
  const chosen = may.filter(({ id }) => !left.includes(id));
  const turn = (id: number) => {
    it.setWrong({});
    setLeft(left.includes(id) ? left.filter((each) => each !== id) : [...left, id]);
  };
  const send = () => {
    if (chosen.length === 0) return it.setWrong({ all: t('beside.urgeNobody') });
    // all of them are one request: who was asked by somebody else meanwhile is left in peace
    const extra = chosen.length === may.length ? [{}] : chosen.map(({ id: todo }) => ({ todo }));
    void it.send({ extra, who: chosen.map(({ review_entity }) => review_entity) });
  };
  return (
    <ActFrame
      {...{ on, begun, onClose, it, send }}
      foot={t('beside.UrgeFoot')}
      ok={t('beside.sendN', { act: t('beside.Urge'), n: chosen.length })}
    >
      <ul className={css.people} aria-label={t('beside.UrgeWhom')}>
        {rows.map((row) => (
          <Person key={row.id} row={row} checked={chosen.includes(row)} onTurn={turn} />
        ))}
      </ul>
      <Words op="Urge" it={it} phrases={[t('beside.urgePhraseToday'), t('beside.urgePhraseSoon')]} />
    </ActFrame>
  );
}

function Person({ row, checked, onTurn }: { row: ProcessRow; checked: boolean; onTurn(id: number): void }) {
  const { t, label } = useText();
  const off = row.urgeable !== 1;
  return (
    <li className={off ? css.off : undefined}>
      <Checkbox checked={checked} disabled={off} onChange={() => onTurn(row.id)}>
        {label(row.review_entity)}
      </Checkbox>
      <small>
        {label(row.step)}　{t(row.read_time === null ? 'beside.unread' : 'beside.read')}
        {row.urge_time && `　${t('beside.urgedAt', { time: shortTime(row.urge_time) })}`}
      </small>
    </li>
  );
}
