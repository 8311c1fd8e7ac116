import { useQueries } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Envelope } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import { ops } from '#web/api/ops.ts';
import { opKey } from '#web/api/use-op.ts';
import { useText } from '#web/i18n/use-text.ts';
import { type MenuItem, matches, menuLabel, menuLeaves, menuPage } from '#web/nav/menu.ts';
import type { Module } from '#web/nav/module.ts';
import { nav, useNav } from '#web/nav/store.ts';
import { openOutside } from '#web/ui/OuterLink.tsx';
import { menuIcon } from './menu-icon.ts';

export interface Hit {
  key: string;
  icon: ReturnType<typeof menuIcon>;
  name: string;
  where: string;
  open: () => void;
}

export interface Searching {
  input: RefObject<HTMLInputElement | null>;
  words: string;
  open: boolean;
  hits: readonly Hit[];
  /** the hit that Enter opens */
  at: number;
  type: (words: string) => void;
  show: (open: boolean) => void;
  choose: (hit: Hit | undefined) => void;
  press: (event: KeyboardEvent) => void;
}

/** What is searched for and found, and where the keyboard is; Ctrl+K comes here from anywhere. */
export function useSearch(modules: readonly Module[], onDone?: () => void): Searching {
  const input = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState('');
  const [open, show] = useState(false);
  const [at, setAt] = useState(0);
  const hits = useHits(modules, words, open);
  useJump(input);
  const type = (next: string) => {
    setWords(next);
    setAt(0);
    show(true);
  };
  const leave = () => {
    type('');
    show(false);
    input.current?.blur();
    onDone?.();
  };
  const choose = (hit: Hit | undefined) => {
    if (!hit) return;
    hit.open();
    leave();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') leave();
    else if (event.key === 'Enter') choose(hits[at]);
    else if (event.key === 'ArrowDown') setAt((now) => Math.min(now + 1, hits.length - 1));
    else if (event.key === 'ArrowUp') setAt((now) => Math.max(now - 1, 0));
    else return;
    event.preventDefault();
  };
  return { input, words, open, hits, at, type, show, choose, press };
}

function useJump(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const jump = (event: globalThis.KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    addEventListener('keydown', jump);
    return () => removeEventListener('keydown', jump);
  }, [input]);
}

const MOST = 12;

const rowsOf = (answers: readonly { data: Envelope | undefined }[]) => answers.map((answer) => answer.data?.rows);

function useHits(modules: readonly Module[], words: string, open: boolean): readonly Hit[] {
  const { t, label } = useText();
  const tabs = useNav((state) => state.tabs);
  const menus = useQueries({
    queries: modules.map((module) => ({
      queryKey: opKey(ops.loadMenu, { module: module.code }),
      queryFn: () => call(ops.loadMenu, { module: module.code }),
      staleTime: 30 * 60_000,
      enabled: open,
    })),
    combine: rowsOf,
  });
  return useMemo(() => {
    if (!open) return [];
    const fromTabs = tabs.map((tab) => ({
      key: tab.key,
      texts: [tab.label.key_name, tab.label.key_name_en],
      icon: 'file' as const,
      name: label(tab.label),
      where: t('shell.openTabs'),
      open: () => nav.select(tab.key),
    }));
    const fromMenus = modules.flatMap((module, index) =>
      menuLeaves((menus[index] ?? []) as unknown as readonly MenuItem[]).map(({ item, above }) => ({
        key: item.uid,
        texts: [item.key_name, item.key_name_en, ...above.flatMap((each) => [each.key_name, each.key_name_en])],
        icon: menuIcon(item, above.length),
        name: label(item),
        where: label(module),
        open: () => (item.link === undefined ? nav.open(menuPage(item), menuLabel(item), module.code) : openOutside(item.link)),
      })),
    );
    return [...fromMenus, ...(words ? fromTabs : [])].filter((hit) => matches(words, hit.texts)).slice(0, MOST);
  }, [open, words, tabs, modules, label, t, menus]);
}
