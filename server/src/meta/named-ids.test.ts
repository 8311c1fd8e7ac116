import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HandlerDef, StateDef } from '#protocol/meta/flow.ts';
import type { SuiteDef } from '#protocol/meta/suite.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { openHouse } from '#server/compose.ts';
import { type TestDatabase, testDatabase } from '#server/db/testing.ts';
import { diskFiles } from '#server/ports/files-disk.ts';
import { rehearse } from '#server/tables.ts';
import { KEYS, SETTINGS } from '#server/testing-app.ts';
import { sys } from '#suites/sys/suite.ts';
import { loadCatalogue } from './load.ts';

const named = (uid: string) => ({ uid, key_name: '名', key_name_en: 'Name' });
const states = (handler: HandlerDef): StateDef[] => [
  { ...named('s1'), value: '1', actions: [{ ...named('a1'), op: 'Modify', events: [{ ...named('e11'), id: 11, next_state: 2 }] }] },
  {
    ...named('s2'),
    value: '2',
    handler,
    actions: [{ ...named('a2'), op: 'Review', events: [{ ...named('e21'), id: 21, next_state: 90 }] }],
  },
  { ...named('s90'), value: '90', end: 'pass' },
];
const note = (handler: HandlerDef, rest: Partial<TableDef> = {}): SuiteDef =>
  testSuite([testTable('note', { flow: 1, states: states(handler), ...rest })], {
    requires: ['sys'],
    seed: [{ table: 'role', rows: [{ _key: 'kept', _id: 70, key_name: '留', code: 'kept', root: 0 }] }],
  });
const person = (id: number): HandlerDef => ({ type: 'user', id });

let base: TestDatabase;
/** What a start says, and what a rehearsal of it said before. */
async function start(suite: SuiteDef): Promise<{ before: string[]; said: string[] }> {
  const catalogue = loadCatalogue([sys, suite]);
  const before = (await rehearse(base.db, catalogue, false)).warned.map(({ path, reason }) => `${path}: ${reason}`);
  const lines: string[] = [];
  const parts = { db: base.db, clock: { now: () => new Date() }, files: diskFiles('/nonexistent'), keys: KEYS, settings: SETTINGS };
  await openHouse(parts, { demo: false, say: (line) => void lines.push(line), catalogue });
  return { before, said: lines.filter((line) => !/^(database|rows|rights)\b/.test(line)) };
}
const company = (id: number, key: string) =>
  base.db.query('insert into fw.company (id, key, login_name, key_name, key_name_en) values ($1, $2, $2, $2, $2)', [id, key]);
const user = (of: number, id: number, status = 1) =>
  base.db.query(
    `insert into app."user" (company_id, id, login_name, key_name, status) values ($1::bigint, $2::bigint, 'u' || $2, 'x', $3)`,
    [of, id, status],
  );

beforeAll(async () => {
  base = await testDatabase();
});
afterAll(() => base.close());

describe('META-03 FLOW-04 a row that a definition names by an id', () => {
  it('an empty database says nothing: nobody works there yet', async () => {
    expect(await start(note(person(999)))).toEqual({ before: [], said: [] });
    await company(1, 'one');
    await company(2, 'two');
    for (const of of [1, 2]) await user(of, 1);
    await user(1, 57);
    await user(2, 58, 2);
  });

  it('a signer whom no row is, or who may not sign in, is told with the place, the company and a way out; the start goes on', async () => {
    const { before, said } = await start(note(person(999)));
    expect(before).toEqual([
      'states[2].handler: nobody of company one, two who may sign in has the id 999: the step finds no signer there',
    ]);
    expect(said).toEqual([
      expect.stringMatching(
        /^suites\/test\/tables\/note\.ts: states\[2\]\.handler: nobody of company one, two who may sign in has the id 999: .*\n {4}name a role/,
      ),
    ]);
    expect((await start(note(person(57)))).said).toEqual([expect.stringContaining('nobody of company two who may sign in has the id 57')]);
    expect((await start(note(person(58)))).said).toEqual([expect.stringContaining('nobody of company one, two who may')]);
    expect((await start(note(person(1)))).said).toEqual([]);
  });

  it('so is a default, what an approval writes, and what a condition compares with; a row that comes with the suites is there', async () => {
    const friend = (id: number, more = {}) => field('friend', { data_type: 'entity', source: 'user', ...more, defvalue: id });
    const paths = async (rest: Partial<TableDef>) =>
      (await start(note(person(1), rest))).said.map((line) => line.split('\n')[0]!.split(': ').slice(1, 3).join(': '));
    expect(await paths({ fields: [friend(999)] })).toEqual(['fields[friend].defvalue: no row of user of company one, two has the id 999']);
    expect(await paths({ fields: [friend(58)] })).toEqual(['fields[friend].defvalue: no row of user of company one has the id 58']);
    expect(await paths({ fields: [friend(1, { view_where: 'friend in (1,999)' })] })).toEqual([
      'fields[friend].view_where: no row of user of company one, two has the id 999',
    ]);
    const back = { uid: 'b', state: 90, table: 'note', op: 'Add' as const, values: { key_name: '{key_name}', friend: 58 } };
    expect(await paths({ fields: [friend(1)], write_back: [back] })).toEqual([
      'write_back[b].values.friend: no row of user of company one has the id 58',
    ]);
    expect(await paths({ fields: [field('kind', { data_type: 'entity', source: 'role', defvalue: 70 })] })).toEqual([]);
  });
});
