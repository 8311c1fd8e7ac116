/** What a role gives on one permission group, however it is kept. */
interface Given {
  readonly scope: number;
  readonly items: Iterable<string>;
  readonly hide: Iterable<string>;
  readonly readonly: Iterable<string>;
}
/** A grant as it is stored with the group under `group` (RoleRights), or as it is loaded with `group_name` (Rights). */
type GivenOn = Given & ({ readonly group: string } | { readonly group_name: string });
/** What one role, or all roles of somebody, give. */
export interface GivenRights {
  readonly grants: readonly GivenOn[];
  readonly flags: Iterable<string>;
}

/** What somebody has to give from. A root role has everything in its company. */
export interface Holding {
  readonly root: boolean;
  readonly rights: GivenRights;
}

/**
 * What is wanting: a desktop flag, an item of a group (or that item for a wider scope), or a field of it that he does not see or may not
 * write in that scope.
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
    const group = groupOf(grant);
    const own = his.rights.grants.filter((one) => groupOf(one) === group).map(namesOf);
    const lack = lackingOn(group, own, namesOf(grant), beyond && grant.scope === 1 ? 2 : grant.scope);
    if (lack) return lack;
  }
  return null;
}

/** Whether somebody has all that these rights give. */
export const covers = (his: Holding, given: GivenRights, beyond = false): boolean => lacking(his, given, beyond) === null;

const groupOf = (grant: GivenOn): string => ('group' in grant ? grant.group : grant.group_name);

interface Names {
  scope: number;
  items: ReadonlySet<string>;
  hide: ReadonlySet<string>;
  /** neither written nor, where hidden, seen */
  locked: ReadonlySet<string>;
}
const namesOf = ({ scope, items, hide, readonly }: Given): Names => {
  const hidden = new Set(hide);
  return { scope, items: new Set(items), hide: hidden, locked: new Set([...hidden, ...readonly]) };
};

function lackingOn(group: string, own: readonly Names[], given: Names, scope: number): Lack | null {
  for (const item of given.items) {
    const having = own.filter((one) => one.items.has(item));
    if (having.length === 0) return { kind: 'item', group, item };
    const reaching = having.filter((one) => one.scope >= scope);
    if (reaching.length === 0) return { kind: 'scope', group, item };
    const unseen = closedTo(reaching, 'hide').find((name) => !closes(given.hide, name));
    if (unseen) return { kind: 'sees', group, item, field: unseen };
    const unwritten = WRITES_NOTHING.has(item) ? undefined : closedTo(reaching, 'locked').find((name) => !closes(given.locked, name));
    if (unwritten) return { kind: 'writes', group, item, field: unwritten };
  }
  return null;
}

/** Items under which no field is written. */
const WRITES_NOTHING = new Set(['List', 'Delete']);

/** What is closed by every one of these: `mobile` on all tables of the group, `user.mobile` on one. */
function closedTo(grants: readonly Names[], by: 'hide' | 'locked'): string[] {
  const named = new Set(grants.flatMap((grant) => [...grant[by]]));
  return [...named].filter((name) => grants.every((grant) => closes(grant[by], name)));
}

const closes = (rule: ReadonlySet<string>, name: string): boolean => rule.has(name) || rule.has(name.slice(name.indexOf('.') + 1));
