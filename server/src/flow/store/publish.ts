import { isDeepStrictEqual } from 'node:util';
import { defineCache, MIB } from '#server/cache/cache.ts';
import type { Db, Tx } from '#server/db/db.ts';
import type { Catalogue, ResolvedTable } from '#server/meta/catalogue.ts';
import { type FlowDef, flowDefOf } from '../definition/definition.ts';
import { identitiesOf, namesUsed } from '../definition/pinned.ts';

export interface Published {
  id: number;
  def: FlowDef;
}

const known = new WeakMap<Db, WeakMap<ResolvedTable['def'], Promise<Published>>>();

/** The published flow of a table as this process defines it; looked up once, because what is published never changes. */
export function publishedFlow(db: Db, catalogue: Catalogue, table: ResolvedTable): Promise<Published> {
  const flows = known.get(db) ?? new WeakMap<ResolvedTable['def'], Promise<Published>>();
  known.set(db, flows);
  const found = flows.get(table.def) ?? publish(db, catalogue, table);
  flows.set(table.def, found);
  found.catch(() => flows.delete(table.def));
  return found;
}

const flows = defineCache<FlowDef>({
  name: 'flows',
  holds: 'published flows that cases went by before',
  key: 'id of the published flow',
  ends: 'never: what is published never changes',
  bytes: 4 * MIB,
});

/** A published flow by its id. Whoever asks within a transaction has it from the same cache: `front` is that of the database. */
export async function publishedDef(db: Db, id: number): Promise<FlowDef> {
  const cache = flows.of(db.front);
  const known = cache.get(String(id));
  if (known) return known;
  const [row] = await db.query<{ def: FlowDef }>('select def from fw.flow_def where id = $1', [id]);
  const { def } = row!;
  cache.set(String(id), def, 2 * JSON.stringify(def).length);
  return def;
}

/** Which version of its table's flow it is, counted from 1. */
export async function publishedVersion(db: Tx, id: number): Promise<number> {
  const [row] = await db.query<{ version: number }>('select version from fw.flow_def where id = $1', [id]);
  return row!.version;
}

/**
 * The newest published flow of a table, published now when the definition has changed since. Outside the decision's transaction:
 * a published row is nobody's secret, and two first submits must not wait for each other.
 */
async function publish(db: Db, catalogue: Catalogue, table: ResolvedTable): Promise<Published> {
  const said = flowDefOf(table.def);
  const def = JSON.parse(JSON.stringify({ ...said, names: namesUsed(said, identitiesOf(catalogue)) })) as FlowDef;
  for (;;) {
    const [newest] = await db.query<Published & { version: number }>(
      'select id, version, def from fw.flow_def where company_id = 0 and table_uid = $1 order by version desc limit 1',
      [table.def.uid],
    );
    if (newest && isDeepStrictEqual(newest.def, def)) return { id: newest.id, def };
    await db.query(
      `insert into fw.flow_def (company_id, table_uid, table_name, version, def) values (0, $1, $2, $3, $4)
       on conflict (company_id, table_uid, version) do nothing`,
      [table.def.uid, table.name, Math.max((newest?.version ?? 0) + 1, table.def.version ?? 1), JSON.stringify(def)],
    );
  }
}
