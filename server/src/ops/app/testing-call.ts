import { Refusal } from '#protocol/codes.ts';
import type { Reply } from '#protocol/wire/envelope.ts';
import type { Session } from '#server/meta/session.ts';
import type { Lab } from '#server/records/testing.ts';
import { createDispatch, indexOps } from '../dispatch.ts';
import type { Op } from '../op.ts';
import { loadTableCall } from '../sys/load-table.ts';
import { getCall } from './get.ts';
import { groupCall } from './group.ts';
import { listCall } from './list.ts';
import { pageCall } from './page.ts';
import { treeCall } from './tree.ts';

const READS = [pageCall, listCall, groupCall, treeCall, getCall, loadTableCall] as unknown as readonly Op[];

/** What a read answers, without its duration; a refusal by its code. Anything else that is thrown is a fault. */
export type Told = Reply & { code: number };

/** Sends a form as http would: checked by the op's declaration, then run; `more` are ops beside the reads. */
export function reads(lab: Lab, more: readonly Op[] = []) {
  const ops = indexOps([...READS, ...more]);
  const dispatch = createDispatch(lab.house, ops);
  const caller = { address: '', userAgent: '', host: '', device: null };
  return async (session: Session | null, op: string, form: Record<string, unknown>): Promise<Told> => {
    try {
      const found = ['/app', '/sys', '/report'].map((path) => ops.get(`${path}?op=${op}`)).find(Boolean);
      const reply = (await dispatch(found as Op, { form, caller, session })) as Reply;
      return { ...reply, code: reply.code ?? 200 };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const told = Object.keys(error.data).length ? { data: error.data } : {};
      return { code: error.code, remark: error.remark, ...told };
    }
  };
}
