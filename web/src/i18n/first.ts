import { api as enApi } from './en_US/api.ts';
import { signin as enSignin } from './en_US/signin.ts';
import { ui as enUi } from './en_US/ui.ts';
import { api } from './zh_CN/api.ts';
import { signin } from './zh_CN/signin.ts';
import { ui } from './zh_CN/ui.ts';

/** Texts that the first load carries: what a person may read before anything else is there. Chinese names the keys. */
export const FIRST_ZH = { api, signin, ui };
export const FIRST_EN: { [Room in keyof typeof FIRST_ZH]: Record<keyof (typeof FIRST_ZH)[Room], string> } = {
  api: enApi,
  signin: enSignin,
  ui: enUi,
};
