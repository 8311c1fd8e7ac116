import { useId, useState } from 'react';
import { shownBelow } from '#protocol/rules/list.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { BELOW_EN, BELOW_ZH } from '#web/i18n/parts/records/below.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import type { ListController } from '../state/use-list-page.ts';
import { Facts } from './Facts.tsx';
import css from './Panel.module.css';
import { useValues } from './use-values.ts';

addTexts(BELOW_ZH, BELOW_EN);

/** On a phone: what stands below a row stands in its card, below a press. */
export function BelowCard({ list, row }: { list: ListController; row: WireRow }) {
  const { label, listed } = useText();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const fields = list.table ? shownBelow(list.table) : [];
  if (fields.length === 0) return null;
  return (
    <div className={css.card}>
      <Button
        kind="quiet"
        size="touch"
        icon={isOpen ? 'down' : 'right'}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="ellipsis">{listed(fields.map((field) => label(field)))}</span>
      </Button>
      {isOpen && (
        <div id={id} className={css.inCard}>
          <Opened list={list} row={row} />
        </div>
      )}
    </div>
  );
}

function Opened({ list, row }: { list: ListController; row: WireRow }) {
  const fields = list.table ? shownBelow(list.table) : [];
  const known = useValues(list, fields, [row.id]);
  return <Facts list={list} fields={fields} known={known(row.id)} />;
}
