import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Lab, openLab } from '#server/records/testing.ts';
import { reads } from './testing-call.ts';

let lab: Lab;
let send: ReturnType<typeof reads>;
beforeAll(async () => {
  lab = await openLab();
  send = reads(lab);
});
afterAll(() => lab.close());

interface Node {
  id: number;
  parent: number | null;
  /** 2: `own` sees it; `all` sees every one */
  owner: number;
  name: string;
  /** in the bin or in another domain: nobody sees it */
  away: Away;
}
type Away = 'deleted' | 'elsewhere' | undefined;
interface Told {
  id: number;
  parent_id: number | null;
  holds?: number;
  found?: number;
}

/** Nodes below earlier ones or at the top, each somebody's; freshly put into an empty table. */
async function plant(plan: readonly { up: number; owner: number; name?: string; away?: Away }[]): Promise<Node[]> {
  await lab.base.db.query('delete from app.folder');
  const nodes: Node[] = [];
  for (const { up, owner, name = 'n', away } of plan) {
    const parent = nodes.length > 0 && up > 0 ? nodes[up % nodes.length]!.id : null;
    const lies = { company_id: 1, subcompany_id: away === 'elsewhere' ? 12 : 11, deleted_time: away === 'deleted' ? new Date(0) : null };
    const row = { ...lies, key_name: `${name}${nodes.length}`, create_entity: owner, parent_entity: parent };
    nodes.push({ id: await lab.put('folder', row), parent, owner, name: row.key_name, away });
  }
  return nodes;
}

async function ask(login: string, form: Record<string, unknown>) {
  const told = await send(await lab.as(login), 'Tree', { cloud: 'folder', fields: 'key_name', ...form });
  expect(told.code).toBe(200);
  return { ...told, rows: told.rows as unknown as Told[] };
}

/** What the reader sees, with the parents that he sees. */
const seenBy = (login: string, nodes: readonly Node[]) => {
  const mine = nodes.filter(({ owner, away }) => !away && (login === 'all' || owner === 2));
  const ids = new Set(mine.map(({ id }) => id));
  return new Map(mine.map(({ id, parent }) => [id, parent !== null && ids.has(parent) ? parent : null]));
};
const childrenIn = (seen: ReadonlyMap<number, number | null>, id: number | null) =>
  [...seen].filter(([, up]) => up === id).map(([child]) => child);
const wayTo = (seen: ReadonlyMap<number, number | null>, id: number): number[] => {
  const up = seen.get(id) ?? null;
  return up === null ? [id] : [...wayTo(seen, up), id];
};

/** What is found, newest first, then what stands above it, each as near as it stands, newest first. */
function inOrder(seen: ReadonlyMap<number, number | null>, hits: readonly number[]): number[] {
  const near = new Map<number, number>();
  for (const hit of hits)
    for (const [far, id] of wayTo(seen, hit).reverse().entries()) near.set(id, Math.min(far, near.get(id) ?? Number.POSITIVE_INFINITY));
  return [...near].sort(([id, far], [other, further]) => far - further || other - id).map(([id]) => id);
}

const NAMES = ['水电站', '水电', '电站', 'n'];
const plans = fc.array(
  fc.record({
    up: fc.nat(30),
    owner: fc.constantFrom(2, 4),
    name: fc.constantFrom(...NAMES),
    away: fc.constantFrom(...Array<Away>(8).fill(undefined), 'deleted' as const, 'elsewhere' as const),
  }),
  { minLength: 1, maxLength: 25, size: 'max' },
);

describe('PAGES-03 a tree is asked level by level', () => {
  it('a level is what the reader sees directly below a node, and says how many stand below each', async () => {
    await fc.assert(
      fc.asyncProperty(plans, fc.constantFrom('own', 'all'), async (plan, login) => {
        const seen = seenBy(login, await plant(plan));
        for (const id of [null, ...seen.keys()]) {
          const { rows, total } = await ask(login, { id: String(id ?? 0), holds: '1' });
          expect(rows.map((row) => row.id).sort()).toEqual(childrenIn(seen, id).sort());
          expect(total).toBe(rows.length);
          for (const row of rows) expect([row.id, row.parent_id, row.holds]).toEqual([row.id, id, childrenIn(seen, row.id).length]);
        }
      }),
      { numRuns: 12 },
    );
  });

  it('what is looked for comes with what the reader sees above it, and is told from that', async () => {
    await fc.assert(
      fc.asyncProperty(
        plans,
        fc.constantFrom('own', 'all'),
        fc.array(fc.nat(24), { minLength: 1, maxLength: 3 }),
        async (plan, login, sought) => {
          const seen = seenBy(login, await plant(plan));
          const ids = [...seen.keys()].filter((_, at) => sought.includes(at));
          const { rows, total } = await ask(login, {
            way: '1',
            holds: '1',
            filters: JSON.stringify({ fields: { id: { op: 'in', value: [0, ...ids] } } }),
          });
          const wanted = new Set(ids.flatMap((id) => wayTo(seen, id)));
          expect(new Map(rows.map((row) => [row.id, row.parent_id]))).toEqual(new Map([...seen].filter(([id]) => wanted.has(id))));
          expect(
            rows
              .filter(({ found }) => found === 1)
              .map(({ id }) => id)
              .sort(),
          ).toEqual(ids.sort());
          for (const row of rows) expect(row.holds).toBe(childrenIn(seen, row.id).length);
          expect(total).toBe(ids.length);
        },
      ),
      { numRuns: 12 },
    );
  });

  it('what a word finds comes in the order of the list, then level by level what stands above it', async () => {
    await fc.assert(
      fc.asyncProperty(plans, fc.constantFrom('own', 'all'), fc.constantFrom(...NAMES, '站', '没有'), async (plan, login, word) => {
        const nodes = await plant(plan);
        const seen = seenBy(login, nodes);
        // one letter is found where a name begins with it
        const finds = (name: string) => (word.length === 1 ? name.startsWith(word) : name.includes(word));
        const hits = nodes.filter(({ id, name }) => seen.has(id) && finds(name)).map(({ id }) => id);
        const { rows, total } = await ask(login, { way: '1', holds: '1', filters: JSON.stringify({ key_word: word }) });
        expect(rows.map(({ id }) => id)).toEqual(inOrder(seen, hits));
        expect(rows.flatMap(({ id, found }) => (found === 1 ? [id] : [])).sort()).toEqual(hits.sort());
        expect(total).toBe(hits.length);
        for (const row of rows) expect([row.parent_id, row.holds]).toEqual([seen.get(row.id), childrenIn(seen, row.id).length]);
      }),
      { numRuns: 25 },
    );
  });

  it('a word is found that stands in all, in few, or only beyond the first thousand', async () => {
    const [{ id }] = (await plant([{ up: 0, owner: 2 }])) as [Node];
    await lab.base.db.query(
      `insert into app.folder (company_id, id, subcompany_id, key_name, create_entity, parent_entity, review_state)
       select company_id, 900000 + n, subcompany_id, 'every' || case when n % 900 = 0 then ' rare' else '' end || case when n <= 1200 then ' late' else '' end,
         create_entity, id, review_state from app.folder, generate_series(1, 2500) n where id = ${id}`,
    );
    const found = async (key_word: string) =>
      (await ask('own', { way: '1', filters: JSON.stringify({ key_word }) })).rows.map((row) => row.id);
    const first = (from: number) => Array.from({ length: 200 }, (_, at) => 900_000 + from - at);
    expect(await found('every')).toEqual([...first(2500), id]);
    expect(await found('late')).toEqual([...first(1200), id]);
    expect(await found('rare')).toEqual([901_800, 900_900, id]);
  });

  it('where everybody may name the nodes, a way still ends at one that is deleted', async () => {
    const put = (key_name: string, parent_entity: number, deleted_time: Date | null = null) =>
      lab.put('department', { company_id: 1, code: key_name, key_name, parent_entity, deleted_time });
    const gone = await put('gone', 32, new Date(0));
    const leaf = await put('leaf', gone);
    const form = { cloud: 'department', fields: 'key_name', way: '1', holds: '1' };
    const told = await send(await lab.as('root'), 'Tree', { ...form, filters: JSON.stringify({ fields: { id: leaf } }) });
    expect(told.rows).toEqual([expect.objectContaining({ id: leaf, parent_id: null, found: 1, holds: 0 })]);
    expect(told.rows![0]).toMatchObject({ parent_entity: { id: gone } });
    await lab.base.db.query(`delete from app.department where id in (${gone}, ${leaf})`);
  });

  it('a level, and a way however long, is one statement', async () => {
    const nodes = await plant(Array.from({ length: 8 }, (_, at) => ({ up: at + 7, owner: 2 })));
    const { house, said } = lab.watched();
    const watched = reads({ ...lab, house });
    const session = await lab.as('own');
    const last = nodes.at(-1)!.id;
    for (const form of [
      { id: '0', holds: '1' },
      { id: String(nodes[0]!.id), holds: '1' },
      { way: '1', holds: '1', filters: JSON.stringify({ fields: { id: last } }) },
    ]) {
      said.length = 0;
      const told = await watched(session, 'Tree', { cloud: 'folder', fields: 'key_name', ...form });
      expect([told.code, said.filter((text) => text.includes('app."folder"')).length]).toEqual([200, 1]);
    }
  });

  it('a way of more than a hundred levels ends there', async () => {
    const [{ id }] = (await plant([{ up: 0, owner: 2 }])) as [Node];
    await lab.base.db.query(
      `insert into app.folder (company_id, id, subcompany_id, key_name, create_entity, parent_entity, review_state)
       select company_id, 900000 + n, subcompany_id, 'deep ' || n, create_entity, case when n = 1 then id else 899999 + n end, review_state
       from app.folder, generate_series(1, 130) n where id = ${id}`,
    );
    const ids = [900_130, 900_120];
    const { rows } = await ask('own', { way: '1', filters: JSON.stringify({ fields: { id: { op: 'in', value: ids } } }) });
    expect(rows.map((row) => row.id).sort()).toEqual(Array.from({ length: 111 }, (_, at) => 900_020 + at));
  });

  it('a way of many rows ends at two hundred that are found, and says that there are more', async () => {
    await plant(Array.from({ length: 202 }, (_, at) => ({ up: at === 0 ? 0 : 202, owner: 2 })));
    const { rows, total, data } = await ask('all', {
      way: '1',
      filters: JSON.stringify({ fields: { key_name: { op: 'like', value: 'n' } } }),
    });
    expect([rows.filter(({ found }) => found === 1).length, total, data]).toEqual([200, 200, { more: 1 }]);
    const few = await ask('all', { way: '1', filters: JSON.stringify({ fields: { key_name: 'n77' } }) });
    expect([few.total, few.data]).toEqual([1, undefined]);
  });

  it('A9 a circle above what is looked for ends, and one of its nodes stands at the top', async () => {
    const [a, b, c] = (await plant([
      { up: 0, owner: 2 },
      { up: 2, owner: 2 },
      { up: 1, owner: 2 },
    ])) as [Node, Node, Node];
    await lab.base.db.query(`update app.folder set parent_entity = ${b.id} where id in (${a.id}, ${c.id})`);
    await lab.base.db.query(`update app.folder set parent_entity = ${a.id} where id = ${b.id}`);
    const { rows } = await ask('all', { way: '1', filters: JSON.stringify({ fields: { id: c.id } }) });
    expect(rows.map(({ id }) => id).sort()).toEqual([a.id, b.id, c.id].sort());
    expect(rows.filter(({ parent_id }) => parent_id === null)).toHaveLength(1);
  });

  it('a level has no way, and a tree of over 5,000 nodes is refused whole but not by its levels', async () => {
    expect(await send(await lab.as('all'), 'Tree', { cloud: 'folder', id: '0', way: '1' })).toMatchObject({
      code: 317,
      data: { field: 'way' },
    });
    const [{ id }] = (await plant([{ up: 0, owner: 2 }])) as [Node];
    await lab.base.db.query(
      `insert into app.folder (company_id, id, subcompany_id, key_name, create_entity, parent_entity, review_state)
       select company_id, 900000 + n, subcompany_id, 'm' || n, create_entity, case when n <= 50 then id else 900000 + n % 50 + 1 end, review_state
       from app.folder, generate_series(1, 5001) n where id = ${id}`,
    );
    expect((await send(await lab.as('all'), 'Tree', { cloud: 'folder' })).code).toBe(341);
    expect((await ask('all', { id: '0', holds: '1' })).rows).toEqual([expect.objectContaining({ id, parent_id: null, holds: 50 })]);
    expect((await ask('all', { id: String(id), holds: '1' })).rows.reduce((sum, { holds }) => sum + holds!, 0)).toBe(5001 - 50);
  });
});
