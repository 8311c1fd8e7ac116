import type { roleChangesOp } from '#protocol/ops/cloud.ts';
import type { RequestOf } from '#protocol/ops/op.ts';
import { wallAt } from '#protocol/wire/clock.ts';
import type { Reply } from '#protocol/wire/envelope.ts';
import { codeList } from '#protocol/wire/lists.ts';
import type { Access } from '#server/access/access.ts';
import { itemScopes } from '#server/access/grants/item-scope.ts';
import type { Grant, RoleRights } from '#server/access/grants/merge-grants.ts';
import type { Tx } from '#server/db/db.ts';
import { namedBy, namesOf } from '#server/records/row/names.ts';
import { codesOf, fieldsOfGroup, type Group, groupsOf } from './groups.ts';
import { readRole } from './role.ts';

interface Change {
  number: number;
  at: string;
  user_entity: number;
  before: RoleRights;
  after: RoleRights;
}

/** Who changed what the role may do, the newest first, each group as it was and as it became; groups that no definition has any more are left out. */
export async function roleChanges(tx: Tx, access: Access, { id, page, rows: most }: RequestOf<typeof roleChangesOp>): Promise<Reply> {
  const { session, catalogue } = access;
  await readRole(tx, access, id);
  const { found, total } = await changesOn(tx, [session.company.id, id], { limit: most, offset: (page - 1) * most });
  const names = await namesOf(
    tx,
    access,
    'user',
    found.map(({ user_entity }) => user_entity),
  );
  const groups = groupsOf(catalogue);
  const rows = found.map(({ number, at, user_entity, before, after }) => ({
    number,
    time: wallAt(Date.parse(at), session.company.time_zone),
    user: namedBy(names, user_entity),
    groups: groups
      .map((group) => [group, ...[before, after].map(({ grants }) => grants.find((grant) => grant.group_uid === group.uid))] as const)
      .filter(([, was, is]) => was || is)
      .map(([group, was, is]) => ({ code: group.code, before: inShort(group, was), after: inShort(group, is) })),
    flags_given: codeList(after.flags),
    flags_taken: codeList(before.flags),
  }));
  return { rows, total };
}

/** One page of them, and how many there are. */
async function changesOn(tx: Tx, role: readonly [company: number, id: number], { limit, offset }: Record<'limit' | 'offset', number>) {
  const rows = await tx.query<{ total: number } & (Change | { number: null })>(
    `select n.total, c.* from (select count(*)::int as total from fw.role_change where company_id = $1 and role_id = $2) n
     left join lateral (select number, at, user_entity, before, after from fw.role_change where company_id = $1 and role_id = $2
       order by number desc limit $3 offset $4) c on true order by c.number desc`,
    [...role, limit, offset],
  );
  return { total: rows[0]!.total, found: rows.filter((row) => row.number !== null) };
}

/** A grant as Save takes it. */
function inShort(group: Group, grant: Grant | undefined): Record<string, unknown> | null {
  if (!grant) return null;
  const fields = fieldsOfGroup(group);
  const [hide, readonly] = [codesOf(fields, grant.hide_uids), codesOf(fields, grant.readonly_uids)];
  const own = itemScopes(grant);
  const ranged = (scope: number) => codeList(Object.keys(own).filter((item) => own[item] === scope));
  const ranges = { range: grant.scope, range_own: ranged(0), range_department: ranged(1) };
  return { ...ranges, items: codeList(grant.items), hide: codeList(hide), readonly: codeList(readonly) };
}
