import { useId } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import type { Module } from '#web/nav/module.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Kbd } from '#web/ui/marks/Kbd.tsx';
import css from './Search.module.css';
import { type Searching, useSearch } from './use-search.ts';

/** Ctrl+K: menus of all modules, and the pages that are open. */
export function Search({ modules, onDone }: { modules: readonly Module[]; onDone?: () => void }) {
  const { t } = useText();
  const id = useId();
  const search = useSearch(modules, onDone);
  const { open, hits, at } = search;
  return (
    <search className={css.find} onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && search.show(false)}>
      <Icon name="search" />
      <input
        ref={search.input}
        role="combobox"
        aria-label={t('shell.searchHint')}
        title={t('shell.searchHint')}
        aria-expanded={open}
        aria-controls={id}
        aria-activedescendant={open && hits[at] ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        placeholder={t('shell.search')}
        value={search.words}
        onFocus={() => search.show(true)}
        onChange={(event) => search.type(event.target.value)}
        onKeyDown={search.press}
      />
      <Kbd>Ctrl K</Kbd>
      {open && <Hits id={id} search={search} />}
    </search>
  );
}

function Hits({ id, search: { hits, at, choose } }: { id: string; search: Searching }) {
  const { t } = useText();
  return (
    <div className={css.hits} id={id} role="listbox" aria-label={t('shell.searchResults')}>
      {hits.length === 0 && <p className={css.none}>{t('shell.searchNone')}</p>}
      {hits.map((hit, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox holds the keys
        <div
          key={hit.key}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          className={css.hit}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => choose(hit)}
        >
          <Icon name={hit.icon} />
          <span className="ellipsis">{hit.name}</span>
          <span className={css.where}>{hit.where}</span>
        </div>
      ))}
    </div>
  );
}
