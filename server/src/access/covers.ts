import { type ItemScopes, scopeOf } from './grants/item-scope.ts';

/** What a role gives on one permission group, however it is kept. */
interface Given {
  readonly group_uid: string;
  readonly scope: number;
  readonly items: Iterable<string>;
  readonly item_scopes?: ItemScopes | undefined;
  readonly hide_uids: Iterable<string>;
  readonly readonly_uids: Iterable<string>;
}
/** What one role, or all roles of somebody, give. */
export interface GivenRights {
  readonly grants: readonly Given[];
  readonly flags: Iterable<string>;
}

/** What somebody has to give from. A root role has everything in its company. */
export interface Holding {
  readonly root: boolean;
  readonly rights: GivenRights;
}

/**
 * What is wanting: a desktop flag, an item of a group (or that item for a wider scope), or a field of it that he does not see or may not
 * write in that scope. Group and field are uids.
 */
export type Lack =
  | { readonly kind: 'flag'; readonly flag: string }
  | { readonly kind: 'item' | 'scope'; readonly group: string; readonly item: string }
  | { readonly kind: 'sees' | 'writes'; readonly group: string; readonly item: string; readonly field: string };

/**
 * The first thing that these rights give and the holder has not, null where he has it all: each item on each group, for all the rows and
 * fields that it is given on. Roles stay apart, as at the gate: what his roles give on the same rows is united. `beyond` says that who gets
 * them belongs to a department outside of the holder's own: then the rows of "his department" are other rows, and only all rows cover them.
 * Scopes are compared as such: everybody's own rows are his own.
 */
export function lacking(his: Holding, given: GivenRights, beyond = false): Lack | null {
  if (his.root) return null;
  const flags = new Set(his.rights.flags);
  for (const flag of given.flags) if (!flags.has(flag)) return { kind: 'flag', flag };
  for (const grant of given.grants) {
    const group = grant.group_uid;
    const own = his.rights.grants.filter((one) => one.group_uid === group).map(namesOf);
    const lack = lackingOn(group, own, namesOf(grant), beyond);
    if (lack) return lack;
  }
  return null;
}

/** Whether somebody has all that these rights give. */
export const covers = (his: Holding, given: GivenRights, beyond = false): boolean => lacking(his, given, beyond) === null;

interface Names {
  scope: number;
  item_scopes: ItemScopes | undefined;
  items: ReadonlySet<string>;
  hide: ReadonlySet<string>;
  /** neither written nor, where hidden, seen */
  locked: ReadonlySet<string>;
}
const namesOf = ({ scope, item_scopes, items, hide_uids, readonly_uids }: Given): Names => {
  const hidden = new Set(hide_uids);
  return { scope, item_scopes, items: new Set(items), hide: hidden, locked: new Set([...hidden, ...readonly_uids]) };
};

function lackingOn(group: string, own: readonly Names[], given: Names, beyond: boolean): Lack | null {
  for (const item of given.items) {
    const asked = scopeOf(given, item);
    const scope = beyond && asked === 1 ? 2 : asked;
    const having = own.filter((one) => one.items.has(item));
    if (having.length === 0) return { kind: 'item', group, item };
    const reaching = having.filter((one) => scopeOf(one, item) >= scope);
    if (reaching.length === 0) return { kind: 'scope', group, item };
    const unseen = closedTo(reaching, 'hide').find((rule) => !given.hide.has(rule));
    if (unseen) return { kind: 'sees', group, item, field: unseen };
    const unwritten = WRITES_NOTHING.has(item) ? undefined : closedTo(reaching, 'locked').find((rule) => !given.locked.has(rule));
    if (unwritten) return { kind: 'writes', group, item, field: unwritten };
  }
  return null;
}

/** Items under which no field is written. */
const WRITES_NOTHING = new Set(['List', 'Delete']);

/** What is closed by every one of these. */
function closedTo(grants: readonly Names[], by: 'hide' | 'locked'): string[] {
  const named = new Set(grants.flatMap((grant) => [...grant[by]]));
  return [...named].filter((rule) => grants.every((grant) => grant[by].has(rule)));
}
