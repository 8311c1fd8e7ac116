import { Refusal } from '#protocol/codes.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
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
  const who = await personOf(work, (modify_entity ?? create_entity) as number | null);
  const when = modify_time ?? create_time;
  throw new Refusal(311, '$recordStale', { who: who.key_name, when, modify_entity: who, modify_time: when, version: stored.version });
}

async function personOf(work: Work, id: number | null): Promise<{ id: number; key_name: string }> {
  if (id === null || !work.catalogue.table('user')) return { id: 0, key_name: '' };
  const [row] = await work.tx.query<{ id: number; key_name: string }>(
    'select id, key_name from app."user" where company_id = $1 and id = $2',
    [...[work.session.company.id, id]],
  );
  return row ?? { id: 0, key_name: '' };
}
