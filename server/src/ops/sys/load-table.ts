import type { TableDef } from '#protocol/meta/table.ts';
import { loadTableOp } from '#protocol/ops/sys.ts';
import { openAccess } from '#server/access/access.ts';
import { effectiveTable } from '#server/records/read/effective.ts';
import { checkTakesPart } from '#server/records/row/takes-part.ts';
import { op } from '../op.ts';

export const loadTableCall = op(loadTableOp, async (house, { request, session }) => {
  const access = await openAccess(house, session);
  const grant = access.grant(access.table(request.key_name), 'LoadTable');
  await checkTakesPart(house, access, grant);
  const table: TableDef = effectiveTable(access, grant);
  return { data: { ...table } };
});
