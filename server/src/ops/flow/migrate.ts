import { Refusal } from '#protocol/codes.ts';
import { migrateOp, outdatedOp } from '#protocol/ops/flow.ts';
import { migrateCases } from '#server/flow/act/administration/migrate.ts';
import { readOutdated } from '#server/flow/read/outdated.ts';
import type { Look } from '#server/flow/read/seen-case.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { op } from '../op.ts';
import { lookAt } from './look.ts';

/** Versions of a flow are an administrator's: 312 for everybody else. */
async function asAdministrator(house: House, session: Session, cloud: string): Promise<Look> {
  const look = await lookAt(house, session, cloud);
  if (!session.root) throw new Refusal(312);
  return look;
}

/** /flow?op=Outdated: running cases that go by an older flow than the newest of their table. */
export const outdatedCall = op(outdatedOp, async (house, { request, session }) => {
  const { rows, total, ...data } = await readOutdated(await asAdministrator(house, session, request.cloud), request.page);
  return { rows: rows.map((row) => ({ ...row })), total, total_kind: 'exact', data };
});

/** /flow?op=Migrate: without `confirm` it says what would become of each (100), and changes nothing. */
export const migrateCall = op(migrateOp, async (house, { request, session }) => {
  const { access, table } = await asAdministrator(house, session, request.cloud);
  const { id: ids, steps, remark, confirm } = request;
  if (ids.length === 0) throw new Refusal(314, '', { field: 'id' });
  const rows = await migrateCases(house, access, table, { ids, steps, remark, dry: !confirm });
  if (!confirm) return { code: 100, remark: '$flow_migrate_warn', rows };
  const refused = rows.filter(({ code }) => code !== 200).length;
  return refused === 0 ? { rows } : { code: refused < rows.length ? 343 : 300, rows };
});
