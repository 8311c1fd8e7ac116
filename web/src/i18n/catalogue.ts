import type { Locale } from '#protocol/codes.ts';
import { actions as enActions } from './en_US/actions.ts';
import { api as enApi } from './en_US/api.ts';
import { fields as enFields } from './en_US/fields.ts';
import { home as enHome } from './en_US/home.ts';
import { list as enList } from './en_US/list.ts';
import { shell as enShell } from './en_US/shell.ts';
import { signin as enSignin } from './en_US/signin.ts';
import { ui as enUi } from './en_US/ui.ts';
import { actions } from './zh_CN/actions.ts';
import { api } from './zh_CN/api.ts';
import { fields } from './zh_CN/fields.ts';
import { home } from './zh_CN/home.ts';
import { list } from './zh_CN/list.ts';
import { shell } from './zh_CN/shell.ts';
import { signin } from './zh_CN/signin.ts';
import { ui } from './zh_CN/ui.ts';

/** All texts of the client, one file a room and language. Chinese names the keys; the compiler asks English for each of them. */
const ZH = { actions, api, fields, home, list, shell, signin, ui };
type Rooms = typeof ZH;
const EN: { [Room in keyof Rooms]: Record<keyof Rooms[Room], string> } = {
  actions: enActions,
  api: enApi,
  fields: enFields,
  home: enHome,
  list: enList,
  shell: enShell,
  signin: enSignin,
  ui: enUi,
};

export type TextKey = { [Room in keyof Rooms]: `${Room}.${keyof Rooms[Room] & string}` }[keyof Rooms];
export type Places = Readonly<Record<string, string | number>>;

export const CATALOGUES: Readonly<Record<Locale, Record<string, Record<string, string>>>> = { zh_CN: ZH, en_US: EN };

/** A text by its key, `{name}` filled from `places`. English keys may carry `one|many`, chosen by the place `n`. */
export function text(locale: Locale, key: TextKey, places: Places = {}): string {
  const cut = key.indexOf('.');
  const found = CATALOGUES[locale][key.slice(0, cut)]?.[key.slice(cut + 1)] ?? key;
  const [one, many] = found.split(' | ');
  const chosen = many === undefined || places.n === 1 || places.n === '1' ? one! : many;
  return chosen.replace(/\{(\w+)\}/g, (whole, name: string) => (name in places ? String(places[name]) : whole));
}
