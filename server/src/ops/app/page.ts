import { pageOp } from '#protocol/ops/app.ts';
import { laidOut, layoutOf } from '#protocol/rules/layout.ts';
import { listAsk } from '#protocol/rules/list.ts';
import { openAccess } from '#server/access/access.ts';
import { readDefinition } from '#server/records/read/effective.ts';
import { readPage } from '#server/records/read/page.ts';
import { op } from '../op.ts';
import { ofRecord } from './of-record.ts';

/** Rows; with `definition` also what LoadTable answers, for who does not know it yet: refused where either would be. */
export const pageCall = op(pageOp, async (house, { request, session }) => {
  const own = await ofRecord(house, session, request);
  if (own) return own;
  const access = await openAccess(house, session);
  const grant = access.grant(access.table(request.cloud), 'Page');
  if (request.definition !== 1) return readPage(house, access, grant, request);
  const definition = await readDefinition(house, access, grant.table);
  const reply = await readPage(
    house,
    access,
    grant,
    request.fields ? request : { ...request, ...listAsk(laidOut(definition, layoutOf(definition.layouts))) },
  );
  return { ...reply, data: { ...reply.data, definition } };
});
