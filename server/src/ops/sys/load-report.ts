import { loadReportOp } from '#protocol/ops/sys.ts';
import { openAccess } from '#server/access/access.ts';
import { firstOfBoard, loadBoard } from '#server/records/board/load.ts';
import { firstOfReport, loadReport } from '#server/records/report/load.ts';
import { op } from '../op.ts';

export const loadReportCall = op(loadReportOp, async (house, { request, session }) => {
  const access = await openAccess(house, session);
  const { cloud, since } = request;
  const isBoard = access.catalogue.board(cloud) !== undefined;
  const data = isBoard ? await loadBoard(house, access, cloud) : loadReport(access, cloud);
  const first = since && (await (isBoard ? firstOfBoard : firstOfReport)(house, access, cloud));
  return { data: { ...data, ...(first ? { since: first } : {}) } };
});
