import type { WireRow } from '#protocol/wire/envelope.ts';
import { nameOf } from '#web/actions/run-action.ts';
import { cellValue, shown } from '#web/fields/shown.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Avatar } from '#web/ui/marks/Avatar.tsx';
import css from './PersonLine.module.css';
import { detailFields, offField } from './pick-row.ts';
import type { People } from './use-people.ts';

interface PersonLineProps {
  id: string;
  at: number;
  row: WireRow;
  people: People;
  multiple: boolean;
}

/** One who can be chosen: name, what he does, where he belongs; who is out of use says so. */
export function PersonLine({ id, at, row, people, multiple }: PersonLineProps) {
  const { label, locale } = useText();
  const { group, has, turn, stand } = people;
  const { table, field } = group;
  if (!table) return null;
  const off = offField(table, row);
  const name = nameOf(row, locale);
  const isChosen = has(row);
  const look = [css.line, people.at === at && css.stood, off && css.off].filter(Boolean).join(' ');
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the box, which has the focus
    <div
      id={id}
      data-at={at}
      role="option"
      tabIndex={-1}
      className={look}
      aria-selected={isChosen}
      aria-disabled={off !== undefined && !isChosen}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        stand(at);
        turn(row);
      }}
    >
      {multiple && <span className={css.box} data-checked={isChosen || undefined} aria-hidden="true" />}
      <Avatar name={name} quiet size={20} />
      <span className={`${css.name} ellipsis`} title={name}>
        {name}
      </span>
      {detailFields(table, field).map((each) => {
        const words = shown(each, cellValue(each, row, label), locale);
        return (
          <span key={each.field_name} className={`${css.detail} ellipsis`} title={words}>
            {words}
          </span>
        );
      })}
      {off && <span className={css.why}>{shown(off, row[off.field_name], locale)}</span>}
    </div>
  );
}
