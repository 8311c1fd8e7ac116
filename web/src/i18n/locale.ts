import type { Locale } from '#protocol/codes.ts';

/** The language on screen: as chosen on this machine, else as the browser asks. Switching reloads nothing: definitions carry both languages (FRAME-11). */
const KEY = 'fw.locale';
const listeners = new Set<() => void>();
let current: Locale = firstLocale(globalThis.localStorage?.getItem(KEY), globalThis.navigator?.languages ?? []);

/** An own choice wins; then the first of the browser's languages that we speak; Chinese where it asks for neither. */
export function firstLocale(chosen: string | null | undefined, asked: readonly string[]): Locale {
  if (chosen === 'en_US' || chosen === 'zh_CN') return chosen;
  const spoken = asked.map((tag) => tag.toLowerCase().split('-')[0]).find((tongue) => tongue === 'zh' || tongue === 'en');
  return spoken === 'en' ? 'en_US' : 'zh_CN';
}

export const locale = (): Locale => current;

export function chooseLocale(next: Locale): void {
  globalThis.localStorage?.setItem(KEY, next);
  if (next === current) return;
  current = next;
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
