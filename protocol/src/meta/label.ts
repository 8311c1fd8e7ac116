import { z } from 'zod';

export const uid = z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/, 'uid: 1 to 64 letters, digits, _ . -');
export const text = z.string().min(1).max(200);
export const longText = z.string().max(4000);
export const flag = z.union([z.literal(0), z.literal(1)]);
/** A comma list of state ids, such as `0,1,3`. */
export const stateList = z.string().regex(/^\d+(,\d+)*$/, 'a comma list of states');
/** Names of tables, fields, suites: what may stand in SQL, always quoted all the same. */
export const identifier = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,58}$/, 'a letter, then up to 58 letters, digits or _');
/** Fields of one table, by commas. */
export const fieldList = z
  .string()
  .max(600)
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,58}(,[A-Za-z][A-Za-z0-9_]{0,58})*$/, 'a comma list of fields');
/** Who of a step's signers fills something in: a comma list of role codes of its handler, or `first`, whoever signs first. */
export const signers = z
  .string()
  .max(300)
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,58}(,[A-Za-z][A-Za-z0-9_]{0,58})*$/, 'a comma list of role codes, or first');

/** The keys that name a thing in both languages. */
export const named = { key_name: text, key_name_en: text };
