import { people as en } from '../en_US/people.ts';
import { people } from '../zh_CN/people.ts';

/** Texts of accounts and sign-in links; what shows them adds them (`addTexts`). Chinese names the keys. */
export const PEOPLE_ZH = { people };
export const PEOPLE_EN: { people: Record<keyof typeof people, string> } = { people: en };
