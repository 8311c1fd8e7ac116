import { describe, expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { ActionDef, EventDef, StateDef } from '#protocol/meta/flow.ts';
import type { RoleDef, SuiteDef } from '#protocol/meta/suite.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { checkSuites } from './check.ts';

const named = { key_name: '名', key_name_en: 'Name' };
const event = (id: number, rest: Partial<EventDef>): EventDef => ({ uid: `e${id}`, id, ...named, ...rest });
const state = (value: string, events: EventDef[], rest: Partial<StateDef> = {}): StateDef => ({
  uid: `s${value}`,
  value,
  ...named,
  actions: [{ uid: `a${value}`, op: 'Review', ...named, events }],
  ...rest,
});
const urgency = {
  uid: 'urgency',
  code: 'urgency',
  ...named,
  items: [1, 2].map((id) => ({ id, key_name: id === 1 ? '高' : '低', key_name_en: 'x' })),
};

/** A work order: asked for, done in step 2, booked at its end. */
const order = (fields: FieldDef[] = [], rest: Partial<TableDef> = {}): TableDef =>
  testTable('work_order', {
    flow: 1,
    fields: [
      field('urgency', { data_type: 'select', items: 'urgency' }),
      field('note', { data_type: 'text', length: 50 }),
      field('hours', { data_type: 'numeric', length: '8,2', notnull: 1 }),
      field('due', { data_type: 'date' }),
      field('machine', { data_type: 'entity', source: 'machine', notnull: 1 }),
      ...fields,
    ],
    states: [
      state('1', [event(11, { next_state: 2 })]),
      state('2', [event(21, { next_state: 90 })], { handler: { type: 'role', code: 'fitter' } }),
      state('90', [], { end: 'pass' }),
    ],
    ...rest,
  });
const machine = testTable('machine', {
  fields: [
    field('code', { data_type: 'text', length: 100, notnull: 1 }),
    field('spent', { data_type: 'numeric', length: '18,2' }),
    field('serviced', { data_type: 'date' }),
    field('place', { data_type: 'select', items: [{ id: 7, key_name: '厂', key_name_en: 'Plant' }] }),
  ],
});
const fitter: RoleDef = { uid: 'r', code: 'fitter', ...named, grants: [{ group: 'work_order', scope: 2, items: ['List', 'Review'] }] };
const upkeep = (tables: TableDef[], rest: Partial<SuiteDef> = {}): SuiteDef =>
  testSuite([...tables, machine], { code: 'upkeep', uid: 'upkeep', dicts: [urgency], roles: [fitter], ...rest });
const wrong = (...suites: SuiteDef[]) => checkSuites(suites).errors;
const FILE = 'suites/upkeep/tables/work-order.ts';
const book = (values: Record<string, string | number>, rest: object = {}): Partial<TableDef> => ({
  write_back: [{ uid: 'w', state: 90, table: 'machine', op: 'Add', values: { code: 'M', ...values }, ...rest }],
});
const modify = { op: 'Modify' as const, id_field: 'machine' };
type Row = [string, TableDef, string, string | RegExp, string | RegExp];
const conditional = (rest: Partial<ActionDef>): ActionDef => ({
  uid: 'a',
  op: 'Review',
  ...named,
  events: [event(11, { next_state: 2 })],
  ...rest,
});

describe('META-01 conditions of actions that decide nothing', () => {
  it('an action without events may have one, and one with events a valid_state that names its own state', () => {
    const [first, ...others] = order().states;
    const more: ActionDef[] = [
      { uid: 'm', op: 'Modify', ...named, where: 'hours>8', valid_state: '2' },
      { uid: 'd', op: 'Delete', ...named, where: 'hours>8', events: [] },
    ];
    for (const valid_state of ['1', '0', '0,2'])
      expect(wrong(upkeep([order([], { states: [{ ...first!, actions: [conditional({ valid_state }), ...more] }, ...others] })]))).toEqual(
        [],
      );
  });
});

describe('META-01 what would be taken and do nothing, or harm later, is refused: file, path, reason, mend', () => {
  it('the suite that the cases spoil is sound', () => {
    expect(wrong(upkeep([order([], book({ spent: '{hours}', serviced: '{today}', place: 7 }))]))).toEqual([]);
    expect(wrong(upkeep([order([], book({ code: '{note}', serviced: '{due}' }, modify))]))).toEqual([]);
  });

  it.each<Row>([
    [
      'demanded and hidden',
      order([field('x', { data_type: 'text', notnull: 1, hidden: 1 })]),
      'fields[x].notnull',
      'it is demanded, yet nobody can fill it (hidden)',
      /defvalue/,
    ],
    [
      'a brace in a hint that holds no amount',
      order([field('x', { data_type: 'text', hint: '不足 {limit} 时', hint_en: 'Below {1000}' })]),
      'fields[x].hint',
      '{limit} is no amount',
      'write an amount of the record as its number in braces, such as {1000}',
    ],
    [
      'a default that is no choice',
      order([field('x', { data_type: 'select', items: 'urgency', defvalue: 3 })]),
      'fields[x].defvalue',
      '3 is no value of x, a select',
      'write the id of a choice: 1 (高), 2 (低)',
    ],
    [
      'a default of another type',
      order([field('x', { data_type: 'int', defvalue: '{today}' })]),
      'fields[x].defvalue',
      '{today} is no value of x, a int',
      '{today} goes into a date',
    ],
    [
      'the user as a department',
      order([field('x', { data_type: 'entity', source: 'machine', defvalue: '{user.id}' })]),
      'fields[x].defvalue',
      '{user.id} is no value of x, a entity',
      "{user.id} goes into an entity field with source: 'user'",
    ],
    [
      'a name where a choice is a number',
      order([field('x', { data_type: 'text', need_where: 'urgency=high' })]),
      'fields[x].need_where',
      'urgency has no choice high',
      'write the id of a choice: 1 (高), 2 (低)',
    ],
    [
      'a choice that there is not',
      order([field('x', { data_type: 'text', view_where: 'urgency in (1,9)' })]),
      'fields[x].view_where',
      'urgency has no choice 9',
      /^write the id of a choice/,
    ],
    [
      'a state that there is not',
      order([], { row_where: 'review_state!=7' }),
      'row_where',
      'review_state has no choice 7',
      /^write the id of a choice: 0, 1/,
    ],
    [
      'a number compared with a text',
      order([field('x', { data_type: 'text', edit_where: 'hours=many' })]),
      'fields[x].edit_where',
      'not a condition: hours has no such value: many',
      /^conditions read/,
    ],
    [
      'a condition over a related record',
      order([field('x', { data_type: 'text', view_where: 'machine.spent>5' })]),
      'fields[x].view_where',
      'unknown field machine.spent',
      /fetch/,
    ],
    ...(
      [
        ['machine.spet>5', 'unknown field machine.spet', 'did you mean spent?'],
        ['machin.spent>5', 'unknown field machin.spent', 'did you mean machine?'],
        ['hours.spent>5', 'unknown field hours.spent', /^hours names no one record/],
        ['machine.spent>many', 'not a condition: machine.spent has no such value: many', /^conditions read/],
        ['machine.place=9', 'machine.place has no choice 9', /^write the id of a choice/],
        ['hours=1|machine.spent<{hours}', 'machine.spent is compared with {hours}', /^compare what another record says with a value/],
      ] as const
    ).map(
      ([where, reason, mend]): Row => [
        `a guard over a related record: ${where}`,
        order([], { states: [state('1', [event(11, { next_state: 90, where })]), state('90', [], { end: 'pass' })] }),
        'states[1].events[11].where',
        reason,
        mend,
      ],
    ),
    [
      'a guard that is none',
      order([], { states: [state('1', [event(11, { next_state: 90, where: 'hours>' })]), state('90', [], { end: 'pass' })] }),
      'states[1].events[11].where',
      /^not a condition/,
      /^conditions read/,
    ],
    [
      'a condition on an action whose events would be decided all the same',
      order([], { states: [...order().states.slice(1), state('1', [], { actions: [conditional({ where: 'hours>8' })] })] }),
      'states[1].actions[Review].where',
      'it holds back the button and not its events: 11 (名) could be taken by a record for which it does not hold',
      "take where out, and write where: 'hours>8' on event 11",
    ],
    [
      'an action with events that is never offered in its state',
      order([], { states: [...order().states.slice(1), state('1', [], { actions: [conditional({ valid_state: '2,90' })] })] }),
      'states[1].actions[Review].valid_state',
      'it keeps the button from the state in which it stands, and not its events: 11 (名)',
      'take valid_state out: the action stands in state 1 alone',
    ],
    [
      'an unknown op',
      order([], { states: [...order().states.slice(1), state('1', [], { actions: [{ uid: 'a', op: 'Aprove', ...named }] })] }),
      'states[1].actions[Aprove].op',
      'Aprove is no op that an action has',
      /actions do List, Show, Add, Paste, Modify, Batch, Review, Delete, Call, Open, Account, Invite, TakeLink, Auth$/,
    ],
    [
      'fetch of a text into a number',
      order([field('m', { data_type: 'entity', source: 'machine', fetch: 'hours=code' })]),
      'fields[m].fetch',
      'machine.code cannot always be copied into hours: a text does not fit into a numeric',
      /same type/,
    ],
    [
      'fetch of what does not fit',
      order([field('m', { data_type: 'entity', source: 'machine', fetch: 'note=code' })]),
      'fields[m].fetch',
      'machine.code cannot always be copied into note: 100 characters do not fit into 50',
      /same type/,
    ],
    [
      'a write-back of a text into a date',
      order([], book({ serviced: '{note}' })),
      'write_back[w].values.serviced',
      '{note} cannot always be written into machine.serviced: a text does not fit into a date',
      /same type/,
    ],
    [
      'of a word into a date',
      order([], book({ serviced: 'soon' })),
      'write_back[w].values.serviced',
      '"soon" is no value of machine.serviced',
      /same type/,
    ],
    [
      'of a choice that there is not',
      order([], book({ place: 8 })),
      'write_back[w].values.place',
      '8 is no value of machine.place',
      /same type/,
    ],
    [
      'of other choices',
      order([], book({ place: '{urgency}' })),
      'write_back[w].values.place',
      '{urgency} cannot always be written into machine.place: it has no choice 1, 2',
      /same type/,
    ],
    [
      'without a demanded field',
      order([], { write_back: [{ uid: 'w', state: 90, table: 'machine', op: 'Add', values: { spent: '{hours}' } }] }),
      'write_back[w].values.code',
      'machine demands code (字段 code), and nothing is written there',
      "write a value: code: '{field of work_order}'",
    ],
    [
      'at a step that is no end',
      order([], book({}, { state: 2 })),
      'write_back[w].state',
      'state 2 is no end: a write-back runs when the record comes to an end, and here it never would',
      'write the state of an end: 90 (名); or events, those by which it is to be written',
    ],
    [
      'a tab of a sub-table',
      order([], { subtables: [{ uid: 'x', ...named, table_name: 'machine', parent_field: 'x' }] }),
      'subtables[machine].inline',
      'its rows stand nowhere: the table has no tabs',
      'write inline: 1, which draws them in the form, or tabs: 1 on the table, which gives them a tab',
    ],
    [
      'records chosen by a group that is not said',
      order([], { type: 'GROUP' }),
      'type',
      'records of a GROUP table are chosen by group, and group is not said',
      "write group: 'field'",
    ],
    ['a drawer for what is handled', order([], { drawer: 1 }), 'drawer', 'a record with a flow is handled on its own page', /drawer/],
    [
      'readers of what is only told',
      order([], { readlog: 1, storage: 'view' }),
      'readlog',
      'a view has no record that is opened',
      'leave readlog out',
    ],
    [
      'files of what keeps none',
      order([], { attach: 1, flow: undefined }),
      'attach',
      'no file can stand in its records',
      'leave attach out, or write a field of data_type file',
    ],
    ['a group that there is not', order([], { group: 'urgencies' }), 'group', 'unknown field urgencies', /urgency/],
    ['a group twice', order([], { group: 'urgency,urgency' }), 'group', 'urgency stands twice', 'name each field once'],
    [
      'a group of texts',
      order([], { group: 'key_name' }),
      'group',
      'records cannot be grouped by key_name, a text',
      'name fields of data_type select, radio, entity, entities, checkbox',
    ],
    ['a script', order([], { onload: 'x()' }), 'onload', 'x() is no target=expression', /^write target=expression/],
    [
      'a smallest text',
      order([field('x', { data_type: 'text', min: 3 })]),
      'fields[x].min',
      'only numbers and dates have a smallest value',
      /^take min out/,
    ],
    [
      'a format of a date',
      order([field('x', { data_type: 'date', format: 'yyyy' })]),
      'fields[x].format',
      /^only texts/,
      /^take format out/,
    ],
    [
      'a look for a choice that there is not',
      order([], { styles: [{ uid: 'x', field: 'urgency', value: '1,5', style: 'late', target: 'ROW' }] }),
      'styles[urgency].value',
      'urgency has no choice 5',
      /^write the id/,
    ],
    [
      'an order by a list',
      order([], { order: 'review_entity' }),
      'order',
      'a list cannot be ordered by review_entity, a entities',
      'name a field of one short value',
    ],
    [
      'two fields of one name',
      order([field('Note', { uid: 'n2', data_type: 'text' })]),
      'fields[Note]',
      'field_name Note stands twice: first for 字段 note at fields[note], then for 字段 Note',
      /case of their letters/,
    ],
    [
      'a pattern whose shortest text is too long',
      order([field('x', { data_type: 'text', length: 5, format: '[A-Z]{2}-(\\d{4}|\\d{6}x*)' })]),
      'fields[x].format',
      'the shortest text that matches [A-Z]{2}-(\\d{4}|\\d{6}x*) has 7 characters, and length holds 5',
      'write length: 7 or more, or a pattern of fewer characters',
    ],
    [
      'endings with a dot',
      order([field('x', { data_type: 'file', format: '.pdf, .docx' })]),
      'fields[x].format',
      '.pdf is no ending of a file: nothing could be uploaded by it',
      "write the endings by commas, without dots: 'pdf,docx'",
    ],
    [
      'a media type for an ending',
      order([field('x', { data_type: 'file', format: 'pdf,image/*' })]),
      'fields[x].format',
      'image/* is no ending of a file: nothing could be uploaded by it',
      "write the endings by commas, without dots: 'pdf'",
    ],
    [
      'no ending at all',
      order([field('x', { data_type: 'file', format: ',' })]),
      'fields[x].format',
      'a comma too many: an ending is missing',
      "write the endings by commas, without dots: 'pdf,docx'",
    ],
    [
      'an ending that is no picture',
      order([field('x', { data_type: 'image', format: 'png,svg' })]),
      'fields[x].format',
      'svg is no picture',
      'write some of jpg,jpeg,png,gif, or make the field a file',
    ],
    ...(
      [
        ['search', { search: 1 }, 'nothing can be searched in it: the field is a password'],
        ['sortable', { sortable: 1 }, 'a list cannot be sorted by it: the field is a password'],
        ['unique', { unique: 1 }, 'it cannot be unique: the field is a password'],
        ['index', { index: 1 }, 'an index does not serve it: the field is a password'],
        ['frozen', { frozen: 1 }, 'no list shows it: the field is a password'],
        ['list_width', { list_width: 10 }, 'no list shows it: the field is a password'],
        ['batch', { batch: 1 }, 'it belongs to one record: the field is a password'],
        ['defvalue', { defvalue: 'abcd1234' }, 'a definition would tell it to everybody: the field is a password'],
        ['length', { length: 20 }, 'password has no length'],
      ] as const
    ).map(([key, said, reason]): [string, SuiteDef['tables'][number], string, string, string] => [
      `${key} of a password`,
      order([field('x', { data_type: 'password', ...said })]),
      `fields[x].${key}`,
      reason,
      `take ${key} out`,
    ]),
    [
      'an ending that is no video',
      order([field('x', { data_type: 'video', format: 'mp4, mp3' })]),
      'fields[x].format',
      'mp3 is no video',
      'write some of mp4,webm,wmv,mov,mpeg,mpg,ogg,flv,avi,rmvb,rm,dat,3gp, or make the field a file',
    ],
    [
      'an ending that is no medium',
      order([field('x', { data_type: 'media', format: 'mp4,pdf', max: 0 })]),
      'fields[x].format',
      'pdf is no picture, video or sound',
      'write some of jpg,jpeg,png,gif,mp4,webm,wmv,mov,mpeg,mpg,ogg,flv,avi,rmvb,rm,dat,3gp,mp3,m4a,wav,flac, or make the field a file',
    ],
    [
      'no picture at all',
      order([field('x', { data_type: 'image', max: 0 })]),
      'fields[x].max',
      'max of pictures is how many it takes, and 0 is none',
      'write 1 or more, or make the field readonly: 1',
    ],
    [
      'a calculated field that is demanded',
      order([field('x', { data_type: 'numeric', calc: 'hours*2', notnull: 1 })]),
      'fields[x].notnull',
      'nobody types this field (calc), so notnull does nothing',
      'take notnull out, and give it to a field that the calculation reads',
    ],
    [
      'one that is demanded under a condition',
      order([field('x', { data_type: 'numeric', calc: 'hours*2', need_where: 'urgency=1' })]),
      'fields[x].need_where',
      'nobody types this field (calc), so need_where does nothing',
      'take need_where out, and give it to a field that the calculation reads',
    ],
    [
      'a default for all of what there is only once',
      order([field('x', { data_type: 'text', unique: 1, readonly: 1, defvalue: 'A' })]),
      'fields[x].defvalue',
      'every record would have A, and unique lets one have it',
      'take unique out, or the default',
    ],
    ['a name a letter away', order([], { order: 'hourss' }), 'order', 'unknown field hourss', 'did you mean hours?'],
  ])('%s', (_, table, path, reason, mend) => {
    const text = (said: string | RegExp) => (typeof said === 'string' ? said : expect.stringMatching(said));
    expect(wrong(upkeep([table]))).toContainEqual({ file: FILE, path, reason: text(reason), mend: text(mend) });
  });

  const once = (rest: Partial<TableDef> = {}, of: Partial<FieldDef> = {}): TableDef => ({
    ...machine,
    fields: machine.fields.map((one) => (one.field_name === 'code' ? { ...one, ...of } : one)),
    ...rest,
  });
  const written = (table: TableDef, into: TableDef) =>
    checkSuites([{ ...upkeep([table]), tables: [table, into] }]).errors.map(({ path, reason, mend }) => [path, reason, mend]);
  const UNIQUE = { unique: 1 as const };

  it.each<[string, TableDef, TableDef, string, string]>([
    [
      'a constant into a unique field',
      order([], book({})),
      once({}, UNIQUE),
      'write_back[w].values.code',
      'every case would write M into machine.code',
    ],
    [
      'by a change',
      order([], book({}, modify)),
      once({}, UNIQUE),
      'write_back[w].values.code',
      'every case would write M into machine.code',
    ],
    [
      'constants into all fields that are unique together',
      order([], book({ place: 7 })),
      once({ unique: [['place', 'code']] }),
      'write_back[w].values.place',
      'every case would write 7 and M into machine.place and machine.code',
    ],
    [
      'the default of one that nothing is written to',
      order([], { write_back: [{ uid: 'w', state: 90, table: 'machine', op: 'Add', values: { spent: '{hours}' } }] }),
      once({}, { ...UNIQUE, defvalue: 'M' }),
      'write_back[w].values.code',
      'every case would write M into machine.code',
    ],
  ])('%s: the second case could not be written', (_, table, into, path, reason) => {
    expect(written(table, into)).toEqual([
      [
        path,
        `${reason}, which is unique: the second is refused`,
        'write a value of the case there, such as its number or {id}, or take unique out',
      ],
    ]);
  });

  it('a constant beside a value of the case, or into a field that is not unique, is taken', () => {
    expect(written(order([], book({})), once())).toEqual([]);
    expect(written(order([], book({ code: '{note}' })), once({}, UNIQUE))).toEqual([]);
    expect(written(order([], book({ spent: '{hours}' })), once({ unique: [['code', 'spent']] }))).toEqual([]);
    expect(written(order([], book({}, modify)), once({ unique: [['code', 'place']] }))).toEqual([]);
    const change = { write_back: [{ uid: 'w', state: 90, table: 'machine', ...modify, values: { spent: '{hours}' } }] };
    expect(written(order([], change), once({}, { ...UNIQUE, defvalue: 'M' }))).toEqual([]);
    const rows = [{ table: 'machine', parent_field: 'of', values: [{ code: 'M' }] }];
    const of = field('of', { data_type: 'entity', source: 'machine' });
    const parts = once({ fields: [...machine.fields, of], unique: [['of', 'code']] });
    expect(written(order([], book({ code: '{note}x', of: '{machine}' }, { rows })), parts)).toEqual([]);
  });

  it('what nobody types may have choices that are offered no more, and a pattern may have longer texts than its field', () => {
    const items = [{ id: 1, ...named, hidden: 1 as const }];
    const taken = (...fields: FieldDef[]) => expect(wrong(upkeep([order(fields)]))).toEqual([]);
    taken(field('x', { data_type: 'select', items, readonly: 1 }));
    taken(field('x', { data_type: 'select', items, auto_fill: 1 }));
    taken(field('x', { data_type: 'select', items, hidden: 1 }));
    expect(wrong(upkeep([order([field('x', { data_type: 'select', items, readonly: 1, edit_state: '2' })])]))).toMatchObject([
      { path: 'fields[x].items', reason: 'every choice is hidden: there is nothing to choose' },
    ]);
    taken(field('x', { data_type: 'text', length: 5, format: '[A-Z]*' }), field('y', { data_type: 'text', length: 2, format: '(a|bcd)?' }));
    taken(field('x', { data_type: 'file', format: 'PDF, docx,7z' }));
  });

  it('an unknown flag and an op that no role is given', () => {
    const role = { ...fitter, flags: ['stok'], grants: [{ group: 'work_order', scope: 2 as const, items: ['List', 'Show', 'Approve'] }] };
    const modules = [{ uid: 'm', code: 'stock', ...named, flag: 'stock', menus: [] }];
    const file = 'suites/upkeep/suite.ts';
    expect(wrong(upkeep([order()], { roles: [role], modules }))).toEqual([
      {
        file,
        path: 'roles[fitter].flags',
        reason: 'no module has the flag stok',
        mend: "did you mean stock? flags of this installation are stock, EI; a module's own is its key flag",
      },
      ...['Show', 'Approve'].map((item) => ({
        file,
        path: 'roles[fitter].grants[work_order].items',
        reason: `${item} is no op that is given`,
        mend: expect.stringContaining('items are List, Add, Modify, Delete, Review'),
      })),
    ]);
  });

  it('a uid that stands twice names both places, in a table and in the house', () => {
    const again = order([field('other', { uid: 'note', data_type: 'text' })]);
    expect(wrong(upkeep([again]))).toContainEqual({
      file: FILE,
      path: 'fields[other].uid',
      reason: 'field uid note stands twice: first at table work_order, fields[note].uid',
      mend: expect.stringMatching(/^give the newer one a uid of its own/),
    });
    const second = testSuite([testTable('job', { uid: 'work_order' })], { uid: 'x', code: 'shop' });
    expect(wrong(upkeep([order()]), second)).toContainEqual({
      file: 'suites/shop/tables/job.ts',
      path: 'uid',
      reason: 'table uid work_order stands twice: first at table work_order, uid',
      mend: expect.any(String),
    });
    expect(
      wrong(upkeep([order()]), testSuite([], { uid: 'x', code: 'shop', roles: [{ ...fitter, uid: 'r2', grants: [] }] })),
    ).toMatchObject([
      { file: 'suites/shop/suite.ts', path: 'roles[fitter].code', reason: 'role fitter stands twice: first as fitter of suite upkeep' },
    ]);
  });

  it('what is readonly and demanded is taken where the server fills it: fetched from the record that is chosen', () => {
    const fetched = [
      field('chosen', { data_type: 'entity', source: 'machine', fetch: 'code=code', notnull: 1 }),
      field('code', { data_type: 'text', length: 100, notnull: 1, readonly: 1 }),
    ];
    expect(wrong(upkeep([order(fetched)]))).toEqual([]);
    expect(wrong(upkeep([order(fetched.slice(1))]))).toMatchObject([{ path: 'fields[code].notnull' }]);
  });

  it('a hidden field of a sub-table that names its record is filled with it', () => {
    const part = testTable('part', {
      fields: [field('order_entity', { data_type: 'entity', source: 'work_order', notnull: 1, hidden: 1 })],
    });
    const parts = { uid: 'p', ...named, table_name: 'part', parent_field: 'order_entity', inline: 1 as const };
    expect(wrong(upkeep([order([], { subtables: [parts] }), part]))).toEqual([]);
    expect(wrong(upkeep([order(), part]))).toMatchObject([{ path: 'fields[order_entity].notnull' }]);
  });

  it('every message says how to mend it, also those of the shape', () => {
    const broken = structuredClone(
      upkeep([order([field('x', { data_type: 'text', sensitive: 1 })], { client_states: '1>3', group: 'ghost', order: 'ghost' })]),
    ) as unknown as Record<string, unknown>;
    const shape = checkSuites([{ ...broken, colour: 1, version: 'one', roles: 7 }]).errors;
    for (const one of [...shape, ...wrong(broken as unknown as SuiteDef)])
      expect(one).toMatchObject({
        file: expect.stringMatching(/\.ts$/),
        path: expect.stringMatching(/\S/),
        reason: expect.stringMatching(/\S/),
        mend: expect.stringMatching(/\S{2}/),
      });
    expect(shape.map(({ path, mend }) => `${path}: ${mend}`)).toEqual([
      "version: write major.minor.patch in quotes: '0.1.0'",
      'roles: write a list: [ … ]',
      expect.stringMatching(/^colour: take it out; keys here are uid, code/),
    ]);
  });
});
