import { useQueries } from '@tanstack/react-query';
import { type KeyboardEvent, useMemo, useState } from 'react';
import type { Envelope } from '#protocol/wire/envelope.ts';
import type { FoundRow, FoundTable } from '#protocol/wire/find.ts';
import { call } from '#web/api/call.ts';
import type { ApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { opKey, useOp } from '#web/api/use-op.ts';
import { useSession } from '#web/api/use-session.ts';
import { text } from '#web/i18n/catalogue.ts';
import type { MenuItem } from '#web/nav/menu.ts';
import type { Module } from '#web/nav/module.ts';
import type { TabLabel } from '#web/nav/page.ts';
import { nav, useNav } from '#web/nav/store.ts';
import { openOutside } from '#web/ui/OuterLink.tsx';
import { useSettled } from '#web/ui/use-settled.ts';
import { foundHit, furtherHits, type Hit, type Kind, menuHits, nextKind } from './hits.ts';

/** ms after the last key until records are looked for */
const PAUSE = 200;
/** ms during which what was typed stands again when the search is opened anew */
const KEPT = 60_000;
/** Lines of a kind while several kinds are shown. */
const MOST = 6;
const KINDS: readonly Kind[] = ['menus', 'records', 'people', 'files'];

let left = { words: '', at: Number.NEGATIVE_INFINITY, user: 0 };

/** What was typed last, of the same person only: the next at this window has not typed it. */
export const leftOf = (user: number): string => (left.user === user && Date.now() - left.at < KEPT ? left.words : '');
export function leave(words: string, user: number): void {
  left = { words, at: Date.now(), user };
}

export interface Finding {
  words: string;
  type(words: string): void;
  kind: Kind | 'all';
  choose(kind: Kind | 'all'): void;
  /** kinds that have anything, with how much of it is known */
  kinds: readonly { kind: Kind; hits: readonly Hit[] }[];
  /** the lines as they stand, from above */
  lines: readonly Hit[];
  at: number;
  searching: boolean;
  /** tables that took too long */
  late: readonly FoundTable[];
  error: ApiError | null;
  retry(): void;
  open(hit: Hit): void;
  press(event: KeyboardEvent): void;
}

/** What is looked for and found, and where the keyboard is. Each answer belongs to its words: an old one never stands under newer ones. */
export function useFind(modules: readonly Module[], onDone: () => void): Finding {
  const user = useSession().session?.user.id ?? 0;
  const [words, setWords] = useState(() => leftOf(user));
  const [kind, setKind] = useState<Kind | 'all'>('all');
  const [stood, stand] = useState('');
  const looked = useSettled(words.trim(), words.trim() === '' ? 0 : PAUSE);
  const found = useOp(ops.find, { key_word: looked, rows: 6 }, { enabled: looked !== '', fresh: 10_000 });
  const isCurrent = looked === words.trim();
  const hits = useHits(words.trim(), modules, isCurrent ? found.data : undefined);
  const kinds = KINDS.map((one) => ({ kind: one, hits: hits.filter((hit) => hit.kind === one) })).filter((one) => one.hits.length > 0);
  const shown = kind !== 'all' && kinds.some((one) => one.kind === kind) ? kind : 'all';
  const lines = kinds.flatMap((one) =>
    shown === 'all' ? one.hits.slice(0, kinds.length > 1 ? MOST : undefined) : one.kind === shown ? one.hits : [],
  );
  const at = Math.max(
    0,
    lines.findIndex(({ key }) => key === stood),
  );
  const type = (next: string) => {
    setWords(next);
    stand('');
    leave(next, user);
  };
  const open = (hit: Hit) => {
    leave(words, user);
    onDone();
    if (hit.link !== undefined) openOutside(hit.link);
    else if (hit.page && hit.view) nav.visit(hit.page, hit.view);
    else if (hit.page) nav.open(hit.page, hit.label, hit.module);
  };
  const move = (step: 1 | -1) => stand(lines[(at + step + lines.length) % lines.length]?.key ?? '');
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter') lines[at] && open(lines[at]);
    else if (event.key === 'Tab' && kinds.length > 0)
      setKind(
        nextKind(
          shown,
          kinds.map((one) => one.kind),
          event.shiftKey ? -1 : 1,
        ),
      );
    else return;
    event.preventDefault();
  };
  return {
    ...{ words, type, kind: shown, choose: setKind, kinds, lines, at, open, press },
    searching: words.trim() !== '' && (!isCurrent || found.isFetching) && !(isCurrent && found.data),
    late: (isCurrent && (found.data?.data?.late as FoundTable[] | undefined)) || [],
    error: isCurrent ? found.error : null,
    retry: () => void found.refetch(),
  };
}

const rowsOf = (answers: readonly { data: Envelope | undefined }[]) =>
  answers.map(({ data }) => (data?.rows ?? []) as unknown as readonly MenuItem[]);

/** Menus at once, what the server found when it comes; without words the pages that are open, the last first. */
function useHits(words: string, modules: readonly Module[], found: Envelope | undefined): readonly Hit[] {
  const tabs = useNav((state) => state.tabs);
  const trail = useNav((state) => state.trail);
  const menus = useQueries({
    queries: modules.map(({ code }) => ({
      queryKey: opKey(ops.loadMenu, { module: code }),
      queryFn: () => call(ops.loadMenu, { module: code }),
      staleTime: 30 * 60_000,
    })),
    combine: rowsOf,
  });
  return useMemo(() => {
    if (words === '') {
      const last = [...trail].reverse();
      const order = [...new Set([...last, ...tabs.map(({ key }) => key)])].flatMap(
        (key) => tabs.find((tab) => tab.key === key && !tab.home) ?? [],
      );
      return order.map(
        (tab): Hit => ({ key: tab.key, kind: 'menus', icon: 'tab', label: tab.label, where: [], page: tab.page, module: tab.module }),
      );
    }
    const asked = (found?.data?.tables ?? []) as FoundTable[];
    const tables = new Map(asked.map((one) => [one.cloud, one]));
    const rows = (found?.rows ?? []) as unknown as readonly FoundRow[];
    const hits = rows.map((row) => {
      const table = tables.get(row.cloud);
      return foundHit(row, table && { label: bothOf(table), ...(table.module ? { module: table.module } : {}) });
    });
    const further = furtherHits(words, asked, rows, (table) => inList(bothOf(table)));
    return [...menuHits(words, modules, menus), ...hits, ...further];
  }, [words, tabs, trail, modules, menus, found]);
}

const bothOf = ({ key_name, key_name_en }: FoundTable): TabLabel => ({ key_name, key_name_en: key_name_en || key_name });
const inList = ({ key_name, key_name_en }: TabLabel): TabLabel => ({
  key_name: text('zh_CN', 'find.inList', { name: key_name }),
  key_name_en: text('en_US', 'find.inList', { name: key_name_en }),
});
