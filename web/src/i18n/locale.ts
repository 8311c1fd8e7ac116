import type { Locale } from '#protocol/codes.ts';
import { choice, choose, onChoices } from '#web/choices/choices.ts';

/**
 * The language on screen: as the person has chosen, else Chinese, or what the browser asks for where the installation says so. Switching
 * reloads nothing: definitions carry both languages (FRAME-11).
 */
const listeners = new Set<() => void>();
let current: Locale = asked();

function asked(): Locale {
  const byBrowser = globalThis.document?.documentElement.dataset.locale === 'browser';
  return firstLocale(choice('locale'), byBrowser ? (globalThis.navigator?.languages ?? []) : []);
}

/** An own choice wins; then the first of `asked`, the browser's languages, that we speak; Chinese where none is. */
export function firstLocale(chosen: string | undefined, asked: readonly string[]): Locale {
  if (chosen === 'en_US' || chosen === 'zh_CN') return chosen;
  const spoken = asked.map((tag) => tag.toLowerCase().split('-')[0]).find((tongue) => tongue === 'zh' || tongue === 'en');
  return spoken === 'en' ? 'en_US' : 'zh_CN';
}

export const locale = (): Locale => current;

export const chooseLocale = (next: Locale): void => choose('locale', next);

onChoices(() => {
  const next = asked();
  if (next === current) return;
  current = next;
  applyLocale();
});

/** Says the language to the page (screen readers, hyphenation, fonts) and to all who draw. */
export function applyLocale(): void {
  if (typeof document !== 'undefined') document.documentElement.lang = current === 'en_US' ? 'en' : 'zh-CN';
  for (const listener of listeners) listener();
}

export function onLocale(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
