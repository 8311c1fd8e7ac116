import { loadDomainOp } from '#protocol/ops/sys.ts';
import { readDomain } from '#server/records/read/domain.ts';
import { op } from '../op.ts';

export const loadDomainCall = op(loadDomainOp, async (house, { request, session }) => ({
  data: await readDomain(house, session, request.id),
}));
