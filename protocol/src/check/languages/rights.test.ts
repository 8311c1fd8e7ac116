import { describe, expect, it } from 'vitest';
import type { EventDef, StateDef } from '#protocol/meta/flow.ts';
import type { GrantDef, RoleDef } from '#protocol/meta/suite.ts';
import type { SubtableDef, TableDef } from '#protocol/meta/table.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { checkSuites } from '../check.ts';

const named = { key_name: '名', key_name_en: 'Name' };
const event = (id: number, next_state: number, rest: Partial<EventDef> = {}): EventDef => ({
  ...{ uid: `e${id}`, id, ...named, next_state },
  ...rest,
});
const state = (value: string, events: EventDef[], rest: Partial<StateDef> = {}): StateDef => ({
  ...{ uid: `s${value}`, value, ...named, actions: [{ uid: `a${value}`, op: value === '1' ? 'Modify' : 'Review', ...named, events }] },
  ...rest,
});
const TOOLBAR: StateDef = { uid: 'bar', value: '*', ...named, actions: [{ uid: 'bar.add', op: 'Add', ...named }] };
const role = (code: string, ...grants: GrantDef[]): RoleDef => ({ uid: `role.${code}`, code, ...named, grants });
const grant = (group: string, items: string[], rest: Partial<GrantDef> = {}): GrantDef => ({ group, scope: 2, items, ...rest });
const ALL = ['List', 'Add', 'Modify', 'Delete'];

/** A claim: typed by the applicant, judged in step 2 by assessor and actuary; its lines have rights of their own unless they say. */
interface Change {
  claim?: Partial<TableDef>;
  line?: Partial<TableDef>;
  fields?: TableDef['fields'];
  lines?: Partial<SubtableDef>;
  second?: Partial<StateDef>;
  asks?: Partial<EventDef>;
  applicant?: Partial<GrantDef>;
  assessor?: Partial<GrantDef>;
  more?: RoleDef[];
  own?: GrantDef[];
  extra?: TableDef[];
}
function claims({ claim, line, fields = [], lines, second, asks, applicant, assessor, more = [], own = [], extra = [] }: Change) {
  const rows = { uid: 'lines', ...named, table_name: 'claim_line', parent_field: 'claim_entity', inline: 1 as const, ...lines };
  const handler = { type: 'roles' as const, codes: ['assessor', 'actuary'] };
  const tables = [
    testTable('claim', {
      flow: 1,
      fields: [
        field('cause', { data_type: 'text', notnull: 1 }),
        field('note', { data_type: 'text' }),
        field('judged', { data_type: 'numeric', edit_state: '2', notnull: 1 }),
        ...fields,
      ],
      states: [
        TOOLBAR,
        state('1', [event(11, 2)]),
        state('2', [event(21, 90, asks), event(22, 0)], { handler, ...second }),
        state('90', [], { end: 'pass' }),
      ],
      subtables: [rows],
      ...claim,
    }),
    testTable('claim_line', {
      permission: 'claim',
      fields: [
        field('claim_entity', { data_type: 'entity', source: 'claim', notnull: 1, hidden: 1 }),
        field('item', { data_type: 'text', notnull: 1 }),
        field('price', { data_type: 'numeric' }),
      ],
      ...line,
    }),
  ];
  const roles = [
    role('applicant', grant('claim', ALL, applicant), ...own),
    role('assessor', grant('claim', ['List', 'Review'], assessor)),
    role('actuary', grant('claim', ['List', 'Review'])),
    ...more,
  ];
  return checkSuites([testSuite([...tables, ...extra], { roles })]).errors.map(({ path, reason, mend }) => `${path}: ${reason} => ${mend}`);
}

describe('META-01 a role can fill in what is demanded of it, or the definition is refused', () => {
  it('what a role can fill in loads, whatever else it may not see', () => {
    expect(claims({})).toEqual([]);
    expect(claims({ applicant: { hide: ['note', 'judged'] }, assessor: { readonly: ['cause'], hide: ['claim_line.price'] } })).toEqual([]);
    expect(claims({ lines: { min: 1 } })).toEqual([]);
  });

  it('a demanded field that nobody types and a choice fills is filled of what the role sees', () => {
    const shop = testTable('shop', { fields: [field('code', { data_type: 'text', notnull: 1 })] });
    const of = (hide: string[], target: TableDef['fields'][number] = field('shop_code', { data_type: 'text', notnull: 1, readonly: 1 })) =>
      claims({
        extra: [shop],
        fields: [field('shop', { data_type: 'entity', source: 'shop', fetch: 'shop_code=code', notnull: 1 }), target],
        own: [grant('shop', ['List'], { hide })],
      });
    expect(of([])).toEqual([]);
    expect(of(['code'], field('shop_code', { data_type: 'text', readonly: 1 }))).toEqual([]);
    const mend = 'take code out of hide of group shop of role applicant, or take readonly out of shop_code';
    for (const hidden of ['code', 'shop.code'])
      expect(of([hidden])).toEqual([expect.stringContaining(mend.replace('take code', `take ${hidden}`))]);
  });

  it('a demanded field that a role may not type is filled by what it chooses, of what the role sees', () => {
    const shop = testTable('shop', { fields: [field('code', { data_type: 'text', notnull: 1 })] });
    const of = (applicant: Partial<GrantDef>, hide: string[] = [], chooser: Partial<TableDef['fields'][number]> = { notnull: 1 }) =>
      claims({
        extra: [shop],
        fields: [
          field('shop', { data_type: 'entity', source: 'shop', fetch: 'shop_code=code', ...chooser }),
          field('shop_code', { data_type: 'text', notnull: 1 }),
        ],
        own: [grant('shop', ['List'], { hide })],
        applicant,
      });
    expect(of({ readonly: ['shop_code'] })).toEqual([]);
    const hidden = of({ readonly: ['shop_code'] }, ['code']);
    expect(hidden).toEqual([
      expect.stringContaining('take code out of hide of group shop of role applicant, or take shop_code out of readonly'),
    ]);
    // nothing copies where it need not be chosen, or where the role may not choose either
    expect(of({ readonly: ['shop_code'] }, [], {})).toEqual([expect.stringContaining('take shop_code out of readonly')]);
    expect(of({ readonly: ['shop_code', 'shop'] }).join()).toContain('take shop_code out of readonly');
  });

  describe('a demanded field that a chosen record alone fills is filled for certain', () => {
    const CLOSED = { data_type: 'text', notnull: 1, readonly: 1 } as const;
    interface Copied {
      shop?: Partial<TableDef['fields'][number]>;
      code?: Partial<TableDef['fields'][number]>;
      target?: Partial<TableDef['fields'][number]>;
      table?: Partial<TableDef>;
      change?: Change;
    }
    const of = ({ shop, code, target, table, change = {} }: Copied) =>
      claims({
        own: [grant('shop', ['List'])],
        ...change,
        extra: [testTable('shop', { fields: [field('code', { data_type: 'text', notnull: 1, ...code })], ...table })],
        fields: [
          field('shop', { data_type: 'entity', source: 'shop', fetch: 'shop_code=code', notnull: 1, ...shop }),
          field('shop_code', { ...CLOSED, ...target }),
          ...(change.fields ?? []),
        ],
      });
    const free = { notnull: 0 } as const;

    it.each<[string, Copied]>([
      ['of a reference and a field that must be filled', {}],
      ['of a number that the server draws', { code: { ...free, number: 'S-{0000}' } }],
      ['of a default', { code: { ...free, defvalue: 'x' } }],
      ['of a column that every record has', { shop: { fetch: 'shop_code=key_name' } }],
      ['of a reference that each event asks for', { shop: free, change: { claim: { states: asking('shop') } } }],
      [
        'of a reference that is demanded under a condition',
        { shop: { ...free, need_where: 'note=x' }, target: { notnull: 0, need_where: 'note=x' } },
      ],
      [
        'of either of two',
        { shop: free, change: { fields: [field('other', { data_type: 'entity', source: 'shop', fetch: 'shop_code=code', notnull: 1 })] } },
      ],
      ['or nothing demands it', { shop: free, code: free, target: { notnull: 0 } }],
      ['or it has a default', { shop: free, target: { defvalue: 'x' } }],
      ['or somebody types it', { shop: free, code: free, target: { readonly: 0 } }],
      ['or a later step types it', { shop: free, code: free, target: { readonly: 0, edit_state: '2' } }],
    ])('taken: %s', (_, copied) => expect(of(copied)).toEqual([]));

    it.each<[string, Copied, string]>([
      [
        'the reference need not be chosen',
        { shop: free },
        'fields[shop_code].notnull: it is demanded, nobody types it (readonly), and shop, which copies it, need not be chosen => ' +
          'give shop notnull: 1, or take readonly or notnull out of shop_code',
      ],
      [
        'the chosen record need not have it',
        { code: free },
        'fields[shop_code].notnull: it is demanded, nobody types it (readonly), and code of shop, from which shop copies it, may be empty => ' +
          'give code of shop notnull: 1, or take readonly or notnull out of shop_code',
      ],
      ['it has it under a condition', { code: { view_where: 'key_name=x' } }, 'may be empty'],
      ['it is typed there under a condition', { code: { edit_where: 'key_name=x' } }, 'may be empty'],
      ['an empty default fills nothing', { shop: free, target: { defvalue: '' } }, 'need not be chosen'],
      [
        'a role alone keeps it from being typed, and the chosen record need not have it',
        { code: free, target: { readonly: 0 }, change: { own: [grant('shop', ['List'])], applicant: { readonly: ['shop_code'] } } },
        'take shop_code out of readonly',
      ],
      [
        'one event asks for it, another does not',
        { shop: free, change: { claim: { states: asking('shop', true) } } },
        'need not be chosen',
      ],
      [
        'it is demanded under a condition',
        { shop: free, target: { notnull: 0, need_where: 'note=x' } },
        'fields[shop_code].need_where: it is demanded',
      ],
      ['it is hidden', { shop: free, target: { readonly: 0, hidden: 1 } }, 'nobody types it (hidden)'],
      [
        'neither of two',
        { shop: free, change: { fields: [field('other', { data_type: 'entity', source: 'shop', fetch: 'shop_code=code' })] } },
        'need not be chosen',
      ],
      [
        'nobody chooses the reference either',
        { shop: { notnull: 0, readonly: 1 } },
        'fields[shop_code].notnull: it is demanded, yet nobody can fill it (readonly)',
      ],
    ])('refused, as %s', (_, copied, said) => expect(of(copied)).toEqual([expect.stringContaining(said)]));

    it('a record that everybody may choose, and of which no role of his reads the field, fills nothing', () => {
      const named = { table: { public_name: 1 } } as const;
      const unread = 'no role that lists shop reads code of it: it would stay empty => give this role a grant of group shop with List';
      expect(of({ ...named, change: { own: [] } })).toEqual([expect.stringContaining(unread)]);
      expect(of({ ...named, change: { own: [], more: [role('staff', grant('shop', ['List'], { hide: ['code'] }))] } })).toEqual([
        expect.stringContaining(unread),
      ]);
      expect(of({ ...named, change: { own: [], more: [role('staff', grant('shop', ['List']))] } })).toEqual([]);
      const fields = [field('key_name', { data_type: 'text', notnull: 1, length: 20 })];
      expect(of({ table: { public_name: 1, fields }, shop: { fetch: 'shop_code=key_name' }, change: { own: [] } })).toEqual([]);
    });

    it('rows copy as records do', () => {
      const rows = (hide: string[]) =>
        claims({
          own: [grant('shop', ['List'], { hide })],
          extra: [testTable('shop', { fields: [field('code', { data_type: 'text', notnull: 1 })] })],
          line: {
            fields: [
              field('claim_entity', { data_type: 'entity', source: 'claim', notnull: 1, hidden: 1 }),
              field('shop', { data_type: 'entity', source: 'shop', fetch: 'shop_code=code', notnull: 1 }),
              field('shop_code', CLOSED),
            ],
          },
        });
      expect(rows([])).toEqual([]);
      expect(rows(['code'])).toEqual([expect.stringContaining('take code out of hide of group shop of role applicant')]);
    });
  });

  it.each<[string, Change, string]>([
    [
      'a demanded field is hidden from who adds',
      { applicant: { hide: ['cause'] } },
      'roles[applicant].grants[claim].hide: claim demands cause (字段 cause) of who adds a record, and hide keeps this role from it => ' +
        'take cause out of hide, take Add out of items, or let the server fill it with a defvalue',
    ],
    ['it is locked', { applicant: { readonly: ['claim.cause'] } }, 'take claim.cause out of readonly'],
    [
      'it is demanded under a condition',
      { fields: [field('why', { data_type: 'text', need_where: 'note=x' })], applicant: { hide: ['why'] } },
      'claim demands why',
    ],
    ['a demanded cell of rows that stand in its form', { applicant: { hide: ['claim_line.item'] } }, 'claim_line demands item'],
    ['it is locked for all tables of the group', { applicant: { readonly: ['item'] } }, 'take item out of readonly'],
    [
      'a demanded field of a step is locked for who signs there',
      { assessor: { readonly: ['judged'] } },
      'roles[assessor].grants[claim].readonly: step 2 demands judged (字段 judged) of who signs as assessor, and readonly keeps this role from it => ' +
        'take judged out of readonly',
    ],
    [
      'all events of a step ask for it',
      { fields: [late()], asks: { need_fields: 'late' }, assessor: { hide: ['late'] } },
      'step 2 demands late',
    ],
    [
      'a refusing end asks for nothing',
      { fields: [late()], claim: { states: refusing() }, assessor: { hide: ['late'] } },
      'step 2 demands late',
    ],
    [
      'it is filled in before at times',
      {
        fields: [field('early', { data_type: 'text', edit_state: '0,1,2', view_where: 'note=x', notnull: 1 })],
        assessor: { hide: ['early'] },
      },
      'step 2 demands early',
    ],
    [
      'an empty default fills nothing',
      { fields: [field('day', { data_type: 'text', notnull: 1, defvalue: '' })], applicant: { hide: ['day'] } },
      'claim demands day',
    ],
    [
      'all who sign there, one after the other, are kept from it',
      {
        second: { sign: 'all' },
        fields: [field('share', { data_type: 'numeric', edit_state: '2', edit_by: 'assessor', notnull: 1 })],
        assessor: { hide: ['share'] },
      },
      'step 2 demands share',
    ],
  ])('%s', (_, change, said) => {
    expect(claims(change)).toEqual([expect.stringContaining(said)]);
  });

  it.each<[string, Change]>([
    [
      'the server fills it',
      { fields: [field('day', { data_type: 'date', notnull: 1, defvalue: '{today}' })], applicant: { readonly: ['day'] } },
    ],
    [
      'a fetch fills it',
      {
        fields: [
          field('of', { data_type: 'entity', source: 'claim', fetch: 'why=cause', notnull: 1 }),
          field('why', { data_type: 'text', notnull: 1, readonly: 1 }),
        ],
        applicant: { readonly: ['why'] },
      },
    ],
    ['another of those who all sign fills it', { second: { sign: 'all' }, assessor: { hide: ['judged'] } }],
    [
      'it is filled in before',
      { fields: [field('early', { data_type: 'text', edit_state: '0,1,2', notnull: 1 })], assessor: { hide: ['early'] } },
    ],
    ['another event does not ask for it', { fields: [late()], claim: {}, asks: { need_fields: 'note' }, assessor: { hide: ['late'] } }],
    ['nobody adds by hand', { claim: { states: claimStates() }, applicant: { hide: ['cause'] }, extra: [visits()] }],
    ['the role is above rights', { more: [{ ...role('chief', grant('claim', ALL, { hide: ['cause'] })), root: 1 }] }],
    ['it reads and does not add', { more: [role('reader', grant('claim', ['List', 'Modify'], { hide: ['cause'] }))] }],
    ['another fills it in his turn', { second: { sign: 'seq' }, assessor: { hide: ['judged'] } }],
    [
      'another who has no grant to sign, and is asked all the same',
      {
        second: { sign: 'all', handler: { type: 'roles', codes: ['assessor', 'guest'] } },
        more: [role('guest')],
        assessor: { hide: ['judged'] },
      },
    ],
    [
      'everybody may choose by name',
      {
        fields: [field('shop', { data_type: 'entity', source: 'shop', notnull: 1 })],
        extra: [testTable('shop', { public_name: 1, fields: [field('key_name', { data_type: 'text' })] })],
      },
    ],
  ])('%s: taken', (_, change) => {
    expect(claims(change)).toEqual([]);
  });

  it.each<[string, Change, string]>([
    [
      'rows are demanded and have rights of their own that the role lacks',
      { lines: { min: 1 }, line: { permission: undefined } },
      'roles[applicant].grants[claim].items: claim demands rows of claim_line of who adds a record, and this role may not add them: they have a permission group of their own, claim_line => ' +
        "write permission: 'claim' in table claim_line, or give the role a grant of group claim_line with List, Add, Modify and Delete",
    ],
    [
      'bound rows of its own group too',
      { lines: { min: 1, inherit: 0 }, applicant: { items: ['List', 'Add'] } },
      'this role may not bind them',
    ],
    [
      'bound rows need List and Modify',
      { lines: { min: 1, inherit: 0 }, line: { permission: undefined }, own: [grant('claim_line', ['List', 'Add'])] },
      'this role may not bind them',
    ],
    [
      'rows that a step demands of who signs there',
      { lines: { min: 1, edit_state: '2' }, line: { permission: undefined } },
      'step 2 demands rows',
    ],
    [
      'the rows offer no action that adds one',
      { lines: { min: 1 }, line: { states: [state('1', [], { actions: [{ uid: 'm', op: 'Modify', ...named }] })] } },
      'subtables[claim_line].min: rows are demanded, and claim_line offers no action that adds one => ' +
        "add { uid, op: 'Add', key_name, key_name_en } to the actions of its state 1, without valid_state, or take min out",
    ],
    ['no step opens them', { lines: { min: 1, view_state: '2' } }, 'subtables[claim_line].min: rows are demanded, and no step opens them'],
  ])('%s', (_, change, said) => {
    expect(claims(change)).toEqual(expect.arrayContaining([expect.stringContaining(said)]));
  });

  it('rows with rights of their own are taken where the role has them too, and where none is demanded', () => {
    const line = { permission: undefined };
    expect(claims({ line, lines: { min: 1 }, own: [grant('claim_line', ALL)] })).toEqual([]);
    expect(claims({ line, lines: { min: 1, inherit: 0 }, own: [grant('claim_line', ['List', 'Modify'])] })).toEqual([]);
    expect(claims({ line })).toEqual([]);
    expect(claims({ line, lines: { min: 1 }, own: [grant('claim_line', ALL, { hide: ['item'] })] })).toEqual([
      expect.stringContaining('roles[applicant].grants[claim_line].hide: claim_line demands item'),
    ]);
  });

  it('a demanded field that no step opens is refused', () => {
    const opened = (rest: object) => claims({ fields: [field('lost', { data_type: 'text', notnull: 1, ...rest })] });
    expect(opened({ view_state: '2' })).toEqual([
      'fields[lost].notnull: it is demanded, yet nobody can fill it (no step opens it) => ' +
        'let edit_state name a step at which it is filled in, and view_state the same, take notnull out, or let the server fill it: defvalue, number, or a fetch into it',
    ]);
    expect(opened({ edit_state: '2', view_state: '2' })).toEqual([]);
    expect(opened({ view_state: '2', defvalue: 'x' })).toEqual([]);
    expect(opened({ view_state: '0,1' })).toEqual([]);
  });

  it('a variant through which one may write has what is demanded', () => {
    const narrow = (ops: string[] | undefined, fields = ['note']) =>
      claims({ claim: { variants: [{ uid: 'v', name: 'brief', fields, ...(ops ? { ops } : {}) }] } });
    const lacks = (name: string) =>
      `variants[brief].fields: ${name} is demanded and is not among them, so it would be written without => ` +
      `name ${name} in fields, or write ops: ['List']`;
    expect(narrow(undefined)).toEqual([lacks('cause'), lacks('judged')]);
    expect(narrow(['List', 'Add'])).toEqual([lacks('cause')]);
    expect(narrow(['List', 'Review'])).toEqual([lacks('judged')]);
    expect(narrow(['List', 'Delete'])).toEqual([]);
    expect(narrow(undefined, ['cause', 'judged'])).toEqual([]);
  });

  it('a demanded reference whose table no role may list is refused; one role that lists it is enough, as people have several', () => {
    const of = (rest: object, more: RoleDef[] = []) =>
      claims({
        fields: [field('shop', { data_type: 'entity', source: 'shop', notnull: 1, ...rest })],
        more,
        claim: {},
        extra: [testTable('shop', { fields: [field('key_name', { data_type: 'text' })] })],
      });
    expect(of({})).toEqual([
      'roles[applicant].grants[claim].items: claim demands shop (字段 shop) of who adds a record, and nobody may choose one: no role lists shop => ' +
        'give this role, or one that its people have too, a grant of group shop with List',
    ]);
    expect(of({ notnull: 0 })).toEqual([]);
    expect(of({}, [role('staff', grant('shop', ['List']))])).toEqual([]);
    expect(of({ defvalue: 1 })).toEqual([]);
  });
});

function late(): TableDef['fields'][number] {
  return field('late', { data_type: 'text', edit_state: '2' });
}

function refusing(): StateDef[] {
  return [
    TOOLBAR,
    state('1', [event(11, 2)]),
    state('2', [event(21, 90, { need_fields: 'late' }), event(23, 91)], { handler: { type: 'roles', codes: ['assessor', 'actuary'] } }),
    state('90', [], { end: 'pass' }),
    state('91', [], { end: 'reject' }),
  ];
}

/** Another table of the group, where who has Add adds. */
const visits = () => testTable('visit', { permission: 'claim', states: [TOOLBAR, { uid: 'visit.1', value: '1', ...named }] });
function claimStates(): StateDef[] {
  return [
    state('1', [event(11, 2)]),
    state('2', [event(21, 90)], { handler: { type: 'roles', codes: ['assessor', 'actuary'] } }),
    state('90', [], { end: 'pass' }),
  ];
}

describe('META-01 what a role is given it can use, or the definition is refused', () => {
  const memo = (actions: string[], rest: Partial<TableDef> = {}): TableDef => {
    const bar = actions.map((op) => ({ uid: `memo.bar.${op}`, op, ...named }));
    const first: StateDef = { uid: 'memo.1', value: '1', ...named };
    return testTable('memo', { states: bar.length ? [{ uid: 'memo.bar', value: '*', ...named, actions: bar }, first] : [first], ...rest });
  };
  const told = (tables: TableDef[], ...grants: GrantDef[]) =>
    checkSuites([testSuite(tables, { roles: [role('clerk', ...grants)] })]).errors.map(
      ({ path, reason, mend }) => `${path}: ${reason} => ${mend}`,
    );
  const claim = (bar: StateDef[] = [TOOLBAR]) =>
    testTable('claim', { flow: 1, states: [...bar, state('1', [event(11, 90)]), state('90', [], { end: 'pass', actions: [] })] });

  it('who may add where records go on by submitting may look at his own, or could never submit them', () => {
    expect(told([claim()], grant('claim', ['Add']))).toEqual([
      "roles[clerk].grants[claim].items: Add without List: who adds a record of claim could neither open nor submit it => add 'List' to items",
    ]);
    expect(told([claim()], grant('claim', ['Add', 'List']))).toEqual([]);
    // what nobody submits may be a box that is thrown into
    expect(told([memo(['Add'])], grant('memo', ['Add']))).toEqual([]);
  });

  it('Add is given where some table of the group offers it, and the mend names both ways', () => {
    const lacking = 'roles[clerk].grants[memo].items: Add is given, and no table of the group offers it: each Add would be refused';
    const out = "take 'Add' out of items";
    const action = "{ uid: 'memo.add', op: 'Add', key_name: '新建', key_name_en: 'Add' }";
    expect(told([memo([])], grant('memo', ['List', 'Add']))).toEqual([
      `${lacking} => add { uid: 'memo.toolbar', value: '*', key_name: '工具栏', key_name_en: 'Toolbar', actions: [${action}] } to states of table memo, or ${out}`,
    ]);
    expect(told([memo(['Delete'])], grant('memo', ['List', 'Add']))).toEqual([
      `${lacking} => add ${action} to actions of states[*] of table memo, or ${out}`,
    ]);
    expect(told([memo([])], grant('memo', ['List']))).toEqual([]);
    expect(told([memo(['Add'])], grant('memo', ['List', 'Add']))).toEqual([]);
    expect(told([memo([], { storage: 'view' })], grant('memo', ['Add']))).toEqual([`${lacking} => ${out}`]);
    const bar: StateDef = { uid: 'memo.bar', value: '*', ...named, actions: [{ uid: 'memo.add', op: 'Add', ...named }] };
    expect(told([memo([], { states: [...memo([]).states, bar] })], grant('memo', ['List', 'Add']))).toEqual([]);
  });

  it('Add is given for rows in forms that other rights guard, and for one table of the group among others', () => {
    const rows = { uid: 'rows', ...named, table_name: 'memo', parent_field: 'claim_entity', inline: 1 as const };
    const owner = field('claim_entity', { data_type: 'entity', source: 'claim', notnull: 1, hidden: 1 });
    const parent = { ...claim(), subtables: [rows] };
    const given = [grant('claim', ['List', 'Add']), grant('memo', ALL)];
    expect(told([parent, memo([], { fields: [owner] })], ...given)).toEqual([]);
    expect(told([memo(['Add']), testTable('note', { permission: 'memo' })], grant('memo', ['List', 'Add']))).toEqual([]);
  });
});

/** States of a claim whose event 11 asks for the field; `other`: beside one that does not. */
function asking(need_fields: string, other = false): StateDef[] {
  return [
    TOOLBAR,
    state('1', [event(11, 2, { need_fields }), ...(other ? [event(12, 2)] : [])]),
    state('2', [event(21, 90), event(22, 0)], { handler: { type: 'roles', codes: ['assessor', 'actuary'] } }),
    state('90', [], { end: 'pass' }),
  ];
}
