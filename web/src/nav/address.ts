import { useSyncExternalStore } from 'react';

/** The browser's address. The client has few (/login, /Home, /main); pages inside /main are tabs. Case-sensitive (FRAME-10). */
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

export const address = (): string => location.pathname + location.search;

export function go(to: string, how: 'push' | 'replace' = 'push'): void {
  if (to === address()) return;
  history[how === 'push' ? 'pushState' : 'replaceState'](null, '', to);
  tell();
}

function onAddress(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('popstate', listener);
  };
}

export const useAddress = (): string => useSyncExternalStore(onAddress, address);

export const pathOf = (to: string): string => to.split(/[?#]/, 1)[0]!;

export const queryOf = (to: string): URLSearchParams => new URLSearchParams(to.split('?', 2)[1] ?? '');

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
