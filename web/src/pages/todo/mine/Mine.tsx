import { useState } from 'react';
import { useTable } from '#web/api/use-table.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { secondsSince } from '#web/i18n/clock.ts';
import { formatCount, formatStay } from '#web/i18n/format.ts';
import { MINE_EN, MINE_ZH } from '#web/i18n/parts/mine.ts';
import { whyReturned } from '#web/i18n/reason.ts';
import { useText } from '#web/i18n/use-text.ts';
import { shortTime } from '#web/i18n/when.ts';
import { Button } from '#web/ui/Button.tsx';
import { Tag } from '#web/ui/marks/Tag.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { CaseMark } from '../CaseMark.tsx';
import { isUrgent, returnedOf, type TodoItem } from '../todo-item.ts';
import css from './Mine.module.css';
import { Urging } from './Urging.tsx';
import { FEW, type Group, type Mine as Groups, type Stand } from './use-mine.ts';

addTexts(MINE_ZH, MINE_EN);

const NAMES = { back: 'mine.back', running: 'mine.running', ended: 'mine.ended' } as const;

interface MineProps {
  mine: Groups;
  selected: TodoItem | undefined;
  select(row: TodoItem): void;
  open(row: TodoItem): void;
  /** gives one group the page to itself; undefined: all of them */
  show(stand: Stand | undefined): void;
}

/** My applications: those that wait for me first, those that others have, with since when and the way to hurry them, those that are over (DESK-03). */
export function Mine({ mine, show, ...on }: MineProps) {
  const { t } = useText();
  const [urged, setUrged] = useState<TodoItem | null>(null);
  return (
    <>
      {mine.only && (
        <Button className={css.all} kind="quiet" icon="left" onClick={() => show(undefined)}>
          {t('mine.all')}
        </Button>
      )}
      {mine.groups.map(
        (group) =>
          group.total > 0 && <Part key={group.stand} group={group} only={mine.only !== undefined} show={show} urge={setUrged} {...on} />,
      )}
      {urged && <Urging row={urged} onClose={() => setUrged(null)} />}
    </>
  );
}

interface PartProps extends Omit<MineProps, 'mine'> {
  group: Group;
  only: boolean;
  urge(row: TodoItem): void;
}

function Part({ group: { stand, rows, total }, only, show, ...on }: PartProps) {
  const { t } = useText();
  return (
    <section aria-label={t(NAMES[stand])}>
      <h2 className={css.group}>
        {t(NAMES[stand])} <span>{formatCount(total)}</span>
      </h2>
      <ul className={css.rows}>
        {rows.map((row) => (
          <Row key={row.id} row={row} stand={stand} {...on} />
        ))}
      </ul>
      {!only && total > FEW && (
        <Button kind="link" className={css.more} onClick={() => show(stand)}>
          {t('mine.more', { n: total - rows.length })}
        </Button>
      )}
    </section>
  );
}

interface RowProps extends Pick<PartProps, 'selected' | 'select' | 'open' | 'urge'> {
  row: TodoItem;
  stand: Stand;
}

function Row({ row, stand, selected, select, open, urge }: RowProps) {
  const { t, label } = useText();
  const { table } = useTable(row.source);
  // without room for a preview a press opens
  const narrow = useMedia('(max-width: 1199px)');
  return (
    <li className={row === selected ? `${css.row} ${css.selected}` : css.row}>
      <button
        type="button"
        className={css.hit}
        data-row={row.id}
        aria-current={row === selected}
        onFocus={() => select(row)}
        onClick={() => (narrow ? open(row) : select(row))}
        onDoubleClick={() => open(row)}
        onKeyDown={(key) => {
          if (key.key !== 'Enter') return;
          key.preventDefault();
          open(row);
        }}
      >
        <span className={css.what}>
          <span className={stand === 'back' ? css.back : 'ellipsis'}>
            {isUrgent(row) && <Tag tone="red">{t('todo.urgent')}</Tag>} {label(row)}
          </span>
          <small>{[label(table), row.code].filter(Boolean).join(' ')}</small>
          <Note row={row} stand={stand} />
        </span>
        <span className={css.where}>
          <CaseMark row={row} />
        </span>
        <Since row={row} stand={stand} />
        <span className={css.sent}>{t('mine.sent', { time: shortTime(row.create_time) })}</span>
      </button>
      <span className={css.acts}>
        {stand === 'running' && (
          <Button kind="link" onClick={() => urge(row)}>
            {t('mine.urge')}
          </Button>
        )}
        <Button kind="link" onClick={() => open(row)}>
          {t(stand === 'back' ? 'mine.edit' : 'todo.view')}
        </Button>
      </span>
    </li>
  );
}

/** How long it has been with who has it now; of what is over, when that was. */
function Since({ row: { case_since }, stand }: { row: TodoItem; stand: Stand }) {
  const { t, locale } = useText();
  if (!case_since) return <span className={css.since} />;
  const stay = formatStay(secondsSince(case_since), locale);
  const words =
    stand === 'ended' ? t('mine.endedAt', { time: shortTime(case_since) }) : stay ? t('todo.stays', { stay }) : t('todo.justCame');
  return (
    <span className={css.since} title={t(stand === 'ended' ? 'mine.endedAt' : 'mine.since', { time: shortTime(case_since) })}>
      {words}
    </span>
  );
}

/** Why it came back, or when it was last hurried. */
function Note({ row, stand }: { row: TodoItem; stand: Stand }) {
  const texts = useText();
  const back = stand === 'back' ? returnedOf(row) : undefined;
  const words = back ? whyReturned(texts, back) : row.case_urged ? texts.t('mine.urged', { time: shortTime(row.case_urged) }) : '';
  if (!words) return null;
  return (
    <small className={back ? css.why : undefined} title={words}>
      {words}
    </small>
  );
}
