import type { GrantDef, RoleDef } from '#protocol/meta/suite.ts';

/** What a role may do in one permission group, as it is stored. */
export interface Grant {
  group: string;
  scope: number;
  items: readonly string[];
  hide: readonly string[];
  readonly: readonly string[];
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

/** What a definition says, as it is stored. */
export const rightsOf = ({ grants, flags }: RoleDef): RoleRights => ({ grants: grants.map(stored), flags: [...new Set(flags ?? [])] });

const stored = ({ group, scope, items, hide, readonly }: GrantDef): Grant => ({
  group,
  scope,
  items,
  hide: hide ?? [],
  readonly: readonly ?? [],
});

/**
 * What a role may do after a start (docs/decisions/085): `said` is what the suite said at the last one, `here` what stands in the
 * database, `wanted` what the suite says now. Group by group the suite's new word counts where nobody changed the old one; what was
 * changed here stays, and is told when the suite has something new to say about it. Flags likewise, one by one.
 */
export function mergeRights(said: RoleRights, here: RoleRights, wanted: RoleRights): Merged {
  const told: string[] = [];
  const grants: Grant[] = [];
  for (const group of new Set([said, here, wanted].flatMap((rights) => rights.grants.map((grant) => grant.group)))) {
    const [before, mine, theirs] = [said, here, wanted].map((rights) => rights.grants.find((grant) => grant.group === group)) as (
      | Grant
      | undefined
    )[];
    const [was, is, will] = [words(before), words(mine), words(theirs)];
    const takes = is === was;
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

/** A grant in words, the same for the same rights. */
function words(grant: Grant | undefined): string {
  if (!grant) return 'nothing';
  const list = (what: string, names: readonly string[]) => (names.length ? [what, ...[...new Set(names)].sort()] : []);
  return [grant.scope, ...new Set(grant.items), ...list('hide', grant.hide), ...list('readonly', grant.readonly)].join(' ');
}

/** Whether two say the same. */
export const sameRights = (one: RoleRights, other: RoleRights): boolean => said(one) === said(other);

const said = ({ grants, flags }: RoleRights): string =>
  JSON.stringify([grants.map((grant) => `${grant.group} ${words(grant)}`).sort(), [...flags].sort()]);
