import { useEffect, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { addTexts } from '#web/i18n/catalogue.ts';
import { formatBytes } from '#web/i18n/format.ts';
import { FIND_EN, FIND_ZH } from '#web/i18n/parts/find.ts';
import { useText } from '#web/i18n/use-text.ts';
import type { Module } from '#web/nav/module.ts';
import { Marked } from '#web/pages/tree/Marked.tsx';
import { Icon, type IconName } from '#web/ui/Icon.tsx';
import { Avatar } from '#web/ui/marks/Avatar.tsx';
import { Kbd } from '#web/ui/marks/Kbd.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import { EmptyState, Outdated, useLate } from '#web/ui/states.tsx';
import { menuIcon } from '../frame/menu/menu-icon.ts';
import type { Typed } from '../frame/menu/typed-ahead.ts';
import css from './Find.module.css';
import { countOf, type Hit, type Kind } from './hits.ts';
import { type Finding, useFind } from './use-find.ts';

addTexts(FIND_ZH, FIND_EN);

const KIND_NAMES = { records: 'find.records', menus: 'find.menus', people: 'find.people', files: 'find.files' } as const;

interface FindProps {
  modules: readonly Module[];
  /** what was typed while this was on its way */
  typed: () => Typed;
  onClose: () => void;
}

/** Ctrl+K: menus of all modules, records, people and files, whatever page one is on. */
export function Find({ modules, typed, onClose }: FindProps) {
  const { t } = useText();
  const id = useId();
  const find = useFind(modules, onClose);
  return (
    <Dialog open width={760} title={<Box id={id} find={find} typed={typed} />} onClose={onClose}>
      <div className={css.find}>
        <Kinds find={find} />
        <Outdated why={find.error?.remark} onRetry={find.retry} />
        <Hits id={id} find={find} />
        <Said find={find} />
        <footer className={css.foot}>
          <span>
            <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('find.choose')}
          </span>
          <span>
            <Kbd>Enter</Kbd> {t('find.open')}
          </span>
          <span>
            <Kbd>Tab</Kbd> {t('find.next')}
          </span>
          <em>{t('find.rights')}</em>
        </footer>
      </div>
    </Dialog>
  );
}

function Box({ id, find, typed }: { id: string; find: Finding } & Pick<FindProps, 'typed'>) {
  const { t } = useText();
  const input = useRef<HTMLInputElement>(null);
  const begin = useRef<() => void>(() => undefined);
  begin.current = () => {
    const { words, isEntered } = typed();
    const hit = find.lines[find.at];
    // the words of before stood there with what they find
    if (isEntered && words === '' && hit) return find.open(hit);
    if (words) flushSync(() => find.type(words));
    input.current?.focus();
    if (words) input.current?.setSelectionRange(words.length, words.length);
    else input.current?.select();
  };
  useEffect(() => {
    const timer = setTimeout(() => begin.current(), 50);
    return () => clearTimeout(timer);
  }, []);
  const has = find.lines.length > 0;
  return (
    <search className={css.box}>
      <Icon name="search" />
      <input
        ref={input}
        role="combobox"
        aria-label={t('find.hint')}
        aria-expanded={has}
        aria-controls={id}
        aria-activedescendant={has ? `${id}-${find.at}` : undefined}
        aria-autocomplete="list"
        placeholder={t('find.hint')}
        maxLength={200}
        value={find.words}
        onChange={(event) => find.type(event.target.value)}
        onKeyDown={find.press}
      />
    </search>
  );
}

function Kinds({ find }: { find: Finding }) {
  const { t } = useText();
  if (find.words.trim() === '' || find.kinds.length === 0) return null;
  const items = find.kinds.map(({ kind, hits }) => ({ key: kind as Kind | 'all', label: t(KIND_NAMES[kind]), count: countOf(hits) }));
  return (
    <div className={css.kinds}>
      <Segments
        quiet
        label={t('find.groups')}
        active={find.kind}
        onChange={find.choose}
        items={[{ key: 'all', label: t('find.all') }, ...items]}
      />
    </div>
  );
}

function Hits({ id, find }: { id: string; find: Finding }) {
  const { t } = useText();
  const box = useRef<HTMLDivElement>(null);
  const { at, lines } = find;
  const chosen = lines[at]?.key;
  useEffect(() => {
    if (chosen !== undefined) box.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  if (lines.length === 0) return null;
  const kinds = [...new Set(lines.map(({ kind }) => kind))];
  const heading = (kind: Kind) => (find.words.trim() === '' ? t('find.recent') : t(KIND_NAMES[kind]));
  return (
    <div ref={box} className={css.hits} id={id} role="listbox" aria-label={t('find.results')}>
      {kinds.map((kind) => (
        // biome-ignore lint/a11y/useSemanticElements: a part of a list of options is no fieldset
        <div key={kind} role="group" aria-label={heading(kind)}>
          <p className={css.heading} aria-hidden="true">
            {heading(kind)}
          </p>
          {lines.map(
            (hit, index) => hit.kind === kind && <Line key={hit.key} id={`${id}-${index}`} hit={hit} on={index === at} find={find} />,
          )}
        </div>
      ))}
    </div>
  );
}

const ICONS: Readonly<Record<Hit['icon'], IconName>> = {
  menu: 'list',
  tab: 'file',
  record: 'file',
  person: 'user',
  file: 'clip',
  more: 'right',
};

function Line({ id, hit, on, find }: { id: string; hit: Hit; on: boolean; find: Finding }) {
  const { t, label, locale } = useText();
  const name = label(hit.label) || t('find.hidden');
  const icon = hit.item ? menuIcon(hit.item, 1) : ICONS[hit.icon];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox holds the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={on}
      className={css.hit}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => find.open(hit)}
    >
      {hit.icon === 'person' ? <Avatar name={name} quiet /> : <Icon name={icon} />}
      <span className={css.words}>
        <b className="ellipsis">{hit.icon === 'more' ? name : <Marked text={name} words={find.words} />}</b>
        {hit.where.length > 0 && (
          <small className="ellipsis">
            {hit.where.map((one, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of one line, which stand as they are
              <span key={at}>
                <Marked text={label(one)} words={find.words} />
              </span>
            ))}
          </small>
        )}
      </span>
      {hit.aside !== undefined && (
        <span className={css.aside} lang={locale === 'zh_CN' ? 'zh' : 'en'}>
          {typeof hit.aside === 'number' ? formatBytes(hit.aside) : label(hit.aside)}
        </span>
      )}
    </div>
  );
}

/** How it stands: that it is looked for, what was found, what was left out, or what to do. */
function Said({ find }: { find: Finding }) {
  const { t, label, listed } = useText();
  const words = find.words.trim();
  const searching = useLate(find.searching);
  const late = find.late.map((table) => label({ key_name: table.key_name, key_name_en: table.key_name_en || table.key_name }));
  const nothing = find.lines.length === 0 && !find.searching && !find.error;
  if (words === '') return nothing ? <EmptyState title={t('find.start')} why={t('find.startWhy')} /> : null;
  return (
    <>
      {nothing && late.length === 0 && <EmptyState title={t('find.none', { words })} why={t('find.noneWhy')} />}
      <p className={css.said} role="status">
        {searching && t('find.searching')}
        {!find.searching && find.lines.length > 0 && <span className="sr">{t('find.found', { n: find.lines.length })}</span>}
        {late.length > 0 && t('find.late', { names: listed(late) })}
        {[...words].length === 1 && !find.searching && t('find.prefix')}
      </p>
    </>
  );
}
