import { Refusal } from '#protocol/codes.ts';
import type { Tx } from '#server/db/db.ts';
import type { Session } from '#server/meta/session.ts';
import { type Change, openWork, type Saved, type SaveOptions, saveRecord } from '#server/records/save/save.ts';
import type { Flow } from '../../definition/definition.ts';
import type { RecordRow } from '../../store/record-row.ts';
import type { Ground } from '../ground.ts';
import { changeOf } from './changes.ts';
import { idNamed, type Occasion, plainValues, saidOf, sourcesOf } from './places.ts';
import { lockTargets } from './targets.ts';
import { explained } from './write-back-refusal.ts';

/** What a decision has done to the record. */
export interface Moved {
  /** the events that moved it, one after the other */
  by: readonly number[];
  /** the step at which it was taken */
  from: number;
  /** the end that it came to */
  end: number | null;
  submits: boolean;
}

/**
 * What a decision writes elsewhere, in the same transaction: it stands or falls with it. What is changed is locked first, all of it and in one
 * order, so that decisions that draw on the same records wait for each other and never in a circle; each record is changed once, by all that
 * is said of it. New records are the applicant's own, in the domain of the record that is decided, whoever decided; that they are there, and
 * what the record keeps of them, is its decider's act. Answers the record's version.
 */
export async function writeBack(tx: Tx, ground: Ground, flow: Flow, moved: Moved, record: RecordRow, version: number): Promise<number> {
  const defs = [
    ...moved.by.flatMap((event) => flow.def.write_back.filter(({ events }) => events?.includes(event))),
    ...flow.def.write_back.filter(({ state }) => state !== undefined && state === moved.end),
  ];
  if (!defs.length) return version;
  const owner = await ownerSession(tx, ground, record);
  const work = await openWork(tx, ground.house, owner, { access: ground.access, engine: true, actor: ground.session.user.id });
  const occasions = await sourcesOf(work, ground, record, defs, moved.from);
  const targets = await lockTargets(work, ground, occasions);
  for (const target of targets.values()) {
    const change = await changeOf(ground, target);
    await explained(ground, target.occasions, change, () =>
      save(tx, ground, owner, target.table.name, { id: target.id, fields: change.fields }, 'Modify'),
    );
  }
  let now = version;
  for (const one of occasions) {
    const id = one.def.op === 'Add' ? await add(tx, ground, owner, one) : idNamed(one)!;
    await addRows(tx, ground, owner, one, id);
    const result = { id: record.id, fields: { [one.def.result_field ?? '']: id } };
    if (one.def.result_field)
      ({ version: now } = await save(tx, ground, ground.session, ground.table.name, result, moved.submits ? 'Modify' : 'Review'));
  }
  return now;
}

async function add(tx: Tx, ground: Ground, owner: Session, one: Occasion): Promise<number> {
  const { table: cloud, values } = one.def;
  const fields = plainValues(values, one, ground);
  const written = { cloud, said: saidOf(values), fields, op: 'Add' as const };
  return (await explained(ground, [one], written, () => save(tx, ground, owner, cloud, { fields }, 'Add'))).id;
}

/** Records of further tables that belong to what was written. */
async function addRows(tx: Tx, ground: Ground, owner: Session, one: Occasion, id: number): Promise<void> {
  for (const { table: cloud, parent_field, values: rows } of one.def.rows ?? []) {
    for (const values of rows) {
      const fields = { ...plainValues(values, one, ground), [parent_field]: id };
      const written = { cloud, said: saidOf(values), fields, op: 'Add' as const };
      await explained(ground, [one], written, () => save(tx, ground, owner, cloud, { fields }, 'Add'));
    }
  }
}

function save(
  tx: Tx,
  { house, access, session }: Ground,
  by: Session,
  cloud: string,
  change: Change,
  op: SaveOptions['op'],
): Promise<Saved> {
  const table = access.catalogue.table(cloud);
  if (!table) throw new Refusal(306);
  return saveRecord(tx, house, by, table, change, { op, engine: true, actor: session.user.id, access });
}

async function ownerSession(tx: Tx, { session }: Ground, record: RecordRow): Promise<Session> {
  const [creator] = await tx.query<{ key_name: string; login_name: string; department: number | null }>(
    `select coalesce(key_name, '') as key_name, "login_name" as login_name, "department_entity" as department from app."user" where company_id = $1 and id = $2`,
    [session.company.id, record.create_entity],
  );
  return {
    ...session,
    user: { id: record.create_entity, key_name: creator?.key_name ?? '', login_name: creator?.login_name ?? '' },
    department: creator?.department ? { id: creator.department, key_name: '' } : null,
    domain: record.subcompany_id === null ? session.domain : { id: record.subcompany_id, key_name: '' },
  };
}
