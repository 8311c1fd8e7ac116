import { type KeyboardEvent, useState } from 'react';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { nameOf } from '#web/actions/run-action.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button, IconButton } from '#web/ui/Button.tsx';
import { Avatar } from '#web/ui/marks/Avatar.tsx';
import css from './Chosen.module.css';
import type { People } from './use-people.ts';

/** Who is chosen, in order: dragged, or moved by Alt and the arrows; Delete takes one out. */
export function Chosen({ people }: { people: People }) {
  const { t } = useText();
  const { chosen, most, isFull, clear, search } = people;
  const [dragged, setDragged] = useState(-1);
  return (
    <section className={css.side} aria-label={t('group.taken')}>
      <header className={css.head}>
        <b>{t('group.chosenN', { n: chosen.length })}</b>
        {most !== undefined && (
          <small className={isFull ? css.full : undefined} role={isFull ? 'alert' : undefined}>
            {t('group.most', { n: most })}
          </small>
        )}
        {chosen.length > 0 && (
          <Button
            kind="link"
            onClick={() => {
              clear();
              search.current?.focus();
            }}
          >
            {t('group.clear')}
          </Button>
        )}
      </header>
      {chosen.length === 0 && <p className={css.nothing}>{t('group.noneTaken')}</p>}
      <ul className={css.lines} aria-label={t('group.taken')}>
        {chosen.map((row, at) => (
          <One key={row.id || `at ${at}`} {...{ row, at, people, dragged, setDragged }} />
        ))}
      </ul>
    </section>
  );
}

interface OneProps {
  row: WireRow;
  at: number;
  people: People;
  /** the place of the one that is dragged; -1: none */
  dragged: number;
  setDragged(at: number): void;
}

function One({ row, at, people: { chosen, move, drop }, dragged, setDragged }: OneProps) {
  const { t, locale } = useText();
  const name = row.unauthorized ? t('fields.unauthorized') : nameOf(row, locale);
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const to = Math.max(0, Math.min(chosen.length - 1, at + (step ?? 0)));
    const lines = event.currentTarget.parentElement!;
    if (step && event.altKey) move(at, to);
    else if (!step && event.key !== 'Delete' && event.key !== 'Backspace') return;
    else if (!step) drop(at);
    event.preventDefault();
    requestAnimationFrame(() => (lines.children[to] as HTMLElement | undefined)?.focus());
  };
  return (
    <li
      className={dragged === at ? `${css.line} ${css.moving}` : css.line}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved by keys
      tabIndex={0}
      title={t('group.order')}
      draggable
      onKeyDown={(event) => event.target === event.currentTarget && press(event)}
      onDragStart={() => setDragged(at)}
      onDragEnd={() => setDragged(-1)}
      onDragOver={(event) => {
        event.preventDefault();
        if (dragged < 0 || dragged === at) return;
        move(dragged, at);
        setDragged(at);
      }}
    >
      <Avatar name={name} quiet size={20} />
      <span className={`${css.name} ellipsis`}>{name}</span>
      {!row.unauthorized && <IconButton icon="close" size="small" label={t('group.drop', { name })} onClick={() => drop(at)} />}
    </li>
  );
}
