import { useEffect, useRef } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { useTab } from '#web/nav/use-tab.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Kbd } from '#web/ui/marks/Kbd.tsx';
import { useTyped } from '#web/ui/use-typed.ts';
import type { ListController } from '../state/use-list-page.ts';
import css from './Keyword.module.css';

/** A key is for the dialog in which it is pressed, else for the page. */
const isWith = (input: Element | null, target: EventTarget | null): boolean =>
  input !== null && (target as Element).closest('[role=dialog]') === input.closest('[role=dialog]');

/** Found while one types; `/` comes here from anywhere on the page, or in the dialog where one chooses, which begins here. */
export function Keyword({ list }: { list: ListController }) {
  const { t, label, listed } = useText();
  const { active } = useTab();
  const input = useRef<HTMLInputElement>(null);
  const { keyword } = list.state;
  const { dispatch } = list;
  const [typed, setTyped] = useTyped(keyword, (words) => dispatch({ type: 'keyword', keyword: words }));
  useEffect(() => {
    if (!active) return;
    const jump = (event: globalThis.KeyboardEvent) => {
      const { target } = event;
      const typing = target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
      if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey || !isWith(input.current, target)) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener('keydown', jump);
    return () => removeEventListener('keydown', jump);
  }, [active]);
  // a record is found by its name, whether or not the name is a column of its own
  const names = (list.table?.fields ?? []).filter(
    (field) => field.data_type === 'text' && (field.field_name === 'key_name' || (field.search && !field.hidden)),
  );
  const hint = names.length ? listed(names.slice(0, 2).map((field) => label(field))) : t('list.keyword');
  return (
    <search className={css.keyword}>
      <Icon name="search" />
      <input
        ref={input}
        type="text"
        data-begins={list.mode === 'LIST' ? undefined : ''}
        aria-label={t('list.keywordOf', { names: hint })}
        title={hint}
        placeholder={hint}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') dispatch({ type: 'keyword', keyword: typed });
          if (event.key === 'Escape') setTyped('');
        }}
      />
      {typed ? <IconButton icon="close" size="small" label={t('list.clear')} onClick={() => setTyped('')} /> : <Kbd>/</Kbd>}
    </search>
  );
}
