import type { SeedDef } from './suite.ts';

/** An enterprise account of a demonstration. `key` names it in seeds, `login_name` is the sub-account of the sign-in form. */
export interface CompanyDef {
  key: string;
  id: number;
  login_name: string;
  key_name: string;
  key_name_en: string;
  /** IANA name; default Asia/Shanghai */
  time_zone?: string;
  /** host names under which a browser reaches this company */
  hosts?: string[];
  app_name?: string;
  app_name_en?: string;
  logo?: string;
  copyright?: string;
}

/**
 * What DEMO=1 loads besides the seeds of the suites: companies, and rows of them. A folder below `suites` exports it from its demo.ts.
 *
 * A row's keys are fields of its table, key_name, remark, and if wanted review_state, review_entity, create_entity, create_department and
 * create_time. Values are as the wire takes them: ids of choices as numbers (lists of them for checkbox), amounts as decimal texts,
 * dates as yyyy-MM-dd, instants as the company's clock shows them. `_key` names the row for others and for the next start;
 * `_id` fixes its id. A reference is written `@table:key`, a list of them as an array.
 */
export interface DemoDef {
  /** suites without which these rows cannot stand; a demonstration in a suite's own folder belongs to that suite */
  requires?: readonly string[];
  companies: readonly CompanyDef[];
  seeds: readonly SeedDef[];
}
