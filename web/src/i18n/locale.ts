import type { Locale } from '#protocol/codes.ts';

/** The language on screen, kept on this machine. Switching reloads nothing: definitions carry both languages (FRAME-11). */
const KEY = 'fw.locale';
const listeners = new Set<() => void>();
let current: Locale = read();

function read(): Locale {
  return globalThis.localStorage?.getItem(KEY) === 'en_US' ? 'en_US' : 'zh_CN';
}

export const locale = (): Locale => current;

export function chooseLocale(next: Locale): void {
  if (next === current) return;
  current = next;
  globalThis.localStorage?.setItem(KEY, next);
  applyLocale();
}

/** Says the language to the page (screen readers, hyphenation, fonts) and to all who draw. */
export function applyLocale(): void {
  if (typeof document !== 'undefined') document.documentElement.lang = current === 'en_US' ? 'en' : 'zh-CN';
  for (const listener of listeners) listener();
}

export function onLocale(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
