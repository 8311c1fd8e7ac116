import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { quoted } from '#protocol/check/problem.ts';
import type { StateDef } from '#protocol/meta/flow.ts';
import type { SeedDef, SuiteDef } from '#protocol/meta/suite.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { findSuites } from '#server/find-suites.ts';
import { tell } from './tell.ts';

const run = promisify(execFile);
type Files = Record<string, string>;

const made: string[] = [];
afterAll(() => Promise.all(made.map((folder) => rm(folder, { recursive: true }))));

/** A folder of suites below the house, so that what they import is found, with the platform's own beside them. */
async function folderOf(files: Files): Promise<string> {
  await mkdir('.cache', { recursive: true });
  const folder = `${await mkdtemp(join(process.cwd(), '.cache', 'told-'))}/suites/`;
  made.push(dirname(folder));
  for (const [path, text] of Object.entries({ 'sys/suite.ts': "export { sys } from '#suites/sys/suite.ts';", ...files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}
const told = async (files: Files, codes?: string[]) => {
  const folder = await folderOf(files);
  return tell(await findSuites(pathToFileURL(folder)), folder, codes);
};

const code = (value: unknown) => `export const it = ${JSON.stringify(value)};`;
const named = { key_name: '名', key_name_en: 'Name' };
const item = (id: number) => ({ id, ...named });

/** Boats with a number, a kind and an owner; their places belong to the platform. */
const boat = testTable('boat', {
  uid: 'yard.boat',
  fields: [
    field('code', { uid: 'yard.boat.code', data_type: 'text', length: 6, notnull: 1, unique: 1 }),
    field('kind', { uid: 'yard.boat.kind', data_type: 'select', items: [item(1), item(2)] }),
    field('price', { uid: 'yard.boat.price', data_type: 'numeric', length: '8,2' }),
    field('built', { uid: 'yard.boat.built', data_type: 'date' }),
    field('owner', { uid: 'yard.boat.owner', data_type: 'entity', source: 'user' }),
    field('crew', { uid: 'yard.boat.crew', data_type: 'entities', source: 'user' }),
    field('papers', { uid: 'yard.boat.papers', data_type: 'file' }),
  ],
});
const step = (value: string, rest: Partial<StateDef>): StateDef => ({ uid: `yard.boat.${value}`, value, ...named, ...rest });
const event = (id: number, next_state: number) => [
  { uid: `yard.a${id}`, op: 'Review', ...named, events: [{ uid: `yard.e${id}`, id, ...named, next_state }] },
];
const flowing = {
  ...boat,
  flow: 1 as const,
  states: [
    step('0', {}),
    step('1', { actions: event(11, 2) }),
    step('2', { handler: { type: 'role', code: 'root' }, actions: event(21, 90) }),
    step('90', { end: 'pass' }),
  ],
};
const port = testTable('port', { uid: 'yard.port', tenancy: 'platform', states: [{ ...boat.states[0]!, uid: 'yard.port.1' }] });
const yard = (rest: Partial<SuiteDef> = {}): SuiteDef => testSuite([boat, port], { uid: 'yard', code: 'yard', requires: ['sys'], ...rest });
const company = { key: 'demo', id: 1, login_name: 'demo', ...named };
const people: SeedDef[] = [
  { table: 'domain', company: 'demo', rows: [{ _key: 'd', key_name: '域', currency: '元', currency_en: 'CNY' }] },
  {
    table: 'user',
    company: 'demo',
    rows: [
      { _key: 'zhang', _id: 1, key_name: '张', login_name: 'zhang', status: 1 },
      { _key: 'li', key_name: '李', login_name: 'li', status: 1, role_entities: ['@role:root'] },
    ],
  },
];
const demo = (seeds: object[], rest = {}) => code({ companies: [company], seeds: [...people, ...seeds], ...rest });
const boats = (...rows: object[]) => demo([{ table: 'boat', company: 'demo', domain: 'd', rows }]);
const right = { _key: 'b', key_name: '船', code: 'B-1' };
const withDemo = (text: string): Files => ({ 'yard/suite.ts': code(yard()), 'yard/demo.ts': text });

describe('META-03 npm run suites says all that is wrong with a folder of suites', () => {
  it('and that nothing is', async () => {
    const row = { ...right, kind: 1, price: '12.50', built: '2026-01-02', owner: '@user:zhang', crew: ['@user:li'], create_entity: 1 };
    expect(await told(withDemo(boats(row)))).toEqual({ text: 'nothing is wrong with sys, yard', refused: false });
  });

  it('a row that a definition names by an id that no row brings is to be looked at; the start asks the database', async () => {
    const signed = (id: number) =>
      flowing.states.map((one) => (one.value === '2' ? { ...one, handler: { type: 'user' as const, id } } : one));
    const signer = (id: number): Files => ({
      'yard/suite.ts': code(yard({ tables: [{ ...flowing, states: signed(id) }, port] })),
      'yard/demo.ts': demo([]),
    });
    expect((await told(signer(1))).text).not.toContain('handler');
    const { text, refused } = await told(signer(999));
    expect(refused).toBe(false);
    expect(text).toContain(
      'suites/yard/suite.ts: states[2].handler: no row that comes with the suites has the id 999: whether user has one, the database alone knows\n    npm run db plan asks it. Else name a role',
    );
  });

  describe('a name that is taken is told alone, not what follows from it', () => {
    const trip = testTable('trip', {
      uid: 'yard.trip',
      order: 'code',
      fields: [
        field('code', { uid: 'yard.trip.code', data_type: 'text', length: 6 }),
        field('boat', { uid: 'yard.trip.boat', data_type: 'entity', source: 'boat', fetch: 'code=code', query: 'kind=1' }),
      ],
      subtables: [
        {
          uid: 'yard.trip.leg',
          ...named,
          table_name: 'leg',
          parent_field: 'trip',
          inline: 1,
          check: [{ sum: 'miles', equals: 'miles', remark: 'x', remark_en: 'x' }],
        },
      ],
    });
    trip.fields.push(field('miles', { uid: 'yard.trip.miles', data_type: 'int' }));
    trip.states[0]!.uid = 'yard.trip.1';
    const leg = testTable('leg', {
      uid: 'yard.leg',
      fields: [
        field('trip', { uid: 'yard.leg.trip', data_type: 'entity', source: 'trip' }),
        field('miles', { uid: 'yard.leg.miles', data_type: 'int', min: 0 }),
      ],
    });
    leg.states[0]!.uid = 'yard.leg.1';
    const captain = {
      uid: 'yard.captain',
      code: 'captain',
      ...named,
      grants: [
        { group: 'boat', scope: 2 as const, items: ['List', 'Modify'], hide: ['price'] },
        { group: 'trip', scope: 2 as const, items: ['List', 'Modify'] },
      ],
    };
    const whole = yard({
      tables: [boat, port, trip, leg],
      roles: [captain],
      dicts: [{ uid: 'yard.colour', code: 'colour', ...named, items: [item(1)] }],
    });
    const other = (table_name: string, uid: string, rest = {}): TableDef => ({
      ...testTable(table_name, { uid, ...rest }),
      states: [{ ...boat.states[0]!, uid: `${uid}.1` }],
    });
    const taken = async (files: Files) => {
      const { text } = await told({ 'yard/suite.ts': code(whole), 'yard/demo.ts': boats(right), ...files });
      return text.split('\n').filter((line) => /^ {2}\S/.test(line));
    };

    it.each<[string, Files, RegExp[]]>([
      ['not at all', {}, []],
      [
        'by a suite that is read before',
        { 'dock/suite.ts': code(testSuite([other('boat', 'dock.boat')], { uid: 'dock', code: 'dock' })) },
        [/yard\/suite\.ts: table_name: table boat stands twice: first as boat of suite dock/],
      ],
      [
        'by one that is read after',
        { 'zone/suite.ts': code(testSuite([other('boat', 'zone.boat')], { uid: 'zone', code: 'zone' })) },
        [/zone\/suite\.ts: table_name: table boat stands twice: first as boat of suite yard/],
      ],
      [
        'by one that requires it',
        { 'dock/suite.ts': code(testSuite([other('Boat', 'dock.boat')], { uid: 'dock', code: 'dock', requires: ['yard'] })) },
        [/table_name: table Boat stands twice/],
      ],
      [
        'in the suite itself',
        { 'yard/suite.ts': code({ ...whole, tables: [...whole.tables, other('boat', 'yard.boat2')] }) },
        [/yard\/suite\.ts: table_name: table boat stands twice: first as boat of suite yard/],
      ],
      [
        'in the suite itself, before',
        { 'yard/suite.ts': code({ ...whole, tables: [other('boat', 'yard.boat2'), ...whole.tables] }) },
        [/yard\/suite\.ts: table_name: table boat stands twice/],
      ],
      [
        'by a table of rows',
        { 'zone/suite.ts': code(testSuite([other('leg', 'zone.leg')], { uid: 'zone', code: 'zone' })) },
        [/table leg stands twice/],
      ],
      [
        'by a role',
        { 'zone/suite.ts': code(testSuite([], { uid: 'zone', code: 'zone', roles: [{ ...captain, uid: 'zone.captain', grants: [] }] })) },
        [/role captain stands twice/],
      ],
      [
        'by a dictionary',
        {
          'zone/suite.ts': code(
            testSuite([], { uid: 'zone', code: 'zone', dicts: [{ uid: 'zone.colour', code: 'colour', ...named, items: [item(1)] }] }),
          ),
        },
        [/dictionary colour stands twice/],
      ],
    ])('%s', async (_, files, lines) => {
      const found = await taken(files);
      expect(found).toEqual(lines.map((line) => expect.stringMatching(line)));
    });

    it('what is wrong besides is told with it', async () => {
      const found = await taken({
        'zone/suite.ts': code(
          testSuite([other('boat', 'zone.boat'), other('crane', 'zone.crane', { order: 'height' })], { uid: 'zone', code: 'zone' }),
        ),
      });
      expect(found).toEqual([expect.stringMatching(/table boat stands twice/), expect.stringMatching(/order: unknown field height/)]);
    });
  });

  it.each<[string, Files, string]>([
    [
      'a suite.ts that exports none',
      { 'yard/suite.ts': 'export const it = 1;' },
      'suites/yard/suite.ts: export: it exports no suite\n    export one: export const yard = defineSuite({ … })',
    ],
    [
      'a suite.ts that exports two',
      { 'yard/suite.ts': `${code(yard())} export const more = { ...it, uid: 'x' };` },
      'suites/yard/suite.ts: export: it exports more than one suite: it, more\n    export one, and keep the others to the file',
    ],
    [
      'a folder that is called otherwise',
      { 'harbour/suite.ts': code(yard()) },
      'suites/harbour/suite.ts: code: the suite is called yard, its folder harbour\n    call the folder yard, or the suite harbour',
    ],
    [
      'a folder whose name no suite may have',
      { "the-o'neil/suite.ts": code(yard()) },
      "suites/the-o'neil/suite.ts: code: the folder is called the-o'neil, and the code of a suite has letters, digits and _ only, from a letter on\n    call the folder the_o_neil, and write code: 'the_o_neil'",
    ],
    [
      'such a folder, and a suite that says nothing of itself',
      { '2nd-yard/suite.ts': code({ ...yard(), code: undefined }) },
      "suites/2nd-yard/suite.ts: code: the folder is called 2nd-yard, and the code of a suite has letters, digits and _ only, from a letter on\n    call the folder s2nd_yard, and write code: 's2nd_yard'",
    ],
    [
      'such a folder, and a suite.ts that exports none',
      { 'my-yard/suite.ts': 'export const it = 1;' },
      'suites/my-yard/suite.ts: export: it exports no suite\n    export one: export const my_yard = defineSuite({ … })',
    ],
    [
      'a suite without tables',
      { 'yard/suite.ts': code({ ...yard(), tables: undefined }) },
      'suites/yard/suite.ts: tables: missing\n    write tables: a list: [ … ]',
    ],
    [
      'a suite without requires',
      { 'yard/suite.ts': code({ ...yard(), requires: undefined }) },
      'suites/yard/suite.ts: requires: missing\n    write requires: a list: [ … ]',
    ],
    [
      'a text in Chinese only',
      { 'yard/suite.ts': code(yard({ dicts: [{ uid: 'yard.c', code: 'colour', key_name: '色' } as never] })) },
      "suites/yard/suite.ts: dicts[colour].key_name_en: missing\n    write key_name_en: what people read, in English: 'Plate'",
    ],
    [
      'a suite that is required and not there',
      {
        'yard/suite.ts': code(yard({ requires: ['sys', 'harbor'] })),
        'harbour/suite.ts': code(testSuite([], { code: 'harbour', uid: 'h' })),
      },
      'suites/yard/suite.ts: requires: there is no suite harbor\n    did you mean harbour? There are harbour, sys, yard',
    ],
    [
      'suites that require each other',
      {
        'yard/suite.ts': code(yard({ requires: ['sys', 'dock'] })),
        'dock/suite.ts': code(testSuite([], { code: 'dock', uid: 'dock', requires: ['yard'] })),
      },
      'suites/yard/suite.ts: requires: dock requires yard requires dock\n    take one of these out, and lay what several need into a suite that all of them require',
    ],
    [
      'two tables of one name',
      {
        'yard/suite.ts': code(yard()),
        'wharf/suite.ts': code(testSuite([{ ...boat, uid: 'wharf.boat', fields: [] }], { uid: 'wharf', code: 'wharf' })),
      },
      'suites/yard/suite.ts: table_name: table boat stands twice: first as boat of suite wharf\n    call the newer one otherwise: names are one name in the whole installation',
    ],
    [
      'rows of a table that is of no suite in reach',
      { 'yard/suite.ts': code(yard({ seed: [{ table: 'prot', rows: [] }] })) },
      'suites/yard/suite.ts: seed[prot].table: unknown table prot\n    did you mean port or post?',
    ],
    [
      'a row of the suite with an unknown field',
      { 'yard/suite.ts': code(yard({ seed: [{ table: 'port', rows: [{ _key: 'x', key_name: '港', colour: 1 }] }] })) },
      'suites/yard/suite.ts: seed[port].rows[x].colour: port has no field colour\n    fields of port: key_name, ',
    ],
    [
      'rows of the suite for a company of the demonstration',
      {
        'yard/suite.ts': code(yard({ seed: [{ table: 'user', company: 'demo', rows: [] }] })),
        'yard/demo.ts': demo([]),
      },
      'suites/yard/suite.ts: seed[user demo].company: there is no company demo where no demonstration is loaded\n    take company out, and every company gets these rows; or lay them into a demo.ts',
    ],
    [
      'a demo.ts that exports none',
      withDemo('export const rows = [];'),
      'suites/yard/demo.ts: export: it exports no demonstration\n    export one: export const demo: DemoDef = { companies: [ … ], seeds: [ … ] }',
    ],
    [
      'a demonstration with an unknown key',
      withDemo(demo([], { companys: [] })),
      'suites/yard/demo.ts: companys: unknown key companys\n    did you mean companies? Else take it out',
    ],
    [
      'a company without its English name',
      withDemo(code({ companies: [{ ...company, key_name_en: undefined }], seeds: [] })),
      "suites/yard/demo.ts: companies[demo].key_name_en: missing\n    write key_name_en: what people read, in English: 'Plate'",
    ],
    [
      'two companies with one id',
      withDemo(demo([], { companies: [company, { ...company, key: 'other', login_name: 'other' }] })),
      'suites/yard/demo.ts: companies[other].id: id 1 stands twice: first of demo in suites/yard/demo.ts\n    give one of the two companies another id',
    ],
    [
      'two demonstrations with one company',
      { ...withDemo(demo([])), 'rows/demo.ts': demo([]) },
      'suites/yard/demo.ts: companies[demo].key: key demo stands twice: first of demo in suites/rows/demo.ts\n    give one of the two companies another key, or install one of the two alone (the setting SUITES)\n',
    ],
    [
      'a time zone that there is not',
      withDemo(demo([], { companies: [{ ...company, time_zone: 'Asia/Peking' }] })),
      "suites/yard/demo.ts: companies[demo].time_zone: there is no time zone Asia/Peking\n    write an IANA name: 'Asia/Shanghai'",
    ],
    [
      'rows of an unknown table',
      withDemo(demo([{ table: 'baot', company: 'demo', domain: 'd', rows: [right] }])),
      'suites/yard/demo.ts: seeds[baot demo d].table: unknown table baot\n    did you mean boat?',
    ],
    [
      'rows of an unknown company',
      withDemo(demo([{ table: 'boat', company: 'demmo', domain: 'd', rows: [right] }])),
      'suites/yard/demo.ts: seeds[boat demmo d].company: there is no company demmo\n    did you mean demo?',
    ],
    [
      'rows without their domain',
      withDemo(demo([{ table: 'boat', company: 'demo', rows: [right] }])),
      "suites/yard/demo.ts: seeds[boat demo].domain: rows of boat belong to a domain\n    write domain: the _key of a row of domain: 'd'",
    ],
    [
      'rows of an unknown domain',
      withDemo(demo([{ table: 'boat', company: 'demo', domain: 'shore', rows: [right] }])),
      'suites/yard/demo.ts: seeds[boat demo shore].rows[b].domain: there is no row @domain:shore\n    rows of domain are called d',
    ],
    [
      'rows of the platform with a company',
      withDemo(demo([{ table: 'port', company: 'demo', rows: [] }])),
      'suites/yard/demo.ts: seeds[port demo].company: rows of port belong to the platform\n    take company and domain out',
    ],
    [
      'rows of the company with a domain',
      withDemo(demo([{ table: 'user', company: 'demo', domain: 'd', rows: [] }])),
      'suites/yard/demo.ts: seeds[user demo d].domain: rows of user belong to the whole company\n    take domain out',
    ],
    [
      'an unknown field',
      withDemo(boats({ ...right, colur: 1, kin: 1 })),
      'suites/yard/demo.ts: seeds[boat demo d].rows[b].kin: boat has no field kin\n    did you mean kind?',
    ],
    [
      'a field that the engine keeps',
      withDemo(boats({ ...right, version: 3 })),
      'suites/yard/demo.ts: seeds[boat demo d].rows[b].version: version is kept by the engine\n    take it out',
    ],
    [
      'a choice that there is not',
      withDemo(boats({ ...right, kind: 7 })),
      'suites/yard/demo.ts: seeds[boat demo d].rows[b].kind: 7 is no value of boat.kind (select)\n    write the id of a choice: 1 (名), 2 (名)',
    ],
    [
      'a text that is too long',
      withDemo(boats({ ...right, code: 'B-10000' })),
      'suites/yard/demo.ts: seeds[boat demo d].rows[b].code: "B-10000" has 7 characters, and boat.code holds 6\n    shorten it, or give the field a greater length',
    ],
    [
      'an amount with too many decimals',
      withDemo(boats({ ...right, price: '1.234' })),
      'suites/yard/demo.ts: seeds[boat demo d].rows[b].price: "1.234" is no value of boat.price (numeric 8,2)\n    write a value such as \'',
    ],
    [
      'a day that there is not',
      withDemo(boats({ ...right, built: '2026-02-30' })),
      'suites/yard/demo.ts: seeds[boat demo d].rows[b].built: "2026-02-30" is no value of boat.built (date)\n    write a value such as \'',
    ],
    [
      'a file',
      withDemo(boats({ ...right, papers: ['a.pdf'] })),
      'suites/yard/demo.ts: seeds[boat demo d].rows[b].papers: a file cannot be loaded with rows\n    take it out',
    ],
    [
      'a demanded field that is left out',
      withDemo(boats({ _key: 'b', key_name: '船' })),
      'suites/yard/demo.ts: seeds[boat demo d].rows[b].code: boat demands code (字段 code), and the row has none\n    write a text in quotes',
    ],
    [
      'a demanded field that is left out of an application, though not of a draft',
      {
        'yard/suite.ts': code(yard({ tables: [flowing, port] })),
        'yard/demo.ts': boats({ _key: 'b', review_state: 0 }, { _key: 'c', review_state: 1 }),
      },
      'suites/yard/demo.ts: seeds[boat demo d].rows[c].code: boat demands code (字段 code), and the row has none',
    ],
    [
      'a row at a step that somebody signs, where it would stand for ever',
      { 'yard/suite.ts': code(yard({ tables: [flowing, port] })), 'yard/demo.ts': boats({ ...right, review_state: 2 }) },
      'suites/yard/demo.ts: seeds[boat demo d].rows[b].review_state: 2 (名) is a step that somebody signs, and a row that is loaded has no case: nobody would find it among his to-dos or could move it on\n' +
        '    write review_state: 0, a draft that its applicant submits once it is loaded, or an end: 90 (名)\n',
    ],
    [
      'a row at such a step where no state is called 0',
      {
        'yard/suite.ts': code(yard({ tables: [{ ...flowing, states: flowing.states.slice(1) }, port] })),
        'yard/demo.ts': boats({ ...right, review_state: 2 }),
      },
      'suites/yard/demo.ts: seeds[boat demo d].rows[b].review_state: 2 (名) is a step that somebody signs, and a row that is loaded has no case: nobody would find it among his to-dos or could move it on\n' +
        '    write review_state: 1, a draft that its applicant submits once it is loaded, or an end: 90 (名)\n',
    ],
    [
      'a reference to a row that is not there',
      withDemo(boats({ ...right, owner: '@user:zhagn' })),
      'suites/yard/demo.ts: seeds[boat demo d].rows[b].owner: there is no row @user:zhagn\n    did you mean zhang?',
    ],
    [
      'a row made by somebody who is not there',
      withDemo(boats({ ...right, create_entity: '@user:wang' })),
      'suites/yard/demo.ts: seeds[boat demo d].rows[b].create_entity: there is no row @user:wang\n    ',
    ],
    [
      'a step that waits for somebody who is not there',
      withDemo(boats({ ...right, review_entity: ['@user:wang'] })),
      'suites/yard/demo.ts: seeds[boat demo d].rows[b].review_entity: there is no row @user:wang\n    ',
    ],
    [
      'a reference into another table',
      withDemo(boats({ ...right, owner: '@domain:d' })),
      "suites/yard/demo.ts: seeds[boat demo d].rows[b].owner: @domain:d is a row of domain, and boat.owner refers to user\n    name a row of user: '@user:…'",
    ],
    [
      'a reference by an id that no row has',
      withDemo(boats({ ...right, owner: 77 })),
      "suites/yard/demo.ts: seeds[boat demo d].rows[b].owner: no row of user has the id 77\n    name the row: '@user:…' with its _key",
    ],
    [
      'a key that stands twice',
      withDemo(boats(right, { ...right, code: 'B-2' })),
      'suites/yard/demo.ts: seeds[boat demo d].rows[b]._key: boat b stands twice\n    give one of the two rows another _key',
    ],
    [
      'an id that stands twice',
      withDemo(boats({ ...right, _id: 3 }, { _key: 'c', key_name: '舟', code: 'B-2', _id: 3 })),
      'suites/yard/demo.ts: seeds[boat demo d].rows[c]._id: id 3 of boat stands twice: first of b\n    give one of the two rows another _id, or none',
    ],
    [
      'an id that is none',
      withDemo(boats({ ...right, _id: 0 })),
      'suites/yard/demo.ts: seeds[boat demo d].rows[b]._id: 0 is no id\n    write a whole number from 1, or leave _id out',
    ],
    [
      'values that are unique together',
      {
        'yard/suite.ts': code(yard({ tables: [{ ...boat, unique: [['kind', 'built']] }, port] })),
        'yard/demo.ts': boats(
          { ...right, kind: 1, built: '2026-01-01' },
          { _key: 'c', code: 'C', kind: 2, built: '2026-01-01' },
          { _key: 'd', code: 'D', kind: 1, built: '2026-01-01' },
        ),
      },
      'suites/yard/demo.ts: seeds[boat demo d].rows[d].kind: 1, "2026-01-01" stands twice, and kind, built of boat is unique: first in row b',
    ],
    [
      'a unique value that stands twice',
      withDemo(boats(right, { ...right, _key: 'c' })),
      'suites/yard/demo.ts: seeds[boat demo d].rows[c].code: "B-1" stands twice, and code of boat is unique: first in row b\n    give one of the two rows another code',
    ],
  ])('%s: file, path, reason, mend, and 1', async (_, files, line) => {
    const { text, refused } = await told(files);
    expect(text).toContain(`  ${line}`);
    expect(text).toMatch(/ in the definitions: a start would be refused$/);
    expect(text).not.toContain('roles[');
    expect(refused).toBe(true);
  });

  it('what is not wrong and does nothing is to be looked at: a folder that holds nothing, rows for a suite that is not there', async () => {
    const { text, refused } = await told({
      'yard/suites.ts': code(yard()),
      'rows/demo.ts': code({ requires: ['yrad'], companies: [], seeds: [] }),
      'dock/suite.ts': code(testSuite([], { code: 'dock', uid: 'dock' })),
    });
    expect(text).toContain(
      '  suites/yard: suite.ts: there is no suite.ts in suites/yard: nothing of it is read\n    did you mean to rename suites.ts?\n',
    );
    expect(text).toContain('  suites/rows/demo.ts: requires: there is no suite yrad: these rows are never loaded\n');
    expect(text).toMatch(/no error, 2 to look at: sys, dock can be started$/);
    expect(refused).toBe(false);
  });

  it('a sample that a mend shows is a text of the language, whatever quotes are in it', () => {
    for (const text of ["O'Neil", '"a"', 'a\\b', "\\'", '两\n行']) expect(new Function(`return ${quoted(text)}`)()).toBe(text);
  });

  it('a file that is nearly called suite.ts or demo.ts is told by its name', async () => {
    const { text, refused } = await told({
      'yard/suit.ts': code(yard()),
      'yard/demos.ts': demo([]),
      'dock/suite.ts': code(testSuite([], { code: 'dock', uid: 'dock' })),
      'dock/demos.ts': demo([]),
      'wharf/notes.ts': '',
    });
    expect(text).toContain(
      '  suites/yard: suite.ts: there is no suite.ts in suites/yard: nothing of it is read\n    did you mean to rename suit.ts?\n',
    );
    expect(text).toContain(
      '  suites/yard: demo.ts: there is no demo.ts in suites/yard: no rows of it are read\n    did you mean to rename demos.ts?\n',
    );
    expect(text).toContain(
      '  suites/dock: demo.ts: there is no demo.ts in suites/dock: no rows of it are read\n    did you mean to rename demos.ts?\n',
    );
    expect(text).toContain('  suites/wharf: suite.ts: the folder has neither suite.ts nor demo.ts: nothing of it is read\n');
    expect(text).toMatch(/no error, 4 to look at/);
    expect(refused).toBe(false);
  });

  it('of one suite that is asked for only what concerns it; that there is none where its folder has no suite.ts', async () => {
    const files = { 'yard/suite.ts': code(yard()), 'dock/suite.ts': 'export const it = 1;', 'wharf/readme.md': '' };
    expect(await told(files, ['yard'])).toEqual({ text: 'nothing is wrong with sys, yard', refused: false });
    expect((await told(files, ['dock'])).text).toContain('suites/dock/suite.ts: export: it exports no suite');
    expect((await told(files, ['wharf'])).text).toContain(
      '  suites/wharf: suite.ts: there is no suite wharf: its folder has no suite.ts\n    ',
    );
    expect((await told(files, ['yrad'])).text).toContain('  SUITES: yrad: there is no suite yrad\n    did you mean yard? There are ');
  });

  it('all at once: a folder that cannot be read hides nothing of the others, a wrong table nothing of the rows of right ones', async () => {
    const { text } = await told({
      'yard/suite.ts': code(yard({ tables: [boat, { ...port, uid: 'bad uid' }] })),
      'yard/demo.ts': boats({ ...right, kind: 7 }),
      'dock/suite.ts': 'export const it = 1;',
    });
    expect(text).toContain('suites/dock/suite.ts: export');
    expect(text).toContain('uid: ');
    expect(text).toContain('rows[b].kind: 7 is no value');
  });

  it('a row by the file where it is written; no more lines than somebody reads', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => ({ _key: `b${at}`, key_name: '船', code: `B-${at}`, kind: 9 }));
    const files = {
      'yard/suite.ts': code(yard()),
      'yard/demo.ts': `import { boats } from './rows/boats.ts'; export const demo = { companies: [${JSON.stringify(company)}], seeds: [...${JSON.stringify(people)}, boats] };`,
      'yard/rows/boats.ts': `export const boats = { table: 'boat', company: 'demo', domain: 'd', rows: ${JSON.stringify(rows)} };`,
    };
    const { text } = await told(files);
    expect(text).toContain('  suites/yard/rows/boats.ts: seeds[boat demo d].rows[b0].kind: 9 is no value');
    expect(text).toContain('suites/yard/demo.ts: seeds: and 250 more in rows\n');
    expect(text).toMatch(/\n51 errors/);
  });

  it('a row of an approval loads as its mend says: at 0, at 1 or at the end; and at any state where nothing is approved', async () => {
    const at = (review_state: unknown, table: object = flowing) => ({
      'yard/suite.ts': code(yard({ tables: [table as never, port] })),
      'yard/demo.ts': boats(review_state === undefined ? right : { ...right, review_state }),
    });
    for (const state of [undefined, 0, 1, 90]) expect((await told(at(state))).text).not.toContain('demo.ts');
    const plain = { ...boat, states: [boat.states[0]!, step('2', {})] };
    expect((await told(at(2, plain))).text).not.toContain('demo.ts');
  });

  it('a draft, what a later step or a condition asks for, and several without a unique value are not wrong', async () => {
    const late = (name: string, rest: object) => field(name, { uid: `yard.boat.${name}`, data_type: 'text', notnull: 1, ...rest });
    const plate = field('plate', { uid: 'yard.boat.plate', data_type: 'text', unique: 1 });
    const fields = [...boat.fields, plate, late('checked', { edit_state: '2', view_state: '2,90' }), late('why', { view_where: 'kind=2' })];
    const files = {
      'yard/suite.ts': code(yard({ tables: [{ ...flowing, fields }, port] })),
      'yard/demo.ts': boats({ _key: 'b', review_state: 0 }, { ...right, review_state: 1, _key: 'c' }),
    };
    expect((await told(files)).text).not.toContain('seeds[');
  });

  it('a file that cannot be loaded: which one, the line, and why; as the command, with the others beside', async () => {
    const folder = await folderOf({
      'yard/suite.ts': "export { it } from './rest.ts';",
      'yard/rest.ts': `import { boat } from './tables/boat.ts';\n${code(yard())}\nexport const first = boat.fields[0].uid;`,
      'yard/tables/boat.ts': 'export const boat = {};',
      'dock/suite.ts': "export { dock } from './more.ts';",
      'dock/more.ts': "import { wharf } from './tables/wharf.ts';\nexport const dock = wharf;",
      'wharf/suite.ts': "import './pier.ts';",
      'wharf/pier.ts': 'export const pier = {\n  a: 1,\n  b 2,\n};',
      'crane/suite.ts': "import { lift } from './lift.ts';\nexport const crane = lift;",
      'crane/lift.ts': 'export const lifts = {};',
      'crane/demo.ts': 'throw new Error("out of order");',
      'rail/suite.ts': code(testSuite([], { code: 'rail', uid: 'rail' })),
      'rail/demo.ts': '\nthrow new Error("out of order");',
    });
    const program = join(process.cwd(), 'scripts', 'suites.ts');
    const { stdout, code: ended } = await run(process.execPath, ['--import', 'tsx', program], { cwd: dirname(folder) }).then(
      (done) => ({ ...done, code: 0 }),
      (error) => error as { stdout: string; code: number },
    );
    const lines = stdout.split('\n').filter((line) => line.startsWith('  suites/'));
    expect(lines.sort()).toEqual([
      expect.stringMatching(/^ {2}suites\/crane\/suite.ts: (import|line 1): it cannot be loaded: .*lift/),
      expect.stringMatching(/^ {2}suites\/dock\/more.ts: import: it cannot be loaded: .*wharf.ts/),
      expect.stringMatching(/^ {2}suites\/rail\/demo.ts: line 2: it cannot be loaded: out of order$/),
      expect.stringMatching(/^ {2}suites\/wharf\/pier.ts: line 3: it cannot be loaded: Expected/),
      expect.stringMatching(/^ {2}suites\/yard\/rest.ts: line 3: it cannot be loaded: Cannot read properties of undefined/),
    ]);
    expect(stdout).toMatch(/\n5 errors in the definitions: a start would be refused\n$/);
    expect(stdout).not.toContain(folder);
    expect(ended).toBe(1);
  });
});
