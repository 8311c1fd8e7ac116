import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Db } from '#server/db/db.ts';
import { installed } from '#server/installed.ts';
import type { House } from '#server/meta/house.ts';
import { systemClock } from '#server/ports/clock.ts';
import { diskFiles } from '#server/ports/files-disk.ts';
import { copies, submitted } from '../decisions.ts';
import type { Call, Person } from './people.ts';

/** So many cases that wait for the heads of departments of the crowd, in turn; each is decided once. */
export async function makeCases(
  db: Db,
  folder: string,
  people: readonly Person[],
  count: number,
): Promise<() => { person: Person; call: Call } | null> {
  const heads = people.filter(({ role }) => role === 'depthead');
  const none = Buffer.alloc(32);
  const catalogue = installed();
  const house: House = {
    ...{ db, catalogueOf: () => catalogue, clock: systemClock, files: diskFiles(join(folder, 'files')) },
    ...{ keys: { seal: none, ticket: none, channel: none, pepper: none }, settings: { realm: 'bench', kdfN: 2 ** 12, mqttUrl: null } },
  };
  const { base } = await submitted(house);
  const from = await copies(house, base, count);
  await db.query(
    `update fw.flow_todo t set review_entity = ($1::bigint[])[1 + (t.rowid - $2) % cardinality($1::bigint[])]
     where t.company_id = 1 and t.source = 'initiation' and t.rowid >= $2 and t.review_state = 2`,
    [heads.map(({ id }) => id), from],
  );
  await db.query(
    `update app.initiation i set reviewers = array[t.review_entity] from fw.flow_todo t
     where t.company_id = i.company_id and t.source = 'initiation' and t.rowid = i.id and t.review_state = 2 and i.id >= $1`,
    [from],
  );
  await db.query('analyze fw.flow_todo, fw.flow_case, app.initiation');
  let next = 0;
  return () => {
    if (next >= count) return null;
    const id = from + next;
    const person = heads[next % heads.length]!;
    next += 1;
    const form = { cloud: 'initiation', id: String(id), _event: '21', remark: '同意', _rid: randomUUID() };
    return { person, call: { kind: 'decision', path: '/app?op=Modify', form } };
  };
}
