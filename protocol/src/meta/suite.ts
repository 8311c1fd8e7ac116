import { z } from 'zod';
import { boardDef } from './board/board.ts';
import { itemDef } from './field.ts';
import { flag, identifier, named, text, uid } from './label.ts';
import { reportDef } from './report.ts';
import { tableDef } from './table.ts';

/** A menu item: DIR holds others, TAB opens a page descriptor. Up to 4 levels. */
export interface MenuDef {
  uid: string;
  key_name: string;
  key_name_en: string;
  type: 'DIR' | 'TAB';
  icon?: string;
  /** TAB: what opens; shown only when the reader may do `op` (default List) on `cloud` */
  cloud?: string;
  op?: string;
  url?: string;
  query?: Record<string, string>;
  children?: MenuDef[];
}
export const menuDef: z.ZodType<MenuDef> = z.lazy(() =>
  z.strictObject({
    uid,
    ...named,
    type: z.enum(['DIR', 'TAB']),
    icon: z.string().optional(),
    cloud: z.string().optional(),
    op: z.string().optional(),
    url: z.string().optional(),
    query: z.record(z.string(), z.string()).optional(),
    children: z.array(menuDef).optional(),
  }),
);

/** A module of the top menu. `flag` is the desktop permission that grants it; modules may share one. */
export const moduleDef = z.strictObject({
  uid,
  code: z.string().regex(/^[A-Za-z]{1,20}$/),
  ...named,
  icon: z.string().optional(),
  /** what it is for, on its card of the chooser */
  remark: text.optional(),
  remark_en: text.optional(),
  flag: z.string().regex(/^[A-Za-z]{1,20}$/),
  /** place in the top menu, smallest first; default 0 */
  order: z.number().int().optional(),
  menus: z.array(menuDef),
});
export type ModuleDef = z.infer<typeof moduleDef>;

/** Numbers of choices of a dictionary from here on are companies' own; those below are given by suites. */
export const OWN_CHOICES = 10_000;

/** A dictionary that a suite brings. It becomes rows of every company, which may call its choices otherwise, hide some and add its own. */
export const dictDef = z.strictObject({ uid, code: identifier, ...named, items: z.array(itemDef).min(1).max(1000) });
export type DictDef = z.infer<typeof dictDef>;

/** Scope of a grant: 0 own rows, 1 department with sub-departments, 2 all (shell specification, role authorization page). */
export const scope = z.union([z.literal(0), z.literal(1), z.literal(2)]);
export type Scope = z.infer<typeof scope>;

/** What a role may do with the tables of one permission group. `items` are ops; `hide` fields are neither read nor written, `readonly` only read. */
export const grantDef = z.strictObject({
  group: identifier,
  scope,
  items: z.array(z.string()).min(1),
  /** items that it has on fewer rows than `scope` gives, each with its own: `{ Modify: 0 }` changes one's own alone */
  item_scopes: z.record(z.string(), scope).optional(),
  hide: z.array(z.string()).optional(),
  readonly: z.array(z.string()).optional(),
});
export type GrantDef = z.infer<typeof grantDef>;

/** A role that a suite brings; `flags` are the desktop permissions it gives. root = 1: everything in one's own company. */
export const roleDef = z.strictObject({
  uid,
  code: identifier,
  ...named,
  root: flag.optional(),
  flags: z.array(z.string()).optional(),
  grants: z.array(grantDef),
});
export type RoleDef = z.infer<typeof roleDef>;

/** A post that a suite brings, because steps of its flows go by it. Who has it is said by each company. */
export const postDef = z.strictObject({ uid, code: identifier, ...named });
export type PostDef = z.infer<typeof postDef>;

/**
 * Rows that come with a suite. In a row `_key` names it for others and an entity value is written `@table:key`. `company` and
 * `domain` are keys of the demonstration companies and domains; absent for platform tables. `zones` keeps rows to the companies of these
 * time zones.
 */
export const seedDef = z.strictObject({
  table: identifier,
  company: z.string().optional(),
  domain: z.string().optional(),
  zones: z.array(z.string()).optional(),
  rows: z.array(z.record(z.string(), z.unknown())),
});
export type SeedDef = z.infer<typeof seedDef>;

/** A suite: what is installed together. Data only, no functions. */
export const suiteDef = z.strictObject({
  uid,
  code: identifier,
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  ...named,
  /** 1: installed only where the setting SUITES names it */
  optional: flag.optional(),
  requires: z.array(identifier),
  modules: z.array(moduleDef),
  dicts: z.array(dictDef),
  roles: z.array(roleDef),
  posts: z.array(postDef).optional(),
  tables: z.array(tableDef),
  reports: z.array(reportDef).optional(),
  boards: z.array(boardDef).optional(),
  /** rows every installation has */
  seed: z.array(seedDef),
});
export type SuiteDef = z.infer<typeof suiteDef>;

export const defineSuite = (suite: SuiteDef): SuiteDef => suite;
