import { Refusal } from '#protocol/codes.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { byIds, lockRows, type Stored } from '#server/records/row/stored.ts';
import type { Work } from '#server/records/row/work.ts';
import { lockAbove } from '#server/records/save/parents.ts';
import type { Ground } from '../ground.ts';
import { idNamed, type Locked, type Occasion, plainValues, saidOf } from './places.ts';
import { explained } from './write-back-refusal.ts';

/**
 * Locks all records that are changed: by the names of their tables, then by their ids, and the records above them after. So whoever draws on
 * several of them has them in the same order as everybody else.
 */
export async function lockTargets(work: Work, ground: Ground, occasions: readonly Occasion[]): Promise<Map<string, Locked>> {
  const changed = occasions.filter(({ def }) => def.op === 'Modify');
  const wanted = new Map<string, Set<number>>();
  for (const one of changed) {
    const ids = wanted.get(one.def.table) ?? new Set<number>();
    wanted.set(one.def.table, ids.add(await named(ground, one)));
  }
  const found: { table: ResolvedTable; stored: Stored[] }[] = [];
  for (const [cloud, ids] of [...wanted].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const table = work.access.catalogue.table(cloud);
    if (!table) throw new Refusal(306);
    found.push({ table, stored: await lockRows(work, table, byIds([...ids]), null, ids.size) });
  }
  await lockAbove(work, found);
  const locked = new Map<string, Locked>();
  for (const one of changed) {
    const id = idNamed(one)!;
    const key = `${one.def.table} ${id}`;
    const of = found.find(({ table }) => table.name === one.def.table)!;
    const stored = of.stored.find((row) => row.id === id);
    if (!stored) await refused(ground, one, new Refusal(315));
    else if (!locked.get(key)?.occasions.push(one)) locked.set(key, { table: of.table, id, stored, occasions: [one] });
  }
  return locked;
}

async function named(ground: Ground, one: Occasion): Promise<number> {
  return idNamed(one) ?? refused(ground, one, new Refusal(314, '', { field: one.def.id_field }));
}

/** Says of a record that is not there, or not named, who can mend it. */
function refused(ground: Ground, one: Occasion, cause: Refusal): Promise<never> {
  const { table: cloud, values, op } = one.def;
  return explained(ground, [one], { cloud, said: saidOf(values), fields: plainValues(values, one, ground), op }, () =>
    Promise.reject(cause),
  );
}
