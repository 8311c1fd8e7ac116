import { reportChartOp, reportIndexOp } from '#protocol/ops/report.ts';
import { openAccess } from '#server/access/access.ts';
import { readBoard } from '#server/records/board/read.ts';
import { readReport } from '#server/records/report/read.ts';
import { op } from '../op.ts';

/** A page of its lines, or all of them; of a board all its parts. */
export const reportCalls = [
  op(reportIndexOp, async (house, { request, session }) => {
    const access = await openAccess(house, session);
    return (access.catalogue.board(request.cloud) ? readBoard : readReport)(house, access, request);
  }),
  op(reportChartOp, async (house, { request, session }) => readReport(house, await openAccess(house, session), request)),
];
