import { Refusal } from '#protocol/codes.ts';
import type { WriteBackDef } from '#protocol/meta/flow.ts';
import { PLACES, wholePlace } from '#protocol/rules/places.ts';
import type { Tx } from '#server/db/db.ts';
import type { Session } from '#server/meta/session.ts';
import { type Change, type Saved, type SaveOptions, saveRecord } from '#server/records/save/save.ts';
import type { Flow } from '../../definition/definition.ts';
import type { Diff } from '../../kernel/model.ts';
import type { RecordRow } from '../../store/record-row.ts';
import type { Ground } from '../ground.ts';
import { explained } from './write-back-refusal.ts';

/**
 * What an end step writes elsewhere, in the same transaction: it stands or falls with the approval. The new records are the
 * applicant's own, in the domain of the approved record, whoever approved last; that they are there, and what the approved record keeps of
 * them, is its decider's act.
 * Answers the record's version.
 */
export async function writeBack(tx: Tx, ground: Ground, flow: Flow, { to_state, op }: Diff, record: RecordRow): Promise<number> {
  const defs = flow.def.write_back.filter((one) => one.state === to_state);
  if (!defs.length) return record.version;
  const owner = await ownerSession(tx, ground, record);
  let { version } = record;
  for (const def of defs) {
    const id = await writeOne(tx, ground, owner, def, record);
    const result = { id: record.id, fields: { [def.result_field ?? '']: id } };
    if (def.result_field)
      ({ version } = await save(tx, ground, ground.session, ground.table.name, result, op === 'Submit' ? 'Modify' : 'Review'));
  }
  return version;
}

async function writeOne(tx: Tx, ground: Ground, owner: Session, def: WriteBackDef, record: RecordRow): Promise<number> {
  const fields = filled(def.values, record, ground);
  const named = def.op === 'Modify' ? idOf(record.values[def.id_field ?? '']) : undefined;
  const change = named === undefined ? { fields } : { id: named ?? 0, fields };
  const { id } = await explained(ground, record, { cloud: def.table, values: def.values, fields, op: def.op }, () => {
    if (named === null) throw new Refusal(314, '', { field: def.id_field });
    return save(tx, ground, owner, def.table, change, def.op);
  });
  for (const rows of def.rows ?? []) {
    for (const values of rows.values) {
      const fields = { ...filled(values, record, ground), [rows.parent_field]: id };
      await explained(ground, record, { cloud: rows.table, values, fields, op: 'Add' }, () =>
        save(tx, ground, owner, rows.table, { fields }, 'Add'),
      );
    }
  }
  return id;
}

const idOf = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));

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

/** `{field}` alone gives the value itself; inside a text its print. Blanks inside the braces count for nothing. */
function filled(values: Readonly<Record<string, string | number>>, record: RecordRow, ground: Ground): Record<string, unknown> {
  const place = (name: string): unknown => {
    if (name === 'id') return record.id;
    if (name === 'user.id') return ground.session.user.id;
    if (name === 'today') return ground.today;
    return record.values[name] ?? null;
  };
  const one = (value: string | number): unknown => {
    if (typeof value === 'number') return value;
    const whole = wholePlace(value);
    return whole === undefined ? value.replace(PLACES, (_, name: string) => String(place(name.trim()) ?? '')) : place(whole);
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, one(value)]));
}
