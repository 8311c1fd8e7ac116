import type { House } from '#server/meta/house.ts';
import type { Op, OpReply } from '#server/ops/op.ts';
import { ALL_OPS } from '#server/ops/registry.ts';

type Asked = Record<string, unknown>;

/** Leaks about what is laid over, as somebody might write them. */
export const LAID_LEAKS: Readonly<Record<string, readonly Op[]>> = {
  'an action of an event that tells of tools out of sight': leaking('Modify', {
    after: async (house, { cloud }, reply) => {
      if (cloud !== 'laid_job' || reply.code !== 102) return reply;
      return { ...reply, remark: `${reply.remark} ${await one(house, 'select sum(grade) from app.laid_tool where company_id = 1')}` };
    },
  }),
};

const one = async (house: House, text: string, values: unknown[] = []): Promise<unknown> =>
  Object.values((await house.db.query<Asked>(text, values))[0] ?? {})[0];

interface Leak {
  after(house: House, asked: Asked, reply: OpReply): Promise<OpReply>;
}

function leaking(name: string, { after }: Leak): readonly Op[] {
  return ALL_OPS.map(
    (op): Op =>
      op.def.path === '/app' && op.def.op === name
        ? {
            def: op.def,
            run: async (house, call) => {
              const asked = call.request as Asked;
              const reply = (await op.run(house, call)) as OpReply;
              return after(house, asked, reply);
            },
          }
        : op,
  );
}
