import { loadReportOp } from '#protocol/ops/sys.ts';
import { openAccess } from '#server/access/access.ts';
import { loadReport } from '#server/records/report/load.ts';
import { op } from '../op.ts';

export const loadReportCall = op(loadReportOp, async (house, { request, session }) => ({
  data: loadReport(await openAccess(house, session), request.cloud),
}));
