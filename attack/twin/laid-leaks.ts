import { Refusal } from '#protocol/codes.ts';
import type { House } from '#server/meta/house.ts';
import type { Op, OpReply } from '#server/ops/op.ts';
import { ALL_OPS } from '#server/ops/registry.ts';
import { SUBS } from '../laid.ts';

type Asked = Record<string, unknown>;
type Row = { op?: string; id?: unknown };

/** Leaks about what is laid over, as somebody might write them. */
export const LAID_LEAKS: Readonly<Record<string, readonly Op[]>> = {
  'an action of an event that tells of tools out of sight': leaking('Modify', {
    after: async (house, { cloud }, reply) => {
      if (cloud !== 'laid_job' || reply.code !== 102) return reply;
      return { ...reply, remark: `${reply.remark} ${await one(house, 'select sum(grade) from app.laid_tool where company_id = 1')}` };
    },
  }),
  'a tool that is not his told from one that never was, as it is bound': leaking('Modify', {
    before: async (house, asked) => {
      const ids = idsIn(asked, SUBS.tools);
      const fits = 'select count(*) from app.laid_tool where id = any($1::bigint[]) and grade < 3 and store = 0';
      if (ids.length > 0 && Number(await one(house, fits, [ids])) > 0) throw new Refusal(305);
    },
  }),
  'a step of another job told from none': leaking('Modify', {
    before: async (house, asked) => {
      const ids = [...idsIn(asked, SUBS.planned), ...idsIn(asked, SUBS.done)];
      if (ids.length > 0 && Number(await one(house, 'select count(*) from app.laid_step where id = any($1::bigint[])', [ids])) > 0)
        throw new Refusal(305);
    },
  }),
  'how many tools of others a job has': leaking('Show', {
    after: async (house, { cloud, id }, reply) => {
      if (cloud !== 'laid_job') return reply;
      const tools = await one(house, 'select count(*) from app.laid_tool where job_entity = $1::bigint', [id]);
      return { ...reply, data: { ...(reply.data as object), tools } };
    },
  }),
};

/** Ids that rows of a sub-table name in a form. */
function idsIn({ _subtables: sent }: Asked, key: string): number[] {
  const rows = ((typeof sent === 'string' ? JSON.parse(sent) : sent) as Record<string, Row[]> | undefined)?.[key] ?? [];
  return rows.flatMap(({ id }) => (id === undefined ? [] : [Number(id)]));
}

const one = async (house: House, text: string, values: unknown[] = []): Promise<unknown> =>
  Object.values((await house.db.query<Asked>(text, values))[0] ?? {})[0];

interface Leak {
  before?(house: House, asked: Asked): Promise<void>;
  after?(house: House, asked: Asked, reply: OpReply): Promise<OpReply>;
}

function leaking(name: string, { before, after }: Leak): readonly Op[] {
  return ALL_OPS.map(
    (op): Op =>
      op.def.path === '/app' && op.def.op === name
        ? {
            def: op.def,
            run: async (house, call) => {
              const asked = call.request as Asked;
              await before?.(house, asked);
              const reply = (await op.run(house, call)) as OpReply;
              return after ? after(house, asked, reply) : reply;
            },
          }
        : op,
  );
}
