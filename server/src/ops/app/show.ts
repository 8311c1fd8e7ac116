import { showOp } from '#protocol/ops/app.ts';
import type { RecordPage } from '#protocol/rules/record-page.ts';
import { openAccess } from '#server/access/access.ts';
import { showRecord } from '#server/flow/read/record-page.ts';
import { peopleAgainst } from '#server/people/duties.ts';
import { leadersGone } from '#server/people/leaders.ts';
import { op } from '../op.ts';

export const showCall = op(showOp, async (house, { request, session, background }) => {
  const access = await openAccess(house, session);
  const look = { house, session, access, table: access.table(request.cloud) };
  const data = await showRecord(look, request.id, { todo: request.todo, background });
  const gone = await leadersGone(house.db, access, look.table, data);
  const against = await peopleAgainst(house.db, access, look.table, request.id);
  if (gone.length === 0 && !against) return { data };
  return {
    data: { ...data, page: { ...(data.page as RecordPage), ...(gone.length > 0 ? { gone } : {}), ...(against ? { against } : {}) } },
  };
});
