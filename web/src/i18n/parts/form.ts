import { form as en } from '../en_US/form.ts';
import { form } from '../zh_CN/form.ts';

/** Texts of a record's page; who shows any of them adds them (`addTexts`). Chinese names the keys. */
export const FORM_ZH = { form };
export const FORM_EN: { form: Record<keyof typeof form, string> } = { form: en };
