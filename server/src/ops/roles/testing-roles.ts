import { Refusal } from '#protocol/codes.ts';
import type { Reply } from '#protocol/wire/envelope.ts';
import type { Session } from '#server/meta/session.ts';
import type { Lab } from '#server/records/testing.ts';
import { createDispatch, indexOps } from '../dispatch.ts';
import type { Op } from '../op.ts';
import { roleChangesCall } from './changes.ts';
import { roleEffectCall } from './effect.ts';
import { listRolesCall } from './list.ts';
import { loadRoleCall } from './load.ts';
import { roleMembersCall } from './members.ts';
import { saveRoleCall } from './save.ts';
import { whyCall } from './why.ts';

const CALLS = [
  listRolesCall,
  loadRoleCall,
  saveRoleCall,
  roleChangesCall,
  roleEffectCall,
  roleMembersCall,
  whyCall,
] as unknown as readonly Op[];

export interface RoleAnswer extends Omit<Reply, 'code' | 'data' | 'rows'> {
  code: NonNullable<Reply['code']> | number;
  // biome-ignore lint/suspicious/noExplicitAny: what came over the wire
  data?: any;
  // biome-ignore lint/suspicious/noExplicitAny: what came over the wire
  rows?: any[];
}

/** Sends a form to RoleApi as http would. */
export function roleApi(lab: Pick<Lab, 'house'>) {
  const ops = indexOps(CALLS);
  const dispatch = createDispatch(lab.house, ops);
  const caller = { address: '10.0.0.1', userAgent: '', host: '', device: null };
  return async (session: Session | null, op: string, form: Record<string, unknown> = {}): Promise<RoleAnswer> => {
    try {
      const call = ops.get(`/cloud/app/sys/user/api/RoleApi?op=${op}`) as Op;
      return { code: 200, ...((await dispatch(call, { form, caller, session })) as Reply) } as RoleAnswer;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { code: error.code, remark: error.remark, data: error.data };
    }
  };
}
