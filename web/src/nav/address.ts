import { useSyncExternalStore } from 'react';

/**
 * The browser's address and its entries: the one place that touches `history`. Addresses are case-sensitive (FRAME-10). Each entry knows
 * its place and the address before it, also after a reload.
 */
interface Entry {
  at: number;
  before: string;
}

const listeners = new Set<() => void>();
export const address = (): string => location.pathname + location.search;

/** The address that is on screen: while Back waits for an answer it is not the browser's. */
let shown = typeof location === 'undefined' ? '' : address();
const tell = () => {
  shown = address();
  for (const listener of listeners) listener();
};

const entryOf = (state: unknown): Entry | null => (typeof (state as Entry | null)?.at === 'number' ? (state as Entry) : null);
let here: Entry = { at: 0, before: '' };

function stand(entry: Entry, how: 'push' | 'replace', to: string): void {
  here = entry;
  history[how === 'push' ? 'pushState' : 'replaceState'](entry, '', to);
}

let settling: string | null = null;
/** What was asked for while one goes back. */
let after: (() => void)[] = [];

export function go(to: string, how: 'push' | 'replace' = 'push'): void {
  if (settling !== null) return void after.push(() => go(to, how));
  if (to === address()) return;
  stand(how === 'push' ? { at: here.at + 1, before: address() } : here, how, to);
  tell();
}

/** What stands here gives way for good: its entry becomes `to`, or where that was the page before, one goes back to it. */
export function settle(to: string): void {
  if (settling !== null) return void after.push(() => settle(to));
  if (to === address()) return;
  if (here.before === to) {
    settling = to;
    history.back();
  } else go(to, 'replace');
}

/** Goes to the page before, where this window has one; else false. */
export function goBack(): boolean {
  if (here.before === '') return false;
  history.back();
  return true;
}

/** Asked before Back or Forward: null lets go, a question is answered where one stands. */
let mayGo: (to: string) => Promise<boolean> | null = () => null;
export const setMayGo = (ask: typeof mayGo): void => {
  mayGo = ask;
};

/** Entries still to come that were asked for here, and are nobody's wish. */
let expected = 0;
const move = (by: number): void => {
  expected += 1;
  history.go(by);
};

function arrive(): void {
  const entry = entryOf(history.state);
  // the browser's own entries (a fragment) lead nowhere else
  if (!entry) {
    stand(here, 'replace', address());
    return;
  }
  if (settling !== null) {
    stand(entry, 'replace', settling);
    settling = null;
    tell();
    const waiting = after;
    after = [];
    for (const each of waiting) each();
    return;
  }
  const by = entry.at - here.at;
  const isExpected = expected > 0;
  if (isExpected) expected -= 1;
  const question = isExpected || by === 0 ? null : mayGo(address());
  if (question) {
    move(-by);
    void question.then((yes) => yes && move(by));
    return;
  }
  here = entry;
  tell();
}

if (typeof history !== 'undefined') {
  here = entryOf(history.state) ?? { at: history.length, before: '' };
  stand(here, 'replace', location.pathname + location.search + location.hash);
  globalThis.addEventListener('popstate', arrive);
}

export function onAddress(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useAddress = (): string => useSyncExternalStore(onAddress, () => shown);

export const pathOf = (to: string): string => to.split(/[?#]/, 1)[0]!;

export const queryOf = (to: string): URLSearchParams => new URLSearchParams(to.split('?', 2)[1] ?? '');

/** The frame's address; its pages lie below it. */
export const FRAME = '/main';

export const isInFrame = (at: string): boolean => pathOf(at) === FRAME || pathOf(at).startsWith(`${FRAME}/`);

/** Where to sign in, remembering what was asked for. */
export const signInAddress = (wanted: string): string =>
  pathOf(wanted) === '/' || pathOf(wanted) === '/login' ? '/login' : `/login?redirect=${encodeURIComponent(wanted)}`;

/**
 * The address to open after signing in: the one asked for, when it is a path of this site (never another host, never the
 * sign-in page again), else `home`.
 */
export function afterSignIn(at: string, home: string): string {
  const wanted = queryOf(at).get('redirect');
  if (!wanted || !isOwnPath(wanted) || hasControl(wanted) || ['/', '/login'].includes(pathOf(wanted))) return home;
  return wanted;
}

/** `//host` names another site, and a browser reads a backslash as a slash. */
const isOwnPath = (address: string): boolean => address.startsWith('/') && !address.startsWith('//') && !address.includes('\\');

const hasControl = (text: string): boolean => [...text].some((letter) => letter.charCodeAt(0) < 33);
