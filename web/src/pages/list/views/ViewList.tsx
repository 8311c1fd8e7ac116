import { type KeyboardEvent, useRef, useState } from 'react';
import { COMPANY, OWN, TEAM } from '#protocol/rules/view.ts';
import type { View } from '#protocol/wire/view.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button, IconButton } from '#web/ui/Button.tsx';
import { Input } from '#web/ui/controls.ts';
import { Icon, type IconName } from '#web/ui/Icon.tsx';
import { usePhone } from '#web/ui/use-media.ts';
import { useBeginIn } from './begin-in.ts';
import type { ViewsController } from './use-views.ts';
import css from './ViewPicker.module.css';

interface ViewListProps {
  it: ViewsController;
  onChoose: (view: View | undefined) => void;
  /** null: a new one */
  onEdit: (view: View | null) => void;
  onDone: () => void;
}

/** The views by whose they are, found by their name; what was changed since, and the link. The arrows go through them. */
export function ViewList({ it, onChoose, onEdit, onDone }: ViewListProps) {
  const { t } = useText();
  const [words, setWords] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const { rows } = it.viewing.views;
  useBeginIn(box, !usePhone());
  const wanted = words.trim().toLowerCase();
  const found = rows.filter(({ key_name }) => key_name.toLowerCase().includes(wanted));
  const parts: readonly [string, View[]][] = [
    [t('views.mine'), found.filter(({ range }) => range === OWN)],
    [t('views.team', { name: it.department }), found.filter(({ range }) => range === TEAM)],
    [t('views.company'), found.filter(({ range }) => range === COMPANY)],
  ];
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !box.current) return;
    event.preventDefault();
    const stops = [...box.current.querySelectorAll<HTMLElement>('input, [data-choose]')];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    stops[(at + step + stops.length) % stops.length]?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows go from one to the next
    <div className={css.list} ref={box} onKeyDown={move}>
      <div className={css.find}>
        <Input
          prefix={<Icon name="search" />}
          aria-label={t('views.find')}
          placeholder={t('views.find')}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </div>
      <div className={css.scroll}>
        {wanted === '' && <Row view={undefined} it={it} onChoose={onChoose} onEdit={onEdit} />}
        {parts.map(
          ([title, views]) =>
            views.length > 0 && (
              <section key={title} aria-label={title}>
                <h3 className={css.part}>
                  {title} <span>{views.length}</span>
                </h3>
                <ul>
                  {views.map((view) => (
                    <li key={view.id}>
                      <Row view={view} it={it} onChoose={onChoose} onEdit={onEdit} />
                    </li>
                  ))}
                </ul>
              </section>
            ),
        )}
        {wanted !== '' && found.length === 0 && <p className={css.none}>{t('views.none', { words: words.trim() })}</p>}
      </div>
      <Foot it={it} onEdit={onEdit} onDone={onDone} />
    </div>
  );
}

const ICONS: Readonly<Record<View['range'], IconName>> = { [OWN]: 'user', [COMPANY]: 'building', [TEAM]: 'users' };

interface RowProps extends Pick<ViewListProps, 'it' | 'onChoose' | 'onEdit'> {
  /** undefined: without one */
  view: View | undefined;
}

function Row({ view, it, onChoose, onEdit }: RowProps) {
  const { t, label } = useText();
  const isNow = view?.id === it.now?.id;
  const name = view?.key_name ?? t('views.all');
  const said = view
    ? [
        view.by && t('views.keptBy', { who: label(view.by) }),
        view.locked === 1 && t('views.locked'),
        view.is_default === 1 && t('views.isDefault'),
        view.partial === 1 && t('views.partial'),
      ].filter(Boolean)
    : [];
  return (
    <div className={isNow ? `${css.row} ${css.rowOn}` : css.row}>
      <button type="button" className={css.choose} data-choose="" aria-current={isNow} onClick={() => onChoose(view)}>
        <Icon name={view ? (view.edits === 1 ? ICONS[view.range] : 'lock') : 'list'} size={14} />
        <span className="ellipsis" title={name}>
          {name}
        </span>
        {view && view.edits !== 1 && view.locked !== 1 && <span className="sr">{t('views.locked')}</span>}
        <small>{said.join(' · ')}</small>
        {isNow && <Icon name="check" size={14} />}
      </button>
      {view && it.keeps && view.owns === 1 && (
        <IconButton
          icon="flag"
          size="small"
          pressed={view.is_default === 1}
          className={view.is_default === 1 ? css.flagged : css.tool}
          label={t(view.is_default === 1 ? 'views.noDefault' : 'views.makeDefault', { name })}
          onClick={() => void it.turnDefault(view)}
        />
      )}
      {view && it.keeps && view.edits === 1 && (
        <IconButton icon="edit" size="small" className={css.tool} label={t('views.edit', { name })} onClick={() => onEdit(view)} />
      )}
    </div>
  );
}

const PARTS = { columns: 'views.columns', sort: 'views.sort', filters: 'views.filters', groups: 'views.groups' } as const;

/** What was changed since, and what can be done about it; the link to what is seen now. */
function Foot({ it, onEdit, onDone }: Pick<ViewListProps, 'it' | 'onEdit' | 'onDone'>) {
  const { t, listed } = useText();
  const { now, changed } = it;
  const words = now && {
    title: t('views.unsaved', { name: now.key_name }),
    what: t('views.unsavedWhat', { what: listed(changed.map((part) => t(PARTS[part]))) }),
    save: t(now.range === OWN ? 'views.save' : now.range === TEAM ? 'views.saveTeam' : 'views.saveCompany'),
  };
  return (
    <div className={css.foot}>
      {words && changed.length > 0 && (
        <div className={css.changed}>
          <b>
            <i className={css.dot} />
            {words.title}
          </b>
          <p>
            {words.what} {now.range !== OWN && t('views.othersSee')}
          </p>
          <div className={css.acts}>
            {it.keeps && now.edits === 1 && (
              <Button kind="primary" busy={it.isBusy} onClick={() => void it.save().then(onDone)}>
                {words.save}
              </Button>
            )}
            {it.keeps && <Button onClick={() => onEdit(null)}>{t('views.saveAs')}</Button>}
            <Button
              kind="quiet"
              onClick={() => {
                it.back();
                onDone();
              }}
            >
              {t('views.back')}
            </Button>
          </div>
        </div>
      )}
      {it.keeps && changed.length === 0 && (
        <Button kind="quiet" icon="add" className={css.act} onClick={() => onEdit(null)}>
          {t(now ? 'views.saveAs' : 'views.saveFirst')}
        </Button>
      )}
      <Button kind="quiet" icon="copy" className={css.act} onClick={() => void it.copyLink()}>
        {t('views.link')}
        <small>{t('views.linkWhat')}</small>
      </Button>
    </div>
  );
}
