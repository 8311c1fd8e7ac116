import type { GrantDef, RoleDef } from '#protocol/meta/suite.ts';
import type { Catalogue } from '#server/meta/catalogue.ts';
import { type ItemScopes, itemScopes } from './item-scope.ts';
import { type Called, rulesNamed } from './naming.ts';

/**
 * What a role may do in one permission group, as it is stored: tables and fields by uid, so that no name of a definition gives or takes anything.
 * Uids that the definitions do not know stay as they lie and mean nothing.
 */
export interface Grant {
  group_uid: string;
  scope: number;
  items: readonly string[];
  /** absent: all items on the rows of the group's scope (item-scope.ts) */
  item_scopes?: ItemScopes;
  /** each a field of a table of the group (naming.ts) */
  hide_uids: readonly string[];
  readonly_uids: readonly string[];
}
/** What a role may do. */
export interface RoleRights {
  grants: readonly Grant[];
  flags: readonly string[];
}

export interface Merged extends RoleRights {
  /** what becomes different, and what stays though the suite says something new: in words */
  told: readonly string[];
}

export const NO_RIGHTS: RoleRights = { grants: [], flags: [] };

/** What a definition says in names, as it is stored. */
export const rightsOf = (catalogue: Catalogue, { grants, flags }: RoleDef): RoleRights => ({
  grants: grants.flatMap((grant) => stored(catalogue, grant)),
  flags: [...new Set(flags ?? [])],
});

function stored(catalogue: Catalogue, { group, scope, items, item_scopes, hide = [], readonly = [] }: GrantDef): Grant[] {
  const uid = catalogue.table(group)?.def.uid;
  if (uid === undefined) return [];
  const rules = (names: readonly string[]) => rulesNamed(catalogue, uid, names);
  const own = itemScopes({ scope, items, item_scopes });
  return [{ group_uid: uid, scope, items, item_scopes: own, hide_uids: rules(hide), readonly_uids: rules(readonly) }];
}

/**
 * What a role may do after a start (docs/decisions/085): `said` is what the suite said at the last one, `here` what stands in the
 * database, `wanted` what the suite says now. Group by group the suite's new word counts where nobody changed the old one; what was
 * changed here stays, and is told when the suite has something new to say about it. Flags likewise, one by one.
 */
export function mergeRights(said: RoleRights, here: RoleRights, wanted: RoleRights, called: Called): Merged {
  const told: string[] = [];
  const grants: Grant[] = [];
  for (const uid of new Set([said, here, wanted].flatMap((rights) => rights.grants.map((grant) => grant.group_uid)))) {
    const [before, mine, theirs] = [said, here, wanted].map((rights) => rights.grants.find((grant) => grant.group_uid === uid)) as (
      | Grant
      | undefined
    )[];
    const [was, is, will] = [words(before, called), words(mine, called), words(theirs, called)];
    const group = called.group(uid);
    const takes = content(mine) === content(before);
    const kept = takes ? theirs : mine;
    if (kept) grants.push(kept);
    if (takes && is !== will) told.push(`${group} was ${is}, now ${will}`);
    if (!takes && was !== will && is !== will)
      told.push(
        `${group} was ${mine ? `changed here and stays ${is}` : 'taken away here and stays so'}; the suites say ${will}, before ${was}`,
      );
  }
  const added = wanted.flags.filter((flag) => !said.flags.includes(flag) && !here.flags.includes(flag));
  const gone = here.flags.filter((flag) => said.flags.includes(flag) && !wanted.flags.includes(flag));
  told.push(...added.map((flag) => `flag ${flag} given`), ...gone.map((flag) => `flag ${flag} taken away`));
  return { grants, flags: [...here.flags.filter((flag) => !gone.includes(flag)), ...added], told };
}

/** A grant in words. */
function words(grant: Grant | undefined, called: Called): string {
  if (!grant) return 'nothing';
  const list = (what: string, rules: readonly string[]) =>
    rules.length ? [what, ...[...new Set(rules)].map((rule) => called.field(rule, grant.group_uid)).sort()] : [];
  const own = itemScopes(grant);
  const items = [...new Set(grant.items)].map((item) => (Object.hasOwn(own, item) ? `${item}:${own[item]}` : item));
  return [grant.scope, ...items, ...list('hide', grant.hide_uids), ...list('readonly', grant.readonly_uids)].join(' ');
}

/** The same for the same rights, whatever anything is called. */
const content = (grant: Grant | undefined): string => words(grant, { group: (uid) => uid, field: (rule) => rule });

/** Whether two say the same. */
export const sameRights = (one: RoleRights, other: RoleRights): boolean => said(one) === said(other);

const said = ({ grants, flags }: RoleRights): string =>
  JSON.stringify([grants.map((grant) => `${grant.group_uid} ${content(grant)}`).sort(), [...flags].sort()]);
