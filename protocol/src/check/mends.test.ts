import { describe, expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { ActionDef, EventDef, StateDef } from '#protocol/meta/flow.ts';
import type { GrantDef, SuiteDef } from '#protocol/meta/suite.ts';
import type { SubtableDef, TableDef } from '#protocol/meta/table.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { checkSuites } from './check.ts';

const named = { key_name: '名', key_name_en: 'Name' };
const event = (id: number, next_state: number): EventDef => ({ uid: `e${id}`, id, ...named, next_state });
const state = (value: string, events: EventDef[], rest: Partial<StateDef> = {}): StateDef => ({
  ...{ uid: `s${value}`, value, ...named, actions: [{ uid: `a${value}`, op: value === '1' ? 'Modify' : 'Review', ...named, events }] },
  ...rest,
});
const part = (rest: Partial<TableDef> = {}) =>
  testTable('part', {
    permission: 'job',
    fields: [
      field('job_entity', { data_type: 'entity', source: 'job', notnull: 1, hidden: 1 }),
      field('name', { data_type: 'text', notnull: 1 }),
    ],
    ...rest,
  });
const machine = testTable('machine', { fields: [field('no', { data_type: 'text', unique: 1 })] });

/** A job with parts: asked for (1), done by two roles (2), booked (90). The house has a second suite, with people. */
interface Change {
  fields?: FieldDef[];
  job?: Partial<TableDef>;
  parts?: Partial<SubtableDef>;
  part?: Partial<TableDef>;
  grant?: Partial<GrantDef>;
  suite?: Partial<SuiteDef>;
}
function house({ fields = [], job, parts, part: of, grant, suite }: Change): SuiteDef[] {
  const table = testTable('job', {
    flow: 1,
    fields: [field('size', { data_type: 'numeric' }), field('what', { data_type: 'text', notnull: 1 }), ...fields],
    states: [
      { uid: 'bar', value: '*', ...named, actions: [{ uid: 'bar.add', op: 'Add', ...named }] },
      state('1', [event(11, 2)]),
      state('2', [event(21, 90)], { handler: { type: 'roles', codes: ['fitter', 'clerk'] } }),
      state('90', [], { end: 'pass' }),
    ],
    subtables: [{ uid: 'parts', ...named, table_name: 'part', parent_field: 'job_entity', inline: 1, ...parts }],
    ...job,
  });
  const roles = ['fitter', 'clerk'].map((code) => ({
    ...{ uid: code, code, ...named },
    grants: [{ group: 'job', scope: 2 as const, items: ['List', 'Add', 'Review'], ...(code === 'fitter' ? grant : {}) }],
  }));
  const people = testSuite([testTable('person')], {
    ...{ uid: 'people', code: 'people' },
    dicts: [{ uid: 'grade', code: 'grade', ...named, items: [{ id: 1, ...named }] }],
    roles: [{ uid: 'porter', code: 'porter', ...named, grants: [] }],
  });
  return [testSuite([table, part(of), machine], { code: 'shop', uid: 'shop', requires: ['people'], roles, ...suite }), people];
}
const errors = (suites: readonly unknown[]) => checkSuites(suites).errors;

/** A definition as an author has it before him. */
// biome-ignore lint/suspicious/noExplicitAny: what is wrong has no type
type Open = any;
type Follow = (shop: Open, said: readonly string[]) => void;
const one = (shop: Open, name: string): Open =>
  shop.tables.flatMap((table: Open) => table.fields).find((of: Open) => of.field_name === name);
const tableOf = (shop: Open, name: string): Open => shop.tables.find((table: Open) => table.table_name === name);
const add = (shop: Open, of: string) => tableOf(shop, of).fields.at(-1);
const grantOf = (shop: Open): Open => shop.roles[0].grants[0];
const book = (values: Record<string, string | number>): Partial<TableDef> => ({
  write_back: [{ uid: 'w', state: 90, table: 'machine', op: 'Add', values }],
});
const last =
  (key: string, value: (said: readonly string[]) => unknown): Follow =>
  (shop, said) => {
    const found = add(shop, 'job');
    const made = value(said);
    if (made === undefined) delete found[key];
    else found[key] = made;
  };
const TOOLBAR: StateDef = { uid: 'bar', value: '*', ...named, actions: [] };
const ADD: ActionDef = { uid: 'bar.add', op: 'Add', ...named };
/** The job's steps, its first button with two events and more. */
const conditional = (rest: Partial<ActionDef>): StateDef[] => {
  const events = [event(11, 2), { ...event(12, 90), key_name: '免', where: 'what=b | what=c' }];
  const handler = { type: 'roles' as const, codes: ['fitter', 'clerk'] };
  return [
    { ...TOOLBAR, actions: [ADD] },
    { uid: 's1', value: '1', ...named, actions: [{ uid: 'a1', op: 'Modify', ...named, events, ...rest }] },
    state('2', [event(21, 90)], { handler }),
    state('90', [], { end: 'pass' }),
  ];
};
/** What a mend shows to be written, as the language reads it. */
const written = (code: string): Open => new Function(`return ${code}`)();
const text = (rest: Partial<FieldDef> = {}) => field('x', { data_type: 'text', ...rest });
const bounded = (name: string, edit_by: string) => field(name, { data_type: 'text', edit_state: '2', edit_by, notnull: 1 });

describe('META-01 a mend that is followed word for word mends', () => {
  it('the house that the cases spoil is sound', () => expect(errors(house({}))).toEqual([]));

  it.each<[string, Change, RegExp, Follow]>([
    ['two signs of equality', { fields: [text({ view_where: 'size==1' })] }, /^write (.*)$/, last('view_where', ([where]) => where)],
    [
      'in a condition of several',
      { fields: [text({ view_where: "what='a==b' & (size >== 5 | size!==7)" })] },
      /^write (.*)$/,
      (shop, [where]) => {
        expect(where).toBe("what='a==b' & (size >= 5 | size!=7)");
        add(shop, 'job').view_where = where;
      },
    ],
    ['beside a text', { fields: [text({ view_where: 'what==a' })] }, /^write (.*)$/, last('view_where', ([where]) => where)],
    [
      'in a calculation',
      { fields: [field('x', { data_type: 'numeric', calc: 'if(size==1,2,3)' })] },
      /^write (.*)$/,
      last('calc', ([calc]) => calc),
    ],
    [
      'an amount in the hint of a table without money',
      { fields: [text({ hint: '满 {30} 天', hint_en: 'after 30 days' })] },
      /^write (30) without braces, or/,
      last('hint', ([number]) => `满 ${number} 天`),
    ],
    [
      'or an amount of money',
      { fields: [field('x', { data_type: 'numeric', hint: '满 {30} 时', hint_en: 'from {30}' })] },
      /, or give a number of this table (money): 1$/,
      last('money', () => 1),
    ],
    [
      'no length',
      { fields: [text({ length: 0 })] },
      /^write a number of characters \((\d+)\)/,
      last('length', ([length]) => Number(length)),
    ],
    ['no length, in quotes', { fields: [text({ length: '0' })] }, /^write .* (\d+)/, last('length', ([length]) => Number(length))],
    [
      'a file that no suite names',
      { parts: { table_name: 'tool' } },
      /; a table with a file of its own is named in tables of suite\.ts, too$/,
      (shop) => {
        shop.tables.push({ ...part(), table_name: 'tool', uid: 'tool' });
        shop.tables = shop.tables.filter((table: Open) => table.table_name !== 'part');
      },
    ],
    [
      'a file that no suite names, called nearly like another',
      { fields: [field('x', { data_type: 'entity', source: 'parts' })] },
      /^did you mean part\? A table with a file of its own is named in tables of suite\.ts, too$/,
      (shop) => shop.tables.push(testTable('parts')),
    ],
    [
      'a table of a suite that is not required',
      { fields: [field('x', { data_type: 'entity', source: 'person' })], suite: { requires: [] } },
      /^person is a table of suite people: write requires: \['(people)'\] in suite\.ts$/,
      (shop, requires) => {
        shop.requires = requires;
      },
    ],
    [
      'a dictionary of one',
      { fields: [field('x', { data_type: 'select', items: 'grade' })], suite: { requires: [] } },
      /^grade is a dictionary of suite people: write requires: \['(people)'\] in suite\.ts$/,
      (shop, requires) => {
        shop.requires = requires;
      },
    ],
    [
      'a role of one',
      {
        job: {
          states: house({})[0]!.tables[0]!.states.map((at) =>
            at.value === '2' ? { ...at, handler: { type: 'role', code: 'porter' } } : at,
          ),
        },
        suite: { requires: [] },
      },
      /^porter is a role of suite people: write requires: \['(people)'\] in suite\.ts$/,
      (shop, requires) => {
        shop.requires = requires;
      },
    ],
    [
      'a permission group of one',
      { grant: { group: 'person', items: ['List'] }, suite: { requires: [] } },
      /^person is a group of suite people: write requires: \['(people)'\] in suite\.ts$/,
      (shop, requires) => {
        shop.requires = requires;
      },
    ],
    [
      'Add without List where one submits',
      { grant: { items: ['Add', 'Review'] } },
      /^add '(List)' to items$/,
      (shop, [item]) => grantOf(shop).items.push(item),
    ],
    [
      'Add that no table offers: a toolbar with it',
      { grant: { group: 'machine' } },
      /^add (\{.*\}) to states of table machine, or take 'Add' out of items$/,
      (shop, [bar]) => tableOf(shop, 'machine').states.push(written(bar!)),
    ],
    [
      'Add that a toolbar does not offer',
      {
        ...{ grant: { group: 'machine' } },
        suite: { tables: [...house({})[0]!.tables.slice(0, 2), { ...machine, states: [...machine.states, { ...TOOLBAR, uid: 'm.bar' }] }] },
      },
      /^add (\{.*\}) to actions of states\[\*\] of table machine, or take 'Add' out of items$/,
      (shop, [action]) => {
        tableOf(shop, 'machine').states.at(-1).actions = [written(action!)];
      },
    ],
    [
      'Add that no table offers: taken out',
      { grant: { group: 'machine' } },
      /^add .*, or take '(Add)' out of items$/,
      (shop, [item]) => {
        grantOf(shop).items = grantOf(shop).items.filter((one: string) => one !== item);
      },
    ],
    [
      'a condition on the button of an event',
      { job: { states: conditional({ where: "what='O''Neil' | size>5" }) } },
      /^take where out, and write where: (.*) on event 11, where: (.*) on event 12$/,
      (shop, [first, second]) => {
        const [action] = tableOf(shop, 'job').states[1].actions;
        delete action.where;
        action.events[0].where = written(first!);
        action.events[1].where = written(second!);
        expect(action.events.map((one: Open) => one.where)).toEqual([
          "what='O''Neil' | size>5",
          "(what='O''Neil' | size>5) & (what=b | what=c)",
        ]);
      },
    ],
    [
      'a button that its state does not offer',
      { job: { states: conditional({ valid_state: '2' }) } },
      /^take (valid_state) out: /,
      (shop, [key]) => {
        delete tableOf(shop, 'job').states[1].actions[0][key!];
      },
    ],
    [
      'an order as SQL writes it, downwards',
      { job: { order: 'size desc, create_time DESC' } },
      /^write order: (.*)$/,
      (shop, [order]) => {
        tableOf(shop, 'job').order = written(order!);
        expect(tableOf(shop, 'job').order).toBe('-size,-create_time');
      },
    ],
    [
      'and upwards',
      { job: { order: 'size asc,-create_time' } },
      /^write order: (.*)$/,
      (shop, [order]) => {
        tableOf(shop, 'job').order = written(order!);
        expect(tableOf(shop, 'job').order).toBe('size,-create_time');
      },
    ],
    [
      'a menu of one',
      {
        suite: {
          requires: [],
          modules: [{ uid: 'm', code: 'm', ...named, flag: 'm', menus: [{ uid: 'mm', ...named, type: 'TAB', cloud: 'person' }] }],
        },
      },
      /^person is a table of suite people: write requires: \['(people)'\] in suite\.ts$/,
      (shop, requires) => {
        shop.requires = requires;
      },
    ],
    [
      'a pattern too long',
      { fields: [text({ length: 3, format: '\\d{7}' })] },
      /^write length: (\d+) or more/,
      last('length', ([most]) => Number(most)),
    ],
    [
      'endings with dots',
      { fields: [field('x', { data_type: 'file', format: '.pdf,.docx' })] },
      /: '(.*)'$/,
      last('format', ([endings]) => endings),
    ],
    [
      'a demanded calculation',
      { fields: [field('x', { data_type: 'numeric', calc: 'size*2', notnull: 1 })] },
      /^take (notnull) out, and give it to a field that the calculation reads$/,
      (shop, [key]) => {
        delete add(shop, 'job')[key!];
        one(shop, 'size')[key!] = 1;
      },
    ],
    [
      'a default of what is unique',
      { fields: [text({ unique: 1, hidden: 1, defvalue: 'a' })] },
      /^take (unique) out, or the default$/,
      last('unique', () => undefined),
    ],
    [
      'or the default',
      { fields: [text({ unique: 1, hidden: 1, defvalue: 'a' })] },
      /^take unique out, or the default$/,
      last('defvalue', () => undefined),
    ],
    [
      'a constant into what is unique',
      { job: book({ no: 'a' }) },
      /such as its number or (\{id\}), or take unique out$/,
      (shop, [place]) => {
        tableOf(shop, 'job').write_back[0].values.no = `a${place}`;
      },
    ],
    ['or not unique', { job: book({ no: 'a' }) }, /or take (unique) out$/, (shop, [key]) => delete one(shop, 'no')[key!]],
    [
      'one who signs for all',
      { fields: [bounded('a', 'fitter'), bounded('b', 'clerk')] },
      /^write sign: '(\w+)', or/,
      (shop, [sign]) => {
        tableOf(shop, 'job').states[2].sign = sign;
      },
    ],
    [
      'or what is his alone',
      { fields: [bounded('a', 'fitter'), bounded('b', 'clerk')] },
      /or take edit_by out of (\w+) and (\w+)$/,
      (shop, names) => {
        for (const name of names) delete one(shop, name).edit_by;
      },
    ],
    ['a locked field', { grant: { hide: ['what'] } }, /^take what out of (hide), /, (shop, [key]) => delete grantOf(shop)[key!]],
    [
      'or not added',
      { grant: { hide: ['what'] } },
      /take (Add) out of items/,
      (shop, [item]) => {
        grantOf(shop).items = grantOf(shop).items.filter((of: string) => of !== item);
      },
    ],
    [
      'or filled',
      { grant: { hide: ['what'] } },
      /fill it with a (defvalue)$/,
      (shop, [key]) => {
        one(shop, 'what')[key!] = 'x';
      },
    ],
    [
      'a locked field of a step',
      { fields: [field('x', { data_type: 'text', edit_state: '2', notnull: 1 })], grant: { readonly: ['job.x'] } },
      /^take job\.x out of (readonly)$/,
      (shop, [key]) => delete grantOf(shop)[key!],
    ],
    [
      'rows of a group of their own',
      { parts: { min: 1 }, part: { permission: undefined } },
      /^write permission: '(\w+)' in table (\w+), or/,
      (shop, [group, rows]) => {
        tableOf(shop, rows!).permission = group;
      },
    ],
    [
      'or a grant of it',
      { parts: { min: 1 }, part: { permission: undefined } },
      /or give the role a grant of group (\w+) with (\w+), (\w+), (\w+) and (\w+)$/,
      (shop, [group, ...items]) => {
        for (const role of shop.roles) role.grants.push({ group, scope: 2, items });
      },
    ],
    [
      'rows that nothing adds',
      { parts: { min: 1 }, part: { states: [state('1', [])] } },
      /^add \{ uid, op: '(\w+)', key_name, key_name_en \} to the actions of its state 1/,
      (shop, [op]) => tableOf(shop, 'part').states[0].actions.push({ uid: 'new', op, ...named }),
    ],
    [
      'what no step opens',
      { fields: [text({ notnull: 1, view_state: '2' })] },
      /^let (edit_state) name a step at which it is filled in, and view_state the same/,
      last('edit_state', () => '2'),
    ],
    [
      'a reference that nobody lists',
      { fields: [field('x', { data_type: 'entity', source: 'machine', notnull: 1 })] },
      /^give this role, or one that its people have too, a grant of group (\w+) with (\w+)$/,
      (shop, [group, item]) => shop.roles[1].grants.push({ group, scope: 2, items: [item] }),
    ],
  ])('%s', (_, change, form, follow) => {
    const broken = house(change);
    const found = errors(broken).filter(({ mend }) => form.test(mend));
    expect(found, JSON.stringify(errors(broken), null, 1)).not.toEqual([]);
    const copies = structuredClone(broken);
    follow(copies[0], form.exec(found[0]!.mend)!.slice(1));
    expect(errors(copies), found[0]!.mend).toEqual([]);
  });
});
