import { useSyncExternalStore } from 'react';
import type { Locale } from '#protocol/codes.ts';
import { listed } from '#protocol/meta/listed.ts';
import { label as labelOf } from '#protocol/meta/naming.ts';
import { type Places, type TextKey, text } from './catalogue.ts';
import { locale, onLocale } from './locale.ts';

export interface Texts {
  locale: Locale;
  /** a text of the catalogue */
  t: (key: TextKey, places?: Places) => string;
  /** `key_name` (or another named text) of a definition in the language on screen */
  label: (def: object | null | undefined, base?: string) => string;
  /** names one after the other, as the language separates them */
  listed: (names: readonly (string | null | undefined)[]) => string;
}

export const useLocale = (): Locale => useSyncExternalStore(onLocale, locale, locale);

export const useText = (): Texts => textsIn(useLocale());

/** The same outside of components, for a language. */
export const textsIn = (locale: Locale): Texts => TEXTS[locale];

const createTexts = (locale: Locale): Texts => ({
  locale,
  t: (key, places) => text(locale, key, places),
  label: (def, base) => labelOf(def, locale, base),
  listed: (names) => listed(names, locale),
});
/** One for all who ask: a list asks for each of its cells. */
const TEXTS: Readonly<Record<Locale, Texts>> = { zh_CN: createTexts('zh_CN'), en_US: createTexts('en_US') };

/** Outside of components, at the moment of the call. */
export const say = (key: TextKey, places?: Places): string => text(locale(), key, places);
/** A text as a definition carries one, in both languages; read when it is shown, for a page may come before its words. */
export const inBoth = (key: TextKey): { key_name: string; key_name_en: string } => ({
  get key_name() {
    return text('zh_CN', key);
  },
  get key_name_en() {
    return text('en_US', key);
  },
});
export const sayList = (names: readonly (string | null | undefined)[]): string => listed(names, locale());
