import { describe, expect, it } from 'vitest';
import type { Problem } from '#protocol/check/problem.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { EventDef, StateDef } from '#protocol/meta/flow.ts';
import type { RoleDef, SuiteDef } from '#protocol/meta/suite.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { loadSuites } from '#server/installed.ts';
import { DefinitionError } from '#server/meta/load.ts';
import { sys } from '#suites/sys/suite.ts';

const named = { key_name: '名', key_name_en: 'Name' };
const event = (id: number, rest: Partial<EventDef>): EventDef => ({ uid: `e${id}`, id, ...named, key_name: `名${id}`, ...rest });
const state = (value: string, events: EventDef[], rest: Partial<StateDef> = {}): StateDef => ({
  ...{ uid: `s${value}`, value, ...named, actions: [{ uid: `a${value}`, op: value === '1' ? 'Modify' : 'Review', ...named, events }] },
  ...rest,
});
const role = (code: string): RoleDef => ({
  ...{ uid: `r.${code}`, code, ...named },
  grants: [
    { group: 'loan', scope: 2, items: ['List', 'Add', 'Modify', 'Review'] },
    { group: 'book', scope: 2, items: ['List', 'Modify'] },
  ],
});
const handler = { type: 'roles' as const, codes: ['keeper', 'clerk'] };

/** A book is asked for (1), judged (2), handed over (3), lent (90), or given up (91). */
function suite(fields: FieldDef[], change: (loan: TableDef) => Partial<TableDef> | undefined = () => undefined): SuiteDef {
  const table = testTable('loan', {
    flow: 1,
    fields: [field('kind', { data_type: 'radio', items: [1, 2].map((id) => ({ id, ...named })), notnull: 1 }), ...fields],
    states: [
      { uid: 'bar', value: '*', ...named, actions: [{ uid: 'bar.add', op: 'Add', ...named }] },
      state('1', [event(11, { next_state: 2 }), event(12, { next_state: 91 })]),
      state('2', [event(21, { next_state: 3 }), event(22, { next_state: 0 })], { handler }),
      state('3', [event(31, { next_state: 90 }), event(32, { back_state: '2' })], { handler }),
      state('90', [], { end: 'pass' }),
      state('91', [], { end: 'cancel' }),
    ],
  });
  const lent = field('lent', { data_type: 'int' });
  const book = testTable('book', { fields: [lent, field('title', { data_type: 'text', length: 200 })] });
  const all = [{ ...table, ...change(table) }, book];
  return testSuite(all, { requires: ['sys'], roles: [role('keeper'), role('clerk')] });
}

const load = (one: SuiteDef): readonly Problem[] => {
  try {
    loadSuites([sys, one], '/nowhere');
    return [];
  } catch (error) {
    if (error instanceof DefinitionError) return error.problems;
    throw error;
  }
};

type Doing = (of: SuiteDef, said: readonly string[]) => void;
const loanOf = (of: SuiteDef) => of.tables.find(({ table_name }) => table_name === 'loan')!;
const fieldOf = (of: SuiteDef, name: string) => {
  const found = of.tables.flatMap(({ fields }) => fields).find(({ field_name }) => field_name === name);
  if (!found) throw new Error(`no field ${name}`);
  return found as unknown as Record<string, unknown>;
};
const eventsOf = (of: SuiteDef) => loanOf(of).states.flatMap(({ actions = [] }) => actions.flatMap(({ events = [] }) => events));
const read = (text: string) => (text.startsWith("'") ? text.slice(1, -1) : Number(text));

/** What mends of flows say, each phrase done as it is written. */
const PHRASES: readonly [RegExp, Doing][] = [
  [
    /^take ([\w, ]+) out of (\w+)$/,
    (of, [keys, name]) => {
      for (const key of keys!.split(', ')) delete fieldOf(of, name!)[key];
    },
  ],
  [
    /^give step (\d+) (\w+): ('[^']*'|\d+)$/,
    (of, [step, key, value]) => Object.assign(loanOf(of).states.find((one) => one.value === step)!, { [key!]: read(value!) }),
  ],
  [
    /^give sub-table (\w+) min: 1$/,
    (of, [name]) => Object.assign(loanOf(of).subtables!.find(({ table_name }) => table_name === name)!, { min: 1 }),
  ],
  [/^give (\w+) of (\w+) notnull: 1$/, (of, [name]) => Object.assign(fieldOf(of, name!), { notnull: 1 })],
  [/^give (\w+) (\w+): ('[^']*'|\d+)$/, (of, [name, key, value]) => Object.assign(fieldOf(of, name!), { [key!]: read(value!) })],
  [
    /^name (\w+) in need_fields of events? ([\d, ]+)$/,
    (of, [name, ids]) => {
      const wanted = ids!.split(', ');
      const found = eventsOf(of).filter(({ id }) => wanted.includes(String(id)));
      expect(found).toHaveLength(wanted.length);
      for (const one of found) one.need_fields = [one.need_fields, name].filter(Boolean).join();
    },
  ],
  [
    /^take (\w+) out of need_fields of event (\d+)$/,
    (of, [name, id]) => {
      const one = eventsOf(of).find((each) => String(each.id) === id)!;
      const left = one.need_fields!.split(',').filter((each) => each.trim() !== name);
      one.need_fields = left.join();
      if (!left.length) delete one.need_fields;
    },
  ],
];
/** What only its author can do. */
const FREE = /^(add an event for this data|widen a guard)$/;

/** The definition as each of the ways says that it is mended. */
function mended(broken: SuiteDef, mend: string): SuiteDef[] {
  return mend
    .split(', or ')
    .filter((way) => !FREE.test(way))
    .map((way) => {
      const copy = structuredClone(broken);
      for (const phrase of way.split(' and ')) {
        const found = PHRASES.find(([form]) => form.test(phrase));
        if (!found) throw new Error(`nobody can follow: ${phrase}`);
        found[1](copy, found[0].exec(phrase)!.slice(1));
      }
      return copy;
    });
}

const book = (of: Partial<FieldDef> = {}) => field('book', { data_type: 'entity', source: 'book', ...of });
const back = () => ({
  write_back: [{ uid: 'lent', state: 90, table: 'book', op: 'Modify' as const, id_field: 'book', values: { lent: 1 } }],
});
const asks = (id: number, need_fields: string) => (loan: TableDef) => {
  for (const one of loan.states.flatMap(({ actions = [] }) => actions.flatMap(({ events = [] }) => events)))
    if (one.id === id) one.need_fields = need_fields;
  return {};
};
const guarded = (where: string, other: string) => (loan: TableDef) => {
  const [step] = loan.states.filter(({ value }) => value === '3');
  step!.actions![0]!.events = [
    event(31, { next_state: 90, where }),
    event(33, { next_state: 90, where: other }),
    event(32, { back_state: '2' }),
  ];
  return {};
};
const inTurn = (change: (loan: TableDef) => object) => (loan: TableDef) => {
  loan.states.find(({ value }) => value === '2')!.sign = 'seq';
  return change(loan);
};
const boss = (of: Partial<FieldDef>) => field('boss', { data_type: 'entity', source: 'user', ...of });
const byField = (loan: TableDef) => {
  Object.assign(loan.states.find(({ value }) => value === '3')!, { handler: { type: 'field', field: 'boss' } });
  return {};
};
const amount = (of: Partial<FieldDef> = {}) => field('amount', { data_type: 'numeric', length: '18,2', ...of });
const double = field('double', { data_type: 'numeric', length: '20,2', calc: 'amount*2' });
const lends = (of: Partial<FieldDef> = {}) => field('lends', { data_type: 'entity', source: 'book', ...of });
const note = (of: Partial<FieldDef> = {}) => field('note', { data_type: 'text', ...of });

describe('FLOW-01 a mend that is followed word for word mends', () => {
  it('the suite that the cases spoil is sound', () => expect(load(suite([book({ notnull: 1 })], back))).toEqual([]));

  it.each<[string, SuiteDef, string, number]>([
    ['E16 what the applicant alone types', suite([book()], back), 'E16', 2],
    ['E16 what he types and need not see', suite([book({ notnull: 1, view_where: 'kind=1' })], back), 'E16', 2],
    ['E16 what he types at times', suite([book({ notnull: 1, edit_where: 'kind=1' })], back), 'E16', 2],
    ['E16 what nobody sees', suite([book({ hidden: 1 })], back), 'E16', 2],
    ['E16 what nobody types', suite([book({ readonly: 1 })], back), 'E16', 2],
    ['E16 what he does not see', suite([book({ view_state: '2,3,90' })], back), 'E16', 2],
    ['E16 what a step before types', suite([book({ edit_state: '2' })], back), 'E16', 1],
    ['E16 what a step before types and shows', suite([book({ edit_state: '2', view_state: '2,90' })], back), 'E16', 1],
    ['E16 what one of two signers types', suite([book({ edit_state: '3', edit_by: 'clerk', notnull: 1 })], back), 'E16', 1],
    ['E16 what the first signer types', suite([book({ edit_state: '2', edit_by: 'first' })], back), 'E16', 1],
    [
      'E16 at the end of a step that is passed over',
      suite([book()], (loan) => {
        loan.states.find(({ value }) => value === '3')!.self = 'skip';
        return back();
      }),
      'E16',
      2,
    ],
    [
      'E16 on several ways',
      suite([book({ edit_state: '2,3' })], (loan) => {
        loan.states.find(({ value }) => value === '2')!.actions![0]!.events!.push(event(24, { next_state: 90 }));
        return back();
      }),
      'E16',
      1,
    ],
    [
      'E16 at the end of who gave it up',
      suite([book({ notnull: 1 })], () => ({ write_back: [{ ...back().write_back[0]!, state: 91 }] })),
      'E16',
      1,
    ],
    ['E11 what the step does not open', suite([note()], asks(21, 'note')), 'E11', 2],
    ['E11 what it does not show', suite([note({ edit_state: '0,1', view_state: '0,1' })], asks(21, 'note')), 'E11', 2],
    ['E11 what it opens to one signer', suite([note({ edit_state: '2', edit_by: 'clerk' })], inTurn(asks(21, 'note'))), 'E11', 1],
    ['E11 what it opens at times', suite([note({ edit_state: '2', edit_where: 'kind=1' })], asks(21, 'note')), 'E11', 1],
    ['E11 what is calculated', suite([amount(), double], asks(21, 'double')), 'E11', 1],
    ['E7 a guard over what may be empty', suite([amount()], guarded('amount<5', 'amount>=5')), 'E7', 1],
    [
      'E7 one over what is shown at times',
      suite([amount({ notnull: 1, view_where: 'kind=1' })], guarded('amount<5', 'amount>=5')),
      'E7',
      1,
    ],
    ['E7 one over what is calculated', suite([amount(), double], guarded('double<5', 'double>=5')), 'E7', 1],
    [
      'E7 one over another record, whose field may be empty',
      suite([lends({ notnull: 1 })], guarded('lends.lent<5', 'lends.lent>=5')),
      'E7',
      1,
    ],
    ['E5 a handler that may be empty', suite([boss({})], byField), 'E5', 2],
    ['E5 one that is shown at times', suite([boss({ notnull: 1, view_where: 'kind=1' })], byField), 'E5', 2],
    ['E5 one that is typed too late', suite([boss({ edit_state: '3' })], byField), 'E5', 1],
  ])('%s', (_, broken, rule, ways) => {
    const found = load(broken);
    expect(found.filter(({ reason }) => reason.startsWith(rule))).toHaveLength(1);
    const [{ mend }] = found.filter(({ reason }) => reason.startsWith(rule)) as [Problem];
    const copies = mended(broken, mend);
    expect(copies, mend).toHaveLength(ways);
    for (const copy of copies) expect(load(copy), mend).toEqual([]);
  });

  it('a guard over a sum of what is always there needs no event for the empty one', () => {
    expect(load(suite([amount({ notnull: 1 }), double], guarded('double<5', 'double>=5')))).toEqual([]);
    const given = (calc: string, of: Partial<FieldDef> = { notnull: 1 }) =>
      load(suite([amount(of), { ...double, calc }], guarded('double<5', 'double>=5'))).map(({ reason }) => reason.slice(0, 2));
    expect(given('round(amount,1)+1')).toEqual([]);
    expect(given('if(amount>1,2,amount)')).toEqual([]);
    expect(given('1/amount', {})).toEqual(['E7']);
    expect(given('1/amount')).toEqual([]);
    expect(given('10/amount', { notnull: 1, min: 1 })).toEqual([]);
    expect(given('1/amount', { notnull: 1, min: 1 })).toEqual(['E6']);
    const half = field('half', { data_type: 'numeric', length: '20,2', calc: 'amount*3' });
    const twice = { ...double, calc: 'half*2' };
    const told = (of: Partial<FieldDef>) => load(suite([amount(of), half, twice], guarded('double<5', 'double>=5')));
    expect(told({ notnull: 1 })).toEqual([]);
    expect(told({})).toMatchObject([
      { reason: expect.stringMatching(/^E7/), mend: 'give amount notnull: 1, or add an event for this data, or widen a guard' },
    ]);
    expect(given('amount*2', { notnull: 1, edit_where: 'kind=1' })).toEqual(['E7']);
  });
});
