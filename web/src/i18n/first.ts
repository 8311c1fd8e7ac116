import { api as enApi } from './en_US/api.ts';
import { home as enHome } from './en_US/home.ts';
import { shell as enShell } from './en_US/shell.ts';
import { signin as enSignin } from './en_US/signin.ts';
import { ui as enUi } from './en_US/ui.ts';
import { api } from './zh_CN/api.ts';
import { home } from './zh_CN/home.ts';
import { shell } from './zh_CN/shell.ts';
import { signin } from './zh_CN/signin.ts';
import { ui } from './zh_CN/ui.ts';

/** Texts that the first load carries: what a person may read before the application is there. Chinese names the keys. */
export const FIRST_ZH = { api, home, shell, signin, ui };
export const FIRST_EN: { [Room in keyof typeof FIRST_ZH]: Record<keyof (typeof FIRST_ZH)[Room], string> } = {
  api: enApi,
  home: enHome,
  shell: enShell,
  signin: enSignin,
  ui: enUi,
};
