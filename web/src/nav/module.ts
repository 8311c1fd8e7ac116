/** A module as sign-in and LoadNav answer it. */
export interface Module {
  code: string;
  key_name: string;
  key_name_en: string;
  /** desktop permission that gives it; several modules may share one */
  flag: string;
  icon?: string;
  /** what it is for */
  remark?: string;
  remark_en?: string;
}

/** Where a module's menu stands: /main?myCode=zb (FRAME-04). */
export const moduleAddress = (code: string): string => `/main?myCode=${encodeURIComponent(code)}`;

/** One module for each desktop permission: those that share one are reached through the first of them. */
export const perFlag = (modules: readonly Module[]): Module[] =>
  [...new Map([...modules].reverse().map((module) => [module.flag, module])).values()].reverse();

/** The leadership view, which is no module: its page, and whether it opens to him. */
export const LEADER = '/EI';
export const isLeader = (user: Readonly<Record<string, unknown>> | undefined): boolean => user?.leads === 1;
