import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadGrants } from '#server/access/grants/load-grants.ts';
import { type TestDatabase, templateDatabase } from '#server/db/testing.ts';
import { loadSuites } from '#server/installed.ts';
import { loadSeeds } from '#server/meta/seed.ts';
import { diskFiles } from '#server/ports/files-disk.ts';
import { makeEngineTables, makeTables } from '#server/tables.ts';
import { serve, type TestApp } from '#server/testing-app.ts';
import { tell } from '../scripts/suites/tell.ts';
import { foundBesideSys, readGuide } from './testing-guide.ts';

/** Does what docs/guides/first-suite.md tells a stranger to do, with the text that stands there. */
const guide = await readGuide('first-suite');
const { files, said, copied } = guide;
async function loaded(folder: string) {
  const { suites, demos } = await foundBesideSys(folder);
  const { demo } = await demos[0]!.read();
  return { catalogue: loadSuites(suites, folder), demo: demo! };
}
/** What a start says of the guide's suite with this in the place of that. */
const wrong = async (from: string, to: string): Promise<string> => {
  const folder = await copied((text) => text.replaceAll(from, to));
  return loaded(folder).then(
    () => 'nothing',
    (error: Error) => error.message,
  );
};
/** What `npm run suites` says of it. */
async function told(from: string, to: string) {
  const folder = await copied((text) => text.replace(from, to));
  return tell(await foundBesideSys(folder), folder);
}
afterAll(() => guide.clear());

let base: TestDatabase;
let app: TestApp;
beforeAll(async () => {
  const folder = await copied();
  const read = await loaded(folder);
  base = await templateDatabase('first-suite', async (db) => {
    await makeEngineTables(db);
    await makeTables(db, read.catalogue);
    await loadSeeds(db, read.catalogue, read.demo, loadGrants);
  });
  app = await serve(base, diskFiles(join(folder, 'files')), { catalogue: read.catalogue });
});
afterAll(() => app.close());

const call = (login: string | null, op: string, form: Record<string, string>) => app.call('/app', op, form, login);
const rows = async (login: string, cloud: string) => (await call(login, 'Page', { cloud, page: '1', rows: '10' })).rows ?? [];
const idOf = async (table: string, name: string) =>
  (await base.db.query<{ id: number }>(`select id from app."${table}" where key_name = $1`, [name]))[0]!.id;
const held = async (login: string) => (await rows(login, 'todo')).length;
const trip = (department: number, kind: number, more = {}) => ({
  cloud: 'trip',
  key_name: kind === 1 ? '送样' : '工厂考察',
  department_entity: String(department),
  kind: String(kind),
  depart_date: '2099-03-01',
  _subtables: JSON.stringify({
    'trip_stop.trip_entity': [
      { op: 'Add', key_name: '一厂', distance: '120.5' },
      { op: 'Add', key_name: '二厂', distance: '79.5' },
    ],
  }),
  ...more,
});

describe('META-03 the suite that docs/guides/first-suite.md makes', () => {
  it('is five files, found in their folder and loaded without an error or a warning', async () => {
    expect(files.map(([path]) => path)).toEqual([
      'fleet/tables/vehicle.ts',
      'fleet/tables/trip.ts',
      'fleet/tables/trip-stop.ts',
      'fleet/suite.ts',
      'fleet/demo.ts',
    ]);
    const warned: string[] = [];
    const folder = await copied();
    const { suites } = await foundBesideSys(folder);
    loadSuites(suites, folder, (line) => void warned.push(line));
    expect(warned).toEqual([]);
  });

  it('is there for nobody who is not signed in, and not for whom no role names it', async () => {
    expect(await call(null, 'Page', { cloud: 'trip', page: '1', rows: '10' })).toMatchObject({ code: 401 });
    expect(await call('traveller', 'Page', { cloud: 'vehicle', page: '1', rows: '10' })).toMatchObject({ code: 312 });
  });

  it('is played as the guide says: a long trip by three people, a car by the last, the day at the car', async () => {
    const sales = await idOf('department', '市场部');
    expect(await call('traveller', 'Add', trip(sales, 2, { _event: '11' }))).toMatchObject({ code: 305, data: { field_name: 'reason' } });
    const added = await call('traveller', 'Add', trip(sales, 2, { reason: '验收设备' }));
    const id = String(added.data!.id);
    expect((await call('traveller', 'Show', { cloud: 'trip', id })).data).toMatchObject({ distance: '200.0' });
    const decide = (login: string, event: number, more = {}) =>
      call(login, 'Modify', { cloud: 'trip', id, _event: String(event), ...more });
    expect(await decide('traveller', 11)).toMatchObject({ data: { outcome: 'moved', holders: [{ key_name: '林岚' }] } });
    expect([await held('head'), await held('chief'), await held('dispatcher')]).toEqual([1, 0, 0]);
    expect(await decide('head', 21, { next_state: '3' })).toMatchObject({ code: 311 });
    expect(await decide('head', 22)).toMatchObject({ data: { outcome: 'moved', holders: [{ key_name: '高原' }] } });
    expect(await decide('chief', 41)).toMatchObject({ data: { holders: [{ key_name: '马途' }] } });
    expect(await decide('dispatcher', 31)).toMatchObject({ code: 314, data: { field: 'vehicle_entity' } });
    const [ready, broken] = [await idOf('vehicle', '京A·10001'), await idOf('vehicle', '京A·10002')];
    expect(await decide('dispatcher', 31, { vehicle_entity: String(broken) })).toMatchObject({ code: 315 });
    expect(await decide('dispatcher', 31, { vehicle_entity: String(ready) })).toMatchObject({ data: { outcome: 'approved' } });
    expect((await rows('dispatcher', 'vehicle')).find((row) => row.id === ready)).toMatchObject({ last_trip: '2099-03-01' });
    expect((await rows('traveller', 'trip'))[0]).toMatchObject({ seats: 5, review_state: { id: 90 } });
  });

  it('gives a trip in town to the dispatcher', async () => {
    const { data } = await call('traveller', 'Add', trip(await idOf('department', '市场部'), 1, { _event: '11' }));
    const decided = await call('head', 'Modify', { cloud: 'trip', id: String(data!.id), _event: '21' });
    expect(decided).toMatchObject({ data: { holders: [{ key_name: '马途' }] } });
  });

  it('says its mistake as the guide shows it', async () => {
    expect(said).toHaveLength(1);
    expect(`${(await told("source: 'vehicle'", "source: 'vehicel'")).text}\n`).toBe(said[0]);
  });

  it('npm run suites has nothing to say of it, and of a mistake says what a start would be refused with', async () => {
    expect(await told('', '')).toEqual({ text: 'nothing is wrong with sys, fleet', refused: false });
    const { text, refused } = await told("source: 'vehicle'", "source: 'vehicel'");
    expect(refused).toBe(true);
    const start = await wrong("source: 'vehicle'", "source: 'vehicel'");
    expect(start.split('\n').slice(1)).toEqual(text.split('\n').slice(0, -1));
  });

  it.each<[string, string, string, string[]]>([
    ['a key', "defvalue: '{today+1}',\n      notnull: 1", "defvalue: '{today+1}',\n      notnul: 1", ['did you mean notnull?']],
    ['a data type', "data_type: 'radio'", "data_type: 'rado'", ['did you mean radio?', "write one of 'text', "]],
    ['a flag', 'max: 60,\n      notnull: 1', "max: 'sixty',\n      notnull: true", ['write 0 or 1', 'write a number']],
    ['a source', "source: 'department'", "sorce: 'department'", ['did you mean source?']],
    ['a text that is not English', "key_name_en: 'Purpose'", "key_name_en: '事由'", ['事由 is not English']],
    ['a role', "code: 'chief' }", "code: 'chef' }", ['did you mean chief?']],
    ['a handler', "type: 'dept_leader'", "type: 'head'", ["write one of 'role', 'roles', 'post', 'user', 'field', 'dept_leader'"]],
    ['a mark left out', "look: 'draft',\n      end: 'cancel'", "end: 'cancel'", ['已作废 bears no mark', "write look: 'plan'"]],
    [
      'a uid twice',
      "uid: 'fleet.trip.kind'",
      "uid: 'fleet.trip.reason'",
      ['field uid fleet.trip.reason stands twice', 'give the newer one a uid of its own'],
    ],
  ])('names what was meant, or what there is: %s', async (_, from, to, parts) => {
    const { text } = await told(from, to);
    expect(text).toMatch(/^ {2}suites\/fleet\/tables\/[a-z-]+\.ts: \S+: /);
    for (const part of parts) expect(text).toContain(part);
    // what only follows from the mistake is not told
    expect(text.match(/^ {2}suites/gm)).toHaveLength(parts.length > 1 && from.includes('max: 60') ? 2 : 1);
  });

  it('says all at once: a wrong shape hides neither an unknown table nor a flow that hangs elsewhere', async () => {
    const folder = await copied((text, path) =>
      path.endsWith('vehicle.ts')
        ? text.replace('max: 60', "max: 'sixty'").replace('length: 20', 'lenght: 20')
        : text.replace("group: 'vehicle'", "group: 'vehicles'").replace("where: 'kind=2', next_state: 4", "where: 'kind=1', next_state: 4"),
    );
    const { text } = await tell(await foundBesideSys(folder), folder);
    const places = [...text.matchAll(/^ {2}suites\/fleet\/(\S+): (\S+): /gm)].map(([, ...place]) => place.join(' '));
    expect(places).toEqual([
      'tables/vehicle.ts fields[key_name].lenght',
      'tables/vehicle.ts fields[seats].max',
      'suite.ts roles[dispatcher].grants[vehicles].group',
      expect.stringMatching(/^tables\/trip.ts states\[2\]/),
      ...Array(places.length - 4).fill(expect.stringMatching(/^tables\/trip.ts /)),
    ]);
  });

  it.each([
    ['fleet/tables/vehicle.ts', "data_type: 'date'", "data_type: 'dat'"],
    ['fleet/tables/trip.ts', "where: 'kind=2'", "where: 'kind=3'"],
    ['fleet/tables/trip.ts', "calc: 'sum(trip_stop.distance)'", "calc: 'sum(trip_stop.distanc)'"],
    ['fleet/tables/trip.ts', 'next_state: 4', 'next_state: 5'],
    ['fleet/tables/trip-stop.ts', 'notnull: 1,', 'notnul: 1,'],
    ['fleet/suite.ts', "group: 'vehicle'", "group: 'vehicles'"],
  ])('a mistake planted in %s is found: %s', async (path, from, to) => {
    expect(await wrong(from, to)).toContain(`suites/${path}`);
  });
});
