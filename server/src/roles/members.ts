import { Refusal } from '#protocol/codes.ts';
import type { roleMembersOp } from '#protocol/ops/cloud.ts';
import type { RequestOf } from '#protocol/ops/op.ts';
import { openAccess } from '#server/access/access.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { type BatchAnswer, inBatch } from '#server/records/remove/batch.ts';
import { lockRecord, saveRecord } from '#server/records/save/save.ts';
import { readRole } from './role.ts';

const ROLES = 'role_entities';

/**
 * Gives a role to people and takes it from others, as whoever may change a person does it one by one: the save of the engine with its rights, its
 * guard and its history, on what each has when his row is locked, so that two who give him different roles at once both do.
 */
export async function changeMembers(house: House, session: Session, asked: RequestOf<typeof roleMembersOp>): Promise<BatchAnswer> {
  const access = await openAccess(house, session);
  const [add, remove] = [new Set(asked.add), new Set(asked.remove)];
  return house.db.tx(async (tx) => {
    const role = await readRole(tx, access, asked.id);
    const table = access.table('user');
    access.grant(table, 'Modify');
    if (add.size + remove.size === 0) throw new Refusal(314, '', { field: 'add' });
    if ([...add].some((id) => remove.has(id))) throw new Refusal(317, '', { field: 'remove' });
    return inBatch(tx, [...add, ...remove], async (id) => {
      const standing = await lockRecord(tx, house, table, session, id, access);
      const has = standing.values[ROLES];
      const others = (Array.isArray(has) ? has.map(Number) : []).filter((one) => one !== role.id);
      const fields = { [ROLES]: asWire(add.has(id) ? [...others, role.id] : others) };
      await saveRecord(tx, house, session, table, { id, fields }, { op: 'Modify', access, standing });
    });
  });
}

const asWire = (ids: readonly number[]): string => (ids.length > 0 ? `,${ids.join()},` : '');
