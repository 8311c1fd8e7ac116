import { Refusal } from '#protocol/codes.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { namedBy, namesOf } from '../names.ts';
import type { Stored } from './stored.ts';
import type { Work } from './work.ts';

/** R4: a version that is no longer the record's is 311 with who changed it and when; a table may demand that one is sent (314). */
export async function checkVersion(work: Work, table: ResolvedTable, stored: Stored, version: number | undefined): Promise<void> {
  if (version === undefined) {
    if (table.def.strict_version === 1 && !work.engine) throw new Refusal(314, '', { field: 'version' });
    return;
  }
  if (version === stored.version) return;
  const { modify_entity, create_entity, modify_time, create_time } = stored.values;
  const by = ((modify_entity ?? create_entity) as number | null) ?? 0;
  const who = namedBy(await namesOf(work.tx, work.access, 'user', [by]), by);
  const when = modify_time ?? create_time;
  throw new Refusal(311, '$recordStale', { who, when, modify_entity: who, modify_time: when, version: stored.version });
}
