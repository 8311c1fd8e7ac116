import { Refusal } from '#protocol/codes.ts';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { namesOf } from '../row/names.ts';
import { grantOrNull, type Stored } from '../row/stored.ts';
import type { Work } from '../row/work.ts';

/**
 * R4: a version that is no longer the record's is 311 with who changed it and when, as far as the caller may see that of the record; a table
 * may demand that one is sent (314).
 */
export async function checkVersion(work: Work, table: ResolvedTable, stored: Stored, version: number | undefined): Promise<void> {
  if (version === undefined) {
    if (table.def.strict_version === 1 && !work.engine) throw new Refusal(314, '', { field: 'version' });
    return;
  }
  if (version === stored.version) return;
  const changed = stored.values.modify_entity !== null;
  const who = await personIn(work, table, stored, changed ? 'modify_entity' : 'create_entity');
  const when = seen(work, table, stored, changed ? 'modify_time' : 'create_time');
  const told = {
    ...(who ? { who, modify_entity: who } : {}),
    ...(when ? { when, modify_time: when } : {}),
    ...{ version: stored.version, stale: 1 },
  };
  throw new Refusal(311, who && when ? '$recordStale' : '$recordStaleSilent', told);
}

/** A value of the record, where the caller sees that field on every record. */
function seen(work: Work, table: ResolvedTable, { values }: Stored, field: string): unknown {
  return grantOrNull(work, table, 'Show')?.sees(field, 't') === true ? values[field] : null;
}

async function personIn(work: Work, table: ResolvedTable, stored: Stored, field: string): Promise<EntityValue | null> {
  const id = seen(work, table, stored, field);
  if (typeof id !== 'number') return null;
  const person = (await namesOf(work.tx, work.access, 'user', [id])).get(id);
  return person?.key_name ? person : null;
}
