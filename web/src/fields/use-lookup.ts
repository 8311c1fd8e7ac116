import { type CompositionEvent, type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import { type Answer, keyDoes, keywordOf, meantBy, type Shown, shownOf } from './lookup.ts';

const AFTER_THE_LAST_KEY = 200;

export interface LookupOn {
  /** what is typed and not chosen; it belongs to who keeps the value, and stays until it is chosen, emptied or given up */
  text: string;
  multiple: boolean;
  chosen: readonly EntityValue[];
  search(keyword: string): Promise<readonly EntityValue[]>;
  onText(text: string): void;
  /** a row is chosen, and the text with it settled */
  onTake(row: EntityValue): void;
}

export interface LookupHook {
  shown: Shown;
  isOpen: boolean;
  setOpen(open: boolean): void;
  take(row: EntityValue): void;
  /** the row that the arrows or the list itself marked */
  onActive(id: number | null): void;
  /** for what stands around the box: hears its keys before the list does */
  around: {
    onInput(event: FormEvent<HTMLElement>): void;
    onCompositionEnd(event: CompositionEvent<HTMLElement>): void;
    onKeyDownCapture(event: KeyboardEvent<HTMLElement>): void;
  };
}

/** A box in which rows of the server are looked for by name; `keyDoes` says how it behaves under the keys. */
export function useLookup(on: LookupOn): LookupHook {
  const { text, multiple, chosen } = on;
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const now = useRef(on);
  now.current = on;
  const asked = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** the keyword that Enter was pressed upon before its answer */
  const confirmed = useRef<string | null>(null);
  const marked = useRef<number | null>(null);
  const isMoved = useRef(false);
  const shown = shownOf(text, answer);
  useEffect(
    () => () => {
      asked.current = -1;
      clearTimeout(timer.current);
    },
    [],
  );

  const take = (row: EntityValue) => {
    confirmed.current = null;
    now.current.onTake(row);
    if (now.current.multiple) ask('', 0);
    else setIsOpen(false);
  };
  const settle = (keyword: string, rows: readonly EntityValue[]) => {
    const meant = keywordOf(now.current.text) === keyword ? meantBy(keyword, rows) : null;
    if (meant) take(meant);
  };
  /** An older answer never replaces a newer one. */
  const ask = (typed: string, wait = AFTER_THE_LAST_KEY) => {
    const mine = ++asked.current;
    const keyword = keywordOf(typed);
    clearTimeout(timer.current);
    setAnswer(null);
    isMoved.current = false;
    timer.current = setTimeout(async () => {
      const rows = await now.current.search(keyword).catch(() => null);
      if (mine !== asked.current) return;
      setAnswer({ keyword, rows });
      if (confirmed.current === keyword && rows) settle(keyword, rows);
      confirmed.current = null;
    }, wait);
  };
  const setOpen = (open: boolean) => {
    setIsOpen(open);
    if (open && !isOpen) ask(now.current.text, 0);
  };
  const type = (typed: string) => {
    confirmed.current = null;
    now.current.onText(typed);
    // the list that opens in the same event looks for it
    now.current = { ...now.current, text: typed };
  };
  const confirm = () => {
    setIsOpen(true);
    ask(text, 0);
    confirmed.current = keywordOf(text);
  };

  const onKeyDownCapture = (event: KeyboardEvent<HTMLElement>) => {
    const { key, nativeEvent } = event;
    if (isOpen && (key === 'ArrowDown' || key === 'ArrowUp')) isMoved.current = true;
    const isMarkedChosen = multiple && chosen.some(({ id }) => id === marked.current);
    const isComposing = nativeEvent.isComposing || nativeEvent.keyCode === 229;
    const does = keyDoes({ key, isComposing, isOpen, text, shown, isMarkedChosen, isMoved: isMoved.current });
    if (does === 'pass') return;
    event.stopPropagation();
    if (isComposing) return;
    if (does !== 'leave') event.preventDefault();
    if (does === 'wait') confirm();
    else if (does === 'known') {
      type('');
      ask('', 0);
    } else if (does === 'giveUp') {
      type('');
      setIsOpen(false);
    } else if (does === 'leave') {
      if (shown.is === 'found') settle(keywordOf(text), shown.rows);
      else if (keywordOf(text) !== '') confirm();
      setIsOpen(false);
    }
  };
  return {
    ...{ shown, isOpen, setOpen, take },
    onActive: (id) => {
      marked.current = id;
    },
    around: {
      onInput: (event) => {
        const typed = (event.target as HTMLInputElement).value;
        type(typed);
        if (!(event.nativeEvent as InputEvent).isComposing) ask(typed);
      },
      onCompositionEnd: (event) => ask((event.target as HTMLInputElement).value),
      onKeyDownCapture,
    },
  };
}
