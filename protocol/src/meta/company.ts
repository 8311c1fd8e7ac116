import { z } from 'zod';
import { text } from './label.ts';

/** An enterprise account that is there from the start: a row of fw.company. `key` is what seeds call it. */
export const companyDef = z.strictObject({
  id: z.number().int().positive(),
  key: z.string().regex(/^[a-z][a-z0-9_]{0,30}$/),
  /** the sub-account of the sign-in form */
  login_name: z.string().regex(/^[a-z0-9]{3,16}$/),
  key_name: text,
  key_name_en: text,
  app_name: text,
  app_name_en: text,
  time_zone: z.string().optional(),
  /** names under which a browser reaches it */
  hosts: z.array(z.string()).optional(),
  copyright: text.optional(),
});
export type CompanyDef = z.infer<typeof companyDef>;
