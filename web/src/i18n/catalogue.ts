import type { Locale } from '#protocol/codes.ts';
import type { ACCOUNT_ZH } from './account.ts';
import type { ENTER_ZH } from './enter.ts';
import { FIRST_EN, FIRST_ZH } from './first.ts';
import type { GROUP_ZH } from './group.ts';
import type { HOME_ZH } from './home.ts';
import type { LATER_ZH } from './later.ts';
import type { PASSWORD_ZH } from './password.ts';
import type { PEOPLE_ZH } from './people.ts';
import type { ROLES_ZH } from './roles.ts';
import type { SETUP_ZH } from './setup.ts';
import type { TREE_ZH } from './tree.ts';

/**
 * All texts of the client, one file a room and language, in parts so that the sign-in page stays light: first.ts comes with
 * the first load, the others with what shows them (later.ts: the frame). The compiler asks English for each Chinese key.
 */
type Rooms = typeof FIRST_ZH &
  typeof ACCOUNT_ZH &
  typeof ENTER_ZH &
  typeof GROUP_ZH &
  typeof HOME_ZH &
  typeof LATER_ZH &
  typeof PASSWORD_ZH &
  typeof PEOPLE_ZH &
  typeof ROLES_ZH &
  typeof SETUP_ZH &
  typeof TREE_ZH;

export type TextKey = { [Room in keyof Rooms]: `${Room}.${keyof Rooms[Room] & string}` }[keyof Rooms];
export type Places = Readonly<Record<string, string | number>>;

type Catalogue = Record<string, Readonly<Record<string, string>>>;
export const CATALOGUES: Readonly<Record<Locale, Catalogue>> = { zh_CN: { ...FIRST_ZH }, en_US: { ...FIRST_EN } };

/** Adds the rooms of another part, before anything that shows them is drawn. */
export function addTexts(zh_CN: Catalogue, en_US: Catalogue): void {
  Object.assign(CATALOGUES.zh_CN, zh_CN);
  Object.assign(CATALOGUES.en_US, en_US);
}

/** A text by its key, `{name}` filled from `places`. English keys may carry `one|many`, chosen by the place `n`. */
export function text(locale: Locale, key: TextKey, places: Places = {}): string {
  const cut = key.indexOf('.');
  const found = CATALOGUES[locale][key.slice(0, cut)]?.[key.slice(cut + 1)] ?? key;
  const [one, many] = found.split(' | ');
  const chosen = many === undefined || places.n === 1 || places.n === '1' ? one! : many;
  return chosen.replace(/\{(\w+)\}/g, (whole, name: string) => (name in places ? String(places[name]) : whole));
}
