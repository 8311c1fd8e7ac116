import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { formatCount } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { ErrorState, SkeletonRows, useLate } from '#web/ui/states.tsx';
import { usePhone } from '#web/ui/use-media.ts';
import { GroupSide } from '../group/GroupSide.tsx';
import { useGroupName } from '../group/group-name.ts';
import type { ListPickerProps } from '../list/ListPicker.tsx';
import { Chosen } from './Chosen.tsx';
import css from './PeoplePicker.module.css';
import { PersonLine } from './PersonLine.tsx';
import { soughtFields } from './pick-row.ts';
import { type Part, type People, usePeople } from './use-people.ts';

/** People from their groups, looked for over all of them (PAGES-06 USER): groups, people, those who are chosen. */
export function PeoplePicker(props: Omit<ListPickerProps, 'size'>) {
  const { t } = useText();
  const phone = usePhone();
  const people = usePeople(props);
  const { multiple, title, onDone } = props;
  const n = people.chosen.length;
  return (
    <Dialog
      open
      size="large"
      width={multiple ? 960 : 720}
      title={title}
      onClose={() => onDone(null)}
      footer={
        multiple ? (
          <>
            <span className={css.hint}>{!phone && t('group.keys')}</span>
            <Button size="medium" onClick={() => onDone(null)}>
              {t('ui.cancel')}
            </Button>
            <Button size="medium" kind="primary" onClick={people.done}>
              {t('group.chooseN', { n })}
            </Button>
          </>
        ) : undefined
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the key is heard wherever one stands in the dialog */}
      <div
        className={css.picker}
        onKeyDown={(event) => multiple && event.key === 'Enter' && (event.ctrlKey || event.metaKey) && people.done()}
      >
        {!phone && people.group.fields.length > 0 && <GroupSide group={people.group} />}
        <Found people={people} multiple={multiple} />
        {multiple && (!phone || n > 0) && <Chosen people={people} />}
      </div>
    </Dialog>
  );
}

/** The box, and what it finds. The keyboard stays in the box: arrows walk through the lines. */
function Found({ people, multiple }: { people: People; multiple: boolean }) {
  const { t } = useText();
  const id = useId();
  const { at } = people;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <section className={css.found} aria-label={t('group.people')}>
      <div className={css.seek}>
        <Seek people={people} id={id} multiple={multiple} />
        <Hits people={people} />
      </div>
      <div ref={list} id={id} className={css.lines} role="listbox" aria-label={t('group.people')} aria-multiselectable={multiple}>
        <Lines people={people} id={id} multiple={multiple} />
      </div>
    </section>
  );
}

function Seek({ people, id, multiple }: { people: People; id: string; multiple: boolean }) {
  const { t, label, listed } = useText();
  const { typed, setTyped, rows, at, search, group } = people;
  const names = group.table ? soughtFields(group.table).map((field) => label(field)) : [];
  useEffect(() => search.current?.focus(), [search]);
  return (
    <search className={css.box}>
      <Icon name="search" />
      <input
        ref={search}
        type="text"
        role="combobox"
        aria-label={t('group.seekPeople')}
        aria-expanded
        aria-controls={id}
        aria-activedescendant={rows[at] ? `${id}-${at}` : undefined}
        placeholder={listed(names) || t('group.seekPeople')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => pressed(event, people, multiple)}
      />
    </search>
  );
}

/** Down and Up walk, Space and Enter choose where one stands, Backspace in the empty box takes the last out. */
function pressed(event: KeyboardEvent<HTMLInputElement>, people: People, multiple: boolean): void {
  const { typed, rows, at, stand, turn, chosen, drop } = people;
  if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  const { key } = event;
  const row = rows[at];
  if (key === 'ArrowDown') stand(Math.min(at + 1, rows.length - 1));
  else if (key === 'ArrowUp') stand(Math.max(at - 1, -1));
  else if ((key === 'Enter' || key === ' ') && row) turn(row);
  else if (key === 'Backspace' && typed === '' && multiple && chosen.length > 0) drop(chosen.length - 1);
  else return;
  event.preventDefault();
}

/** How many here, and how many elsewhere. */
function Hits({ people: { group, keyword, parts } }: { people: People }) {
  const { t } = useText();
  const name = useGroupName();
  const [, here, elsewhere] = parts as [Part, Part, Part];
  if (here.offered.isPending) return null;
  const n = formatCount(here.offered.total) + (here.offered.isMore ? '+' : '');
  const others = Math.max(elsewhere.rows.length, elsewhere.offered.total - here.offered.total);
  const where = group.chosen === 'all' ? t('group.all') : name(group, group.chosen);
  return (
    <span className={css.hits} aria-live="polite">
      {keyword && group.chosen !== 'all'
        ? t('group.hits', { name: where, n, m: formatCount(Math.max(0, others)) })
        : t('group.hitsHere', { name: where, n })}
    </span>
  );
}

function Lines({ people, id, multiple }: { people: People; id: string; multiple: boolean }) {
  const { t } = useText();
  const { group, keyword, rows, parts } = people;
  const isPending = parts.some((part) => part.key !== 'elsewhere' && part.offered.isPending);
  const late = useLate(isPending);
  const failed = parts.find(({ offered: { error } }) => error)?.offered;
  if (failed) return <ErrorState why={failed.error!.remark} onRetry={failed.retry} />;
  if (isPending || !group.table) return late ? <SkeletonRows rows={10} columns={[24, 100, 0]} height={32} /> : null;
  if (rows.length === 0) return <p className={css.nothing}>{t(keyword ? 'group.noneFoundWhy' : 'group.noPeople')}</p>;
  const isSplit = parts.some((part) => part.key !== 'here' && part.rows.length > 0);
  let at = -1;
  return parts.map((part) => (
    // biome-ignore lint/a11y/useSemanticElements: a list box holds groups of options, no fieldset
    <div key={part.key} role="group" aria-label={t(part.title)}>
      {isSplit && part.rows.length > 0 && (
        <p className={css.part} role="presentation">
          {t(part.title)}
        </p>
      )}
      {part.rows.map((row) => {
        at += 1;
        return <PersonLine key={row.id} id={`${id}-${at}`} at={at} row={row} people={people} multiple={multiple} />;
      })}
      {part.offered.more && part.rows.length > 0 && (
        <Button kind="link" className={css.more} tabIndex={-1} onClick={part.offered.more}>
          {t('group.more')}
        </Button>
      )}
    </div>
  ));
}
