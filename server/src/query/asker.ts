/**
 * Who asks, and when: all that rights leave open. What follows from rights is the same for everybody who has the same roles, so it is
 * worked out once for all of them, with these as parameters (ASKER); each use of it says whose they are.
 */
export interface Asker {
  readonly company: number;
  /** time zone of the company */
  readonly zone: string;
  readonly user: number;
  /** his own department, null without one: then what is compared with it holds for no row */
  readonly department: number | null;
  /** his own and those below it; with none, a right to the department's rows gives none (B27) */
  readonly departments: readonly number[];
  /** the domain he works in, and all that are his */
  readonly domain: number;
  readonly domains: readonly number[];
  readonly now: Date;
  /** yyyy-MM-dd in that zone */
  readonly today: string;
}

const param = <Name extends keyof Asker, Type extends string>(name: Name, type: Type) =>
  Object.freeze({ kind: 'param' as const, name, type });

/** The same as parameters of a statement. */
export const ASKER = {
  company: param('company', 'bigint'),
  zone: param('zone', 'text'),
  user: param('user', 'bigint'),
  department: param('department', 'bigint'),
  departments: param('departments', 'bigint[]'),
  domain: param('domain', 'bigint'),
  domains: param('domains', 'bigint[]'),
  now: param('now', 'timestamptz'),
  today: param('today', 'date'),
} as const;

/** Which of them are one person's, and not his whole company's. */
export const PERSONAL = ['user', 'department', 'departments', 'domain', 'domains'] as const satisfies readonly (keyof Asker)[];
