import { loadReportOp } from '#protocol/ops/sys.ts';
import { openAccess } from '#server/access/access.ts';
import { loadBoard } from '#server/records/board/load.ts';
import { loadReport } from '#server/records/report/load.ts';
import { op } from '../op.ts';

export const loadReportCall = op(loadReportOp, async (house, { request, session }) => {
  const access = await openAccess(house, session);
  const isBoard = access.catalogue.board(request.cloud) !== undefined;
  return { data: isBoard ? await loadBoard(house, access, request.cloud) : loadReport(access, request.cloud) };
});
