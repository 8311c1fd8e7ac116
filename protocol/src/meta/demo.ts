import { z } from 'zod';
import { named, text } from './label.ts';
import { seedDef } from './suite.ts';

/** An enterprise account of a demonstration. `key` names it in seeds, `login_name` is the sub-account of the sign-in form. */
export const companyDef = z.strictObject({
  key: z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/, "letters, digits, _ . and -: 'demo'"),
  id: z.number().int().positive(),
  login_name: text,
  ...named,
  /** IANA name; default Asia/Shanghai */
  time_zone: text.optional(),
  /** host names under which a browser reaches this company */
  hosts: z.array(text).optional(),
  app_name: text.optional(),
  app_name_en: text.optional(),
  logo: z.string().optional(),
  copyright: text.optional(),
  /** a picture of this site, in place of the drawing beside the sign-in: `/banner.jpg` */
  banner: z.string().optional(),
  /** how many active people its licence allows */
  max_users: z.number().int().positive().optional(),
  /** megabytes (of 1,048,576 bytes) that its files may have together; absent: what the settings say */
  file_mb: z.number().int().min(0).optional(),
});
export type CompanyDef = z.infer<typeof companyDef>;

/**
 * What DEMO=1 loads besides the seeds of the suites: companies, and rows of them. A folder below `suites` exports it from its demo.ts.
 *
 * A row's keys are fields of its table, key_name, remark, and if wanted review_state, review_entity, create_entity, create_department and
 * create_time. Values are as the wire takes them: ids of choices as numbers (lists of them for checkbox), amounts as decimal texts,
 * dates as yyyy-MM-dd, instants as the company's clock shows them. `_key` names the row for others and for the next start;
 * `_id` fixes its id. A reference is written `@table:key`, a list of them as an array.
 */
export const demoDef = z.strictObject({
  /** suites without which these rows cannot stand; a demonstration in a suite's own folder belongs to that suite */
  requires: z.array(z.string()).readonly().optional(),
  companies: z.array(companyDef).readonly(),
  seeds: z.array(seedDef).readonly(),
});
export type DemoDef = z.infer<typeof demoDef>;
