import { type Follows, uidLiteral } from '#server/meta/sync/follow.ts';
import { fieldRule } from './grants/naming.ts';

/** Rights name tables and fields by uid: none of them follows a name. */
export const accessFollows: Follows = {
  veils: ({ table, group, field }) =>
    `exists (select from fw.role_grant where group_uid = ${uidLiteral(group)} and ${uidLiteral(fieldRule(table, field))} = any(hide_uids))`,
};
