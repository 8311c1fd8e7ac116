import { type CompositionEvent, type FormEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import { createAsking } from './asking.ts';
import { type Answer, atRow, type Found, type KeyDoes, keyDoes, keywordOf, meantBy, type Shown, shownOf } from './lookup.ts';

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
  /** the arrow opened it: its first row is marked, as that of what is typed is */
  isBegun: boolean;
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
  const { text } = on;
  const [isOpen, setOpened] = useState(false);
  const [isBegun, setBegun] = useState(false);
  const setIsOpen = (open: boolean) => {
    setOpened(open);
    if (!open) setBegun(false);
  };
  const now = useRef(on);
  now.current = on;
  const marked = useRef<number | null>(null);
  const isMoved = useRef(false);

  const { asking, answer, take, settle } = useTaking(now, isMoved, setIsOpen);
  const shown = shownOf(text, answer);
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
  const close = () => setIsOpen(false);
  const leave = () => {
    if (shown.is === 'found') settle(keywordOf(text), shown);
    else if (keywordOf(text) !== '') confirm();
    close();
  };
  const does: Does = {
    ...{ wait: confirm, close, leave },
    first: () => shown.is === 'found' && take(shown.rows[0]!),
    known: () => {
      type('');
      asking.ask('', 0);
    },
    giveUp: () => {
      type('');
      close();
    },
  };
  return {
    ...{ shown, isOpen, isBegun, take },
    setOpen: (open) => {
      setIsOpen(open);
      if (open && !isOpen) asking.ask(now.current.text, 0);
    },
    onActive: (id) => {
      marked.current = id;
    },
    around: {
      ...inputOf(type, asking.ask),
      onKeyDownCapture: (event) =>
        press(event, { on, isOpen, isBegun, shown, marked: marked.current, isMoved, begin: () => setBegun(true) }, does),
    },
  };
}

/** What is typed is looked for, what an input method puts together once it is done with it. */
const inputOf = (
  type: (typed: string) => void,
  ask: (typed: string) => void,
): Pick<LookupHook['around'], 'onInput' | 'onCompositionEnd'> => ({
  onInput: (event) => {
    const typed = (event.target as HTMLInputElement).value;
    type(typed);
    if (!(event.nativeEvent as InputEvent).isComposing) ask(typed);
  },
  onCompositionEnd: (event) => ask((event.target as HTMLInputElement).value),
});

type Now = RefObject<LookupOn>;

/** What the server says to what is typed, and how a row of it is taken: by hand, or where an answer leaves no doubt what Enter was pressed upon. */
function useTaking(now: Now, isMoved: RefObject<boolean>, setIsOpen: (open: boolean) => void) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const take = (row: EntityValue) => {
    asking.forget();
    now.current.onTake(row);
    if (now.current.multiple) asking.ask('', 0);
    else setIsOpen(false);
  };
  /** Takes the row that the text can only mean. */
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
  return { asking, answer, take, settle };
}

/** What a lookup does by each of the words that `keyDoes` has for it. */
type Does = Readonly<Record<Exclude<KeyDoes, 'pass' | 'stop'>, () => void>>;

interface Pressed {
  on: LookupOn;
  isOpen: boolean;
  shown: Shown;
  marked: number | null;
  isMoved: RefObject<boolean>;
  isBegun: boolean;
  begin(): void;
}

/** Whether the arrow goes to a row that is still to come: of a list that it opens, or that is being asked. One that is chosen alone stays. */
const isBeginning = ({ on: { multiple, chosen }, isOpen, shown }: Pressed, key: string): boolean =>
  key === 'ArrowDown' && (multiple || chosen.length === 0) && !(isOpen && shown.is === 'found');

function press(event: KeyboardEvent<HTMLElement>, pressed: Pressed, does: Does): void {
  const { on, isOpen, isBegun, shown, marked, isMoved, begin } = pressed;
  const { key, nativeEvent } = event;
  if (isOpen && shown.is === 'found' && (key === 'ArrowDown' || key === 'ArrowUp')) isMoved.current = true;
  const { id: at, isMarked } = atRow(shown, marked);
  const isMarkedChosen = on.multiple && on.chosen.some(({ id }) => id === at);
  const isComposing = nativeEvent.isComposing || nativeEvent.keyCode === 229;
  if (!isComposing && isBeginning(pressed, key)) begin();
  const is = keyDoes({
    key,
    isComposing,
    isRepeated: event.repeat,
    isOpen,
    text: on.text,
    shown,
    isMarked,
    isMarkedChosen,
    isMoved: isMoved.current,
    isBegun,
  });
  if (is === 'pass') return;
  event.stopPropagation();
  if (isComposing) return;
  if (is !== 'leave') event.preventDefault();
  if (is !== 'stop') does[is]();
}
