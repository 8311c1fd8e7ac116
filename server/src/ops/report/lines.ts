import { Readable } from 'node:stream';
import { Refusal } from '#protocol/codes.ts';
import { opKey } from '#protocol/ops/op.ts';
import { reportArrangeOp, reportChartOp, reportExportOp, reportIndexOp } from '#protocol/ops/report.ts';
import { openAccess } from '#server/access/access.ts';
import { keepLayer } from '#server/records/board/arranged/layer.ts';
import { readBoard } from '#server/records/board/read.ts';
import { exportReport } from '#server/records/report/export/export.ts';
import { openReport } from '#server/records/report/open.ts';
import { readReport } from '#server/records/report/read.ts';
import { record } from '#server/signin/security-log.ts';
import { op } from '../op.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A page of its lines, or all of them; of a board all its parts, and how one has them. All lines to be taken away, which is written down. */
export const reportCalls = [
  op(reportIndexOp, async (house, { request, session }) => {
    const access = await openAccess(house, session);
    if (access.catalogue.board(request.cloud)) return readBoard(house, access, request);
    const { years = {}, hidden = [], id } = request;
    const ofBoards = Object.keys(years).length > 0 ? 'years' : hidden.length > 0 ? 'hidden' : id !== undefined ? 'id' : undefined;
    if (ofBoards === undefined) return readReport(house, access, request);
    openReport(access, request.cloud);
    throw new Refusal(317, '', { field: ofBoards });
  }),
  op(reportChartOp, async (house, { request, session }) => readReport(house, await openAccess(house, session), request)),
  op(reportArrangeOp, async (house, { request, session }) => ({
    data: { version: await keepLayer(house, await openAccess(house, session), request) },
  })),
  op(reportExportOp, async (house, { request, session, caller }) => {
    const { bytes, file_name, lines, filters } = await exportReport(house, await openAccess(house, session), request);
    await record(house, {
      ...{ op: opKey(reportExportOp), reason: 'ok', company: session.company.id, actor: session.user.id, address: caller.address },
      ...{ target: `${request.cloud}, ${lines}`, said: filters },
    });
    return { stream: Readable.from([bytes]), file_name, mime: XLSX, length: bytes.length, disposition: 'attachment' };
  }),
];
