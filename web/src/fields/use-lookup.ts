import { type CompositionEvent, type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import { createAsking } from './asking.ts';
import { type Answer, type Found, keyDoes, keywordOf, meantBy, type Shown, shownOf } from './lookup.ts';

export interface LookupOn {
  /** what is typed and not chosen; it belongs to who keeps the value, and stays until it is chosen, emptied or given up */
  text: string;
  multiple: boolean;
  chosen: readonly EntityValue[];
  search(keyword: string): Promise<Found>;
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
  const marked = useRef<number | null>(null);
  const isMoved = useRef(false);
  const shown = shownOf(text, answer);

  const settle = (keyword: string, found: Found) => {
    const meant = keywordOf(now.current.text) === keyword ? meantBy(keyword, found) : null;
    if (meant) take(meant);
  };
  const settling = useRef(settle);
  settling.current = settle;
  const [asking] = useState(() =>
    createAsking({
      search: (keyword) => now.current.search(keyword),
      onAnswer: (next) => {
        if (next === null) isMoved.current = false;
        setAnswer(next);
      },
      onConfirmed: (keyword, found) => settling.current(keyword, found),
    }),
  );
  useEffect(() => asking.stop, [asking]);
  const take = (row: EntityValue) => {
    asking.forget();
    now.current.onTake(row);
    if (now.current.multiple) asking.ask('', 0);
    else setIsOpen(false);
  };
  const setOpen = (open: boolean) => {
    setIsOpen(open);
    if (open && !isOpen) asking.ask(now.current.text, 0);
  };
  const type = (typed: string) => {
    asking.forget();
    now.current.onText(typed);
    // the list that opens in the same event looks for it
    now.current = { ...now.current, text: typed };
  };
  const confirm = () => {
    setIsOpen(true);
    asking.confirm(text);
  };

  const onKeyDownCapture = (event: KeyboardEvent<HTMLElement>) => {
    const { key, nativeEvent } = event;
    if (isOpen && shown.is === 'found' && (key === 'ArrowDown' || key === 'ArrowUp')) isMoved.current = true;
    const isMarkedChosen = multiple && chosen.some(({ id }) => id === marked.current);
    const isComposing = nativeEvent.isComposing || nativeEvent.keyCode === 229;
    const at = { key, isComposing, isRepeated: event.repeat, isOpen, text, shown, isMarkedChosen, isMoved: isMoved.current };
    const does = keyDoes(at);
    if (does === 'pass') return;
    event.stopPropagation();
    if (isComposing) return;
    if (does !== 'leave') event.preventDefault();
    if (does === 'wait') confirm();
    else if (does === 'known') {
      type('');
      asking.ask('', 0);
    } else if (does === 'giveUp') {
      type('');
      setIsOpen(false);
    } else if (does === 'close') setIsOpen(false);
    else if (does === 'leave') {
      if (shown.is === 'found') settle(keywordOf(text), shown);
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
        if (!(event.nativeEvent as InputEvent).isComposing) asking.ask(typed);
      },
      onCompositionEnd: (event) => asking.ask((event.target as HTMLInputElement).value),
      onKeyDownCapture,
    },
  };
}
