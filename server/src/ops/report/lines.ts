import { reportChartOp, reportIndexOp } from '#protocol/ops/report.ts';
import { openAccess } from '#server/access/access.ts';
import { readReport } from '#server/records/report/read.ts';
import { op } from '../op.ts';

/** A page of its lines, or all of them. */
export const reportCalls = [
  op(reportIndexOp, async (house, { request, session }) => readReport(house, await openAccess(house, session), request)),
  op(reportChartOp, async (house, { request, session }) => readReport(house, await openAccess(house, session), request)),
];
