import { actions as enActions } from './en_US/actions.ts';
import { fields as enFields } from './en_US/fields.ts';
import { flow as enFlow } from './en_US/flow.ts';
import { list as enList } from './en_US/list.ts';
import { shell as enShell } from './en_US/shell.ts';
import { todo as enTodo } from './en_US/todo.ts';
import { actions } from './zh_CN/actions.ts';
import { fields } from './zh_CN/fields.ts';
import { flow } from './zh_CN/flow.ts';
import { list } from './zh_CN/list.ts';
import { shell } from './zh_CN/shell.ts';
import { todo } from './zh_CN/todo.ts';

/** Texts of what stands behind the sign-in; the frame adds them (`addTexts`). Chinese names the keys. */
export const LATER_ZH = { actions, fields, flow, list, shell, todo };
export const LATER_EN: { [Room in keyof typeof LATER_ZH]: Record<keyof (typeof LATER_ZH)[Room], string> } = {
  actions: enActions,
  fields: enFields,
  flow: enFlow,
  list: enList,
  shell: enShell,
  todo: enTodo,
};
