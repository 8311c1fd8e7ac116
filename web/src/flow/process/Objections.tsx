import type { ProcessRow } from '#protocol/wire/process.ts';
import { reasonOf } from '#web/i18n/reason.ts';
import { useText } from '#web/i18n/use-text.ts';
import { When } from '#web/ui/Paper.tsx';
import css from './Objections.module.css';
import { whoActed } from './objections.ts';

interface ObjectionsProps {
  rows: readonly ProcessRow[];
}

/** Why a record was sent back or refused: who said what, at which step and when, one line each. */
export function Objections({ rows }: ObjectionsProps) {
  const texts = useText();
  return (
    <ul className={css.objections}>
      {rows.map((row) => (
        <li key={row.id}>
          {reasonOf(texts, { who: whoActed(texts, row), said: row.remark })}{' '}
          <small>
            {texts.label(row.step)} <When at={row.finish_time ?? row.create_time} />
          </small>
        </li>
      ))}
    </ul>
  );
}
