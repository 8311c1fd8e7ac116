import { actions as enActions } from './en_US/actions.ts';
import { fields as enFields } from './en_US/fields.ts';
import { list as enList } from './en_US/list.ts';
import { actions } from './zh_CN/actions.ts';
import { fields } from './zh_CN/fields.ts';
import { list } from './zh_CN/list.ts';

/** Texts of what stands behind the sign-in; the frame adds them (`addTexts`). Chinese names the keys. */
export const LATER_ZH = { actions, fields, list };
export const LATER_EN: { [Room in keyof typeof LATER_ZH]: Record<keyof (typeof LATER_ZH)[Room], string> } = {
  actions: enActions,
  fields: enFields,
  list: enList,
};
