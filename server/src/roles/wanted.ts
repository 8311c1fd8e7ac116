import { Refusal } from '#protocol/codes.ts';
import type { saveRoleOp } from '#protocol/ops/cloud.ts';
import type { RequestOf } from '#protocol/ops/op.ts';
import type { Grant, RoleRights } from '#server/access/merge-grants.ts';
import type { Catalogue } from '#server/meta/catalogue.ts';
import { fieldsOfGroup, type Group, gathered, groupsOf, spread } from './groups.ts';
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
      here.grants.find((grant) => grant.group === row.code),
    );
  });
  const kept = here.grants.filter(({ group }) => !named.has(group));
  return { grants: [...kept, ...changed.filter((grant) => grant.items.length > 0)], flags: flagsFrom(catalogue, here, flags) };
}

function grantFrom(group: Group, row: Wanted['rows'][number], before: Grant | undefined): Grant {
  const fields = fieldsOfGroup(group);
  const known = new Set(fields.flatMap(({ code, field }) => [code, field.name]));
  const foreign = [
    ...row.items.filter((item) => !group.items.includes(item)),
    ...[...row.hide, ...row.readonly].filter((one) => !known.has(one)),
  ];
  if (foreign.length > 0) throw new Refusal(317, '', { field: 'rows' });
  const rule = (names: readonly string[], old: readonly string[] = []) => [
    ...gathered(fields, spread(fields, names)),
    ...old.filter((one) => !known.has(one)),
  ];
  const hide = rule(row.hide, before?.hide);
  return {
    group: group.code,
    scope: row.range,
    items: [...row.items, ...(before?.items ?? []).filter((item) => !group.items.includes(item))],
    hide,
    readonly: rule(row.readonly, before?.readonly).filter((one) => !hide.includes(one)),
  };
}

function flagsFrom(catalogue: Catalogue, here: RoleRights, flags: readonly string[] | undefined): readonly string[] {
  if (!flags) return here.flags;
  const known = knownFlags(catalogue);
  if (flags.some((flag) => !known.includes(flag))) throw new Refusal(317, '', { field: 'flags' });
  return [...flags, ...here.flags.filter((flag) => !known.includes(flag))];
}

/** What becomes different, null where nothing does. */
export function differenceOf(here: RoleRights, next: RoleRights): Difference | null {
  const said = (grant: Grant | undefined) =>
    grant && JSON.stringify([grant.scope, ...[grant.items, grant.hide, grant.readonly].map((names) => [...new Set(names)].sort())]);
  const of = (rights: RoleRights, group: string) => rights.grants.find((grant) => grant.group === group);
  const differs = (group: string) => said(of(here, group)) !== said(of(next, group));
  const groups = [...new Set([...here.grants, ...next.grants].map(({ group }) => group))].filter(differs);
  const only = (rights: RoleRights, other: RoleRights): RoleRights => ({
    grants: rights.grants.filter(({ group }) => groups.includes(group)),
    flags: rights.flags.filter((flag) => !other.flags.includes(flag)),
  });
  const [before, after] = [only(here, next), only(next, here)];
  return groups.length || before.flags.length || after.flags.length ? { before, after } : null;
}
