import { Refusal } from '#protocol/codes.ts';
import type { saveRoleOp } from '#protocol/ops/cloud.ts';
import type { RequestOf } from '#protocol/ops/op.ts';
import { type ItemScopes, itemScopes } from '#server/access/grants/item-scope.ts';
import type { Grant, RoleRights } from '#server/access/grants/merge-grants.ts';
import type { Catalogue } from '#server/meta/catalogue.ts';
import { fieldsOfGroup, type Group, groupsOf, isRanged, rulesOf } from './groups.ts';
import { knownFlags } from './load.ts';

/** What somebody wants a role to have: the groups that become different, and all its flags where they do. */
export type Wanted = Pick<RequestOf<typeof saveRoleOp>, 'rows' | 'flags'>;

/** Of groups and flags those that change, before and after. */
export interface Difference {
  before: RoleRights;
  after: RoleRights;
}

/** Its rights as they are to be: what these definitions do not know (a suite that is away) stays as it stands. 317 for what is no right. */
export function applied(catalogue: Catalogue, here: RoleRights, { rows, flags }: Wanted): RoleRights {
  const groups = groupsOf(catalogue);
  const named = new Map(rows.map((row) => [row.code, row]));
  if (named.size < rows.length) throw new Refusal(317, '', { field: 'rows' });
  const changed = rows.map((row) => {
    const group = groups.find(({ code }) => code === row.code);
    if (!group) throw new Refusal(317, '', { field: 'rows' });
    return grantFrom(
      group,
      row,
      here.grants.find((grant) => grant.group_uid === group.uid),
    );
  });
  const asked = new Set(groups.filter(({ code }) => named.has(code)).map(({ uid }) => uid));
  const kept = here.grants.filter(({ group_uid }) => !asked.has(group_uid));
  return { grants: [...kept, ...changed.filter((grant) => grant.items.length > 0)], flags: flagsFrom(catalogue, here, flags) };
}

function grantFrom(group: Group, row: Wanted['rows'][number], before: Grant | undefined): Grant {
  const fields = fieldsOfGroup(group);
  const known = new Set(fields.flatMap(({ code, field }) => [code, field.name]));
  const foreign = [
    ...row.items.filter((item) => !group.items.includes(item)),
    ...[...row.hide, ...row.readonly].filter((one) => !known.has(one)),
    ...unrangedIn(group, row),
  ];
  if (foreign.length > 0) throw new Refusal(317, '', { field: 'rows' });
  const here = new Set(fields.map(({ rule }) => rule));
  const rules = (names: readonly string[], old: readonly string[] = []) => [
    ...rulesOf(fields, names),
    ...old.filter((one) => !here.has(one)),
  ];
  const hide_uids = rules(row.hide, before?.hide_uids);
  const readonly_uids = rules(row.readonly, before?.readonly_uids).filter((one) => !hide_uids.includes(one));
  const kept = Object.fromEntries(Object.entries(before?.item_scopes ?? {}).filter(([item]) => !group.items.includes(item)));
  const given = [...row.items, ...(before?.items ?? []).filter((item) => !group.items.includes(item))];
  // what everybody has is written only where the role has something to say of it
  const own = given.filter((item) => !group.everybodys.includes(item));
  const isSaid = own.length + hide_uids.length + readonly_uids.length > 0;
  return {
    group_uid: group.uid,
    scope: row.range,
    items: isSaid ? [...new Set([...group.everybodys, ...given])] : own,
    item_scopes: { ...kept, ...scopesIn(row) },
    ...{ hide_uids, readonly_uids },
  };
}

/** What a row of Save says of items on fewer rows. */
const scopesIn = ({ range_own, range_department }: Wanted['rows'][number]): ItemScopes => ({
  ...Object.fromEntries(range_own.map((item) => [item, 0])),
  ...Object.fromEntries(range_department.map((item) => [item, 1])),
});

/** Items that are said to be on fewer rows and are none such: not given, of no range type, twice, or no narrower than the group. */
const unrangedIn = (group: Group, { items, range, range_own, range_department }: Wanted['rows'][number]): string[] => [
  ...[...range_own, ...range_department].filter((item) => !items.includes(item) || !isRanged(group, item)),
  ...range_own.filter((item) => range === 0 || range_department.includes(item)),
  ...(range < 2 ? range_department : []),
];

function flagsFrom(catalogue: Catalogue, here: RoleRights, flags: readonly string[] | undefined): readonly string[] {
  if (!flags) return here.flags;
  const known = knownFlags(catalogue);
  if (flags.some((flag) => !known.includes(flag))) throw new Refusal(317, '', { field: 'flags' });
  return [...flags, ...here.flags.filter((flag) => !known.includes(flag))];
}

/** What becomes different, null where nothing does. */
export function differenceOf(here: RoleRights, next: RoleRights): Difference | null {
  const said = (grant: Grant | undefined) =>
    grant &&
    JSON.stringify([
      grant.scope,
      itemScopes(grant),
      ...[grant.items, grant.hide_uids, grant.readonly_uids].map((names) => [...new Set(names)].sort()),
    ]);
  const of = (rights: RoleRights, group: string) => rights.grants.find((grant) => grant.group_uid === group);
  const differs = (group: string) => said(of(here, group)) !== said(of(next, group));
  const groups = [...new Set([...here.grants, ...next.grants].map(({ group_uid }) => group_uid))].filter(differs);
  const only = (rights: RoleRights, other: RoleRights): RoleRights => ({
    grants: rights.grants.filter(({ group_uid }) => groups.includes(group_uid)),
    flags: rights.flags.filter((flag) => !other.flags.includes(flag)),
  });
  const [before, after] = [only(here, next), only(next, here)];
  return groups.length || before.flags.length || after.flags.length ? { before, after } : null;
}
