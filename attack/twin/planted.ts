import type { WireRow } from '#protocol/wire/envelope.ts';
import type { House } from '#server/meta/house.ts';
import type { Op, OpReply } from '#server/ops/op.ts';
import { ALL_OPS } from '#server/ops/registry.ts';
import { LAID_LEAKS } from './laid-leaks.ts';

/** Whose ops a leak is put around. */
const PATHS = new Set(['/app', '/cloud/app/sys/user/api/RoleApi']);

/** Leaks as somebody might write them, put around the product's ops for a test of the test: the engine must find each of them, by whose eyes the name says. */
export const PLANTED: Readonly<Record<'twinwide' | 'twinkeeper' | 'twineditor', Readonly<Record<string, readonly Op[]>>>> = {
  twinwide: {
    'a count that ignores the gate': around('Page', async (house, { cloud }, reply) => {
      const [row] = await house.db.query<{ total: number }>(`select count(*) as total from app."${nameOf(house, cloud)}"`);
      return { ...reply, total: row!.total };
    }),
    'a sort on a hidden field': around(
      'Page',
      async (house, { cloud, filters }, reply) => {
        const field = (filters as { hidden?: string } | undefined)?.hidden;
        if (!field || !reply.rows) return reply;
        const ids = reply.rows.map((row) => row.id);
        const order = await house.db.query<{ id: number }>(
          `select id from app."${nameOf(house, cloud)}" where id = any($1::bigint[]) order by "${field}" nulls last, id`,
          [ids],
        );
        return { ...reply, rows: order.map(({ id }) => reply.rows!.find((row) => row.id === id)!) };
      },
      withoutHiddenSort,
    ),
    'a picker that ignores the gate': around('List', async (house, { cloud, op_code }, reply) => {
      if (op_code === undefined) return reply;
      const rows = await house.db.query<WireRow>(`select id, key_name from app."${nameOf(house, cloud)}" order by id limit 1000`);
      return { ...reply, rows, total: rows.length };
    }),
  },
  twinkeeper: {
    'a count of what would change that takes in rows out of sight': around('Effect', async (house, { rows }, reply) => {
      const [{ code }] = rows as [{ code: string }];
      const [row] = await house.db.query<{ total: number }>(`select count(*) as total from app."${nameOf(house, code)}"`);
      return { ...reply, data: { ...reply.data, total: row!.total } };
    }),
  },
  twineditor: LAID_LEAKS,
};

type Asked = Record<string, unknown>;

function around(
  name: string,
  spoil: (house: House, asked: Asked, reply: OpReply) => Promise<OpReply>,
  before = (_: House, asked: Asked) => asked,
) {
  return ALL_OPS.map(
    (op): Op =>
      PATHS.has(op.def.path) && op.def.op === name
        ? {
            def: op.def,
            run: async (house, call) => {
              const asked = before(house, call.request as Asked);
              const { filters, ...rest } = asked;
              const { hidden: _hidden, ...open } = (filters ?? {}) as { hidden?: string };
              const request = filters === undefined ? rest : { ...rest, filters: open };
              return spoil(house, asked, (await op.run(house, { ...call, request } as typeof call)) as OpReply);
            },
          }
        : op,
  );
}

/** The base table of a cloud that the op has let pass. */
const nameOf = (house: House, cloud: unknown): string => house.catalogueOf(null).table(String(cloud))!.name;

/** Takes the order by one stored column out of the request and remembers it. */
function withoutHiddenSort(house: House, asked: Asked): Asked {
  const filters = asked.filters as { sort?: [string, string][] } | undefined;
  const table = house.catalogueOf(null).table(String(asked.cloud));
  const [first] = filters?.sort?.[0] ?? [];
  const field = first === undefined ? undefined : table?.fields.get(first);
  if (!field || field.standard || !['text', 'numeric'].includes(field.storage)) return asked;
  const { sort: _sort, ...rest } = filters!;
  return { ...asked, filters: { ...rest, hidden: first } };
}
