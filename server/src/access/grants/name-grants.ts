import type { Tx } from '#server/db/db.ts';
import type { Catalogue } from '#server/meta/catalogue.ts';
import { readLedger } from '#server/meta/sync/read.ts';
import type { Grant } from './merge-grants.ts';
import { fieldRule, standardUid, tablesIn } from './naming.ts';

/** As rights were kept before they named tables and fields by uid. */
interface Named {
  group: string;
  scope: number;
  items: string[];
  hide: string[];
  readonly: string[];
}

/** What stood under a name when rights were written in names: by the ledger, of views by the definitions. */
interface Then {
  table(name: string): string | undefined;
  /** the fields that a rule of a group names: `mobile` in each of its tables, `user.mobile` in one */
  fields(group: string, rule: string): string[];
}

/** Before what was named and stood nowhere: kept, and given to no later thing of that name. */
const STRANGER = '!';

/**
 * Takes down the uids behind the names of rights that were kept before that was done: what stands, what suites said, and who changed what. Call
 * it before the tables follow the definitions: until then the database's ledger says who was called what.
 */
export async function nameGrants(tx: Tx, catalogue: Catalogue): Promise<void> {
  const [open] = await tx.query<{ is: boolean }>(
    `select exists (select from fw.role_grant where starts_with(group_uid, '?')) or exists (select from fw.role_said where ${SAID_IN_NAMES})
       or exists (select from fw.role_change where ${CHANGED_IN_NAMES}) as is`,
  );
  if (!open!.is) return;
  const then = await thenIn(tx, catalogue);
  await nameStanding(tx, then);
  await nameSaid(tx, then);
  await nameChanged(tx, then);
  await tx.query('update fw.rights_version set version = version + 1');
}

const SAID_IN_NAMES = `jsonb_path_exists(grants, '$[*].group')`;
const CHANGED_IN_NAMES = `jsonb_path_exists(before, '$.grants[*].group') or jsonb_path_exists(after, '$.grants[*].group')`;

async function nameStanding(tx: Tx, then: Then): Promise<void> {
  const rows = await tx.query<Named & { company_id: number; role_id: number }>(
    `select company_id, role_id, group_name as "group", scope, items, hide, readonly from fw.role_grant where starts_with(group_uid, '?')`,
  );
  const named = rows.map(({ company_id, role_id, ...grant }) => ({ company_id, role_id, group_name: grant.group, ...inUids(grant, then) }));
  await tx.query(
    `update fw.role_grant g set group_uid = n.group_uid, hide_uids = n.hide_uids, readonly_uids = n.readonly_uids
     from jsonb_to_recordset($1::jsonb) as n (company_id bigint, role_id bigint, group_name text, group_uid text, hide_uids text[], readonly_uids text[])
     where g.company_id = n.company_id and g.role_id = n.role_id and g.group_uid = '?' || n.group_name`,
    [JSON.stringify(named)],
  );
}

async function nameSaid(tx: Tx, then: Then): Promise<void> {
  const rows = await tx.query<{ company_id: number; role_id: number; grants: Named[] }>(
    `select company_id, role_id, grants from fw.role_said where ${SAID_IN_NAMES}`,
  );
  const named = rows.map(({ grants, ...key }) => ({ ...key, grants: grants.map((grant) => inUids(grant, then)) }));
  await tx.query(
    `update fw.role_said s set grants = n.grants from jsonb_to_recordset($1::jsonb) as n (company_id bigint, role_id bigint, grants jsonb)
     where s.company_id = n.company_id and s.role_id = n.role_id`,
    [JSON.stringify(named)],
  );
}

async function nameChanged(tx: Tx, then: Then): Promise<void> {
  interface Side {
    grants: Named[];
  }
  const rows = await tx.query<{ company_id: number; role_id: number; number: number; before: Side; after: Side }>(
    `select company_id, role_id, number, before, after from fw.role_change where ${CHANGED_IN_NAMES}`,
  );
  const side = (of: Side) => ({ ...of, grants: of.grants.map((grant) => inUids(grant, then)) });
  const named = rows.map(({ before, after, ...key }) => ({ ...key, before: side(before), after: side(after) }));
  await tx.query(
    `update fw.role_change c set before = n.before, after = n.after
     from jsonb_to_recordset($1::jsonb) as n (company_id bigint, role_id bigint, number int, before jsonb, after jsonb)
     where c.company_id = n.company_id and c.role_id = n.role_id and c.number = n.number`,
    [JSON.stringify(named)],
  );
}

function inUids({ group, scope, items, hide, readonly }: Named, then: Then): Grant {
  const uid = then.table(group);
  const rules = (names: readonly string[]) => [
    ...new Set(
      names.flatMap((name) => {
        const found = uid === undefined ? [] : then.fields(uid, name);
        return found.length > 0 ? found : [`${STRANGER}${name}`];
      }),
    ),
  ];
  return { group_uid: uid ?? `${STRANGER}${group}`, scope, items, hide_uids: rules(hide), readonly_uids: rules(readonly) };
}

async function thenIn(tx: Tx, catalogue: Catalogue): Promise<Then> {
  const ledger = await readLedger(tx);
  const views = catalogue.tables().filter(({ def }) => def.storage === 'view');
  const tables = ledger.filter((row) => row.kind === 'table');
  const called = (uid: string) => tables.find((row) => row.uid === uid)?.name ?? catalogue.tableOf(uid)?.name;
  const fieldOf = (table: string, name: string) => {
    const known = ledger.find((row) => row.kind === 'field' && row.table_uid === table && row.name === name)?.uid;
    return standardUid(name) ?? known ?? views.find(({ def }) => def.uid === table)?.fields.get(name)?.def.uid;
  };
  // of a suite that goes with this start nothing says any more which tables were one group: a rule of one closes what it may have meant
  const goes = tables.map(({ uid }) => uid).filter((uid) => !catalogue.tableOf(uid));
  return {
    table: (name) => tables.find((row) => row.name === name)?.uid ?? views.find((table) => table.name === name)?.def.uid,
    fields: (group, rule) =>
      [...tablesIn(catalogue, group).map(({ def }) => def.uid), ...goes].flatMap((table) => {
        const before = `${called(table)}.`;
        const field = fieldOf(table, rule.startsWith(before) ? rule.slice(before.length) : rule);
        return field === undefined ? [] : [fieldRule(table, field)];
      }),
  };
}
