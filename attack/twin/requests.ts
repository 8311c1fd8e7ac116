import fc from 'fast-check';
import type { TableDef } from '#protocol/meta/table.ts';
import { LAID } from '../laid.ts';
import { dataOf, FLOWS, type Form, formOf, writable } from './forms.ts';
import { fieldList, filtersOf, groupName, idOf, type Knowledge, wordOf } from './guesses.ts';
import { keeping } from './keeping.ts';
import { laidRequests } from './laid-requests.ts';
import { TABLES } from './oracle.ts';
import type { Request } from './world.ts';

type Call = Omit<Request, 'domain'>;
type Weighted = fc.WeightedArbitrary<Call>;
type Make = (of: TableDef) => Record<string, fc.Arbitrary<string>>;

const CLOUDS = ['todo', 'notice', 'message[web]', 'role', 'nothing', 'flow_todo'];

/** Requests of one person over every op that he may send, valid and half-valid. */
export function requestsOf(know: Knowledge): fc.Arbitrary<Request> {
  const table = tableOf(know);
  const calls = [...looks(know, table), ...flows(know), ...others(table), ...writes(know), keeping(know), laidOver(know)];
  const upload: fc.Arbitrary<Call> = fc
    .record({
      cloud: fc.constantFrom('initiation', 'project'),
      field: fc.constantFrom('proposal', 'legal_opinion', 'resolution', 'nothing'),
    })
    .map((form) => ({ path: '/app', op: 'Upload', form, upload: 'a paper' }));
  const single = fc.oneof(...calls, { weight: 1, arbitrary: upload });
  const queue = fc.array(fc.oneof(...calls), { minLength: 1, maxLength: 3 }).map(
    (some): Call => ({
      path: '/sys',
      op: 'Queue',
      form: { actions: JSON.stringify(some.map(({ path, op, form }) => ({ ...form, path, op }))) },
    }),
  );
  return fc
    .tuple(fc.oneof({ weight: 24, arbitrary: single }, { weight: 1, arbitrary: queue }), fc.nat(2))
    .map(([request, domain]) => ({ ...request, domain }));
}

const call = (weight: number, path: string, op: string, form: fc.Arbitrary<Form>): Weighted => ({
  weight,
  arbitrary: form.map((fields) => ({ path, op, form: fields })),
});

/** Mostly one that he may list. */
const tableOf = (know: Knowledge): fc.Arbitrary<TableDef> =>
  fc.constantFrom(
    ...TABLES.flatMap((table) => Array(!know.sight.may(table, 'List') ? 1 : LAID.includes(table) ? 6 : 24).fill(table) as TableDef[]),
  );
/** What the shipped suites have no use for has requests of its own. */
const laidOver = (know: Knowledge): Weighted => ({ weight: know.sight.may(LAID[0]!, 'List') ? 24 : 2, arbitrary: laidRequests(know) });

const mostly = (some: readonly TableDef[]) => fc.constantFrom(...some, ...some, ...some, ...some, TABLES[0]!, TABLES.at(-1)!);

const on = (some: fc.Arbitrary<TableDef>, make: Make, needed: string[] = ['cloud']): fc.Arbitrary<Form> =>
  some.chain((of) => fc.record({ cloud: cloudOf(of), ...make(of) }, { requiredKeys: needed as never }) as fc.Arbitrary<Form>);
const onFlow = (make: Make, needed = ['cloud', 'id']): fc.Arbitrary<Form> =>
  fc
    .constantFrom(...FLOWS)
    .chain((of) => fc.record({ cloud: fc.constant(of.table_name), ...make(of) }, { requiredKeys: needed as never }) as fc.Arbitrary<Form>);

const cloudOf = (of: TableDef): fc.Arbitrary<string> =>
  fc.oneof({ weight: 24, arbitrary: fc.constant(of.table_name) }, { weight: 1, arbitrary: fc.constantFrom(...CLOUDS) });

const anId = (know: Knowledge) => (of: TableDef) => idOf(know, of).map(String);

function looks(know: Knowledge, table: fc.Arbitrary<TableDef>): Weighted[] {
  const id = anId(know);
  const trees = mostly(TABLES.filter((of) => of.type === 'TREE'));
  const deletable = mostly(TABLES.filter((of) => know.sight.may(of, 'Delete')));
  const list = on(table, (of) => ({
    filters: filtersOf(know, of),
    fields: fieldList(know, of),
    op_code: fc.constantFrom('Add', 'Modify', 'x'),
  }));
  const group = on(table, (of) => ({ field: groupName(know, of), filters: filtersOf(know, of), below: fc.constant('1') }), [
    'cloud',
    'field',
  ]);
  const level = on(
    table,
    (of) => ({
      ...{ field: groupName(know, of), filters: filtersOf(know, of), order: fc.constant('value'), stat: fc.constant('1') },
      ...{ rows: fc.constantFrom('1', '2'), page: fc.constantFrom('1', '2') },
    }),
    ['cloud', 'field', 'order'],
  );
  const tree = on(trees, (of) => ({
    ...{ id: id(of), filters: filtersOf(know, of), fields: fieldList(know, of) },
    ...{ holds: fc.constant('1'), way: fc.constant('1') },
  }));
  const moving = on(trees, (of) => ({ id: id(of), parent: id(of) }), ['cloud', 'id']);
  const get = on(table, (of) => ({ id: id(of), fields: fieldList(know, of) }), ['cloud', 'id']);
  const show = on(table, (of) => ({ id: id(of) }), ['cloud', 'id']);
  const find: fc.Arbitrary<Form> = table.chain((of) => fc.record({ key_word: wordOf(know, of), rows: fc.constantFrom('1', '20') }));
  const few = { rows: fc.constantFrom('1', '2'), page: fc.constantFrom('1', '2') };
  const history = on(table, (of) => ({ id: id(of), ...few }), ['cloud', 'id']);
  const version = on(table, (of) => ({ id: id(of), nth: fc.constantFrom('1', '2', '3') }), ['cloud', 'id', 'nth']);
  const bin = on(deletable, () => ({ rows: fc.constantFrom('2', '50'), page: fc.constantFrom('1', '2') }));
  return [
    call(
      24,
      '/app',
      'Page',
      on(table, (of) => pageOf(know, of)),
    ),
    call(6, '/app', 'List', list),
    call(8, '/app', 'Group', group),
    call(8, '/app', 'Group', level),
    call(5, '/app', 'Tree', tree),
    call(2, '/app', 'Moving', moving),
    call(3, '/app', 'Find', find),
    call(8, '/app', 'Get', get),
    call(8, '/app', 'Show', show),
    call(6, '/app', 'History', history),
    call(6, '/app', 'Version', version),
    ...['Readers', 'Attachs'].map((op) => call(3, '/app', op, history)),
    call(3, '/app', 'Recycle', bin),
    call(2, '/app', 'Matching', list),
    call(1, '/app', 'Changes', fc.record({ rows: fc.constantFrom('1', '20') })),
    ...looksAtReports(),
    call(8, '/app', 'Page', ofTodos),
    call(3, '/app', 'Group', ofCases),
    ...looksAtFiles(know),
  ];
}

const looksAtReports = (): Weighted[] => [call(6, '/report', 'Index', ofReports), call(2, '/report', 'Chart', ofReports)];

const looksAtFiles = ({ files }: Knowledge): Weighted[] => [
  call(5, '/app', 'Download', fc.record({ key_name: fc.constantFrom(...files, 'no-such-key') })),
  call(2, '/app', 'Preview', fc.record({ key_name: fc.constantFrom(...files) })),
  call(2, '/sys', 'Ticket', fc.record({ key_name: fc.constantFrom(...files, 'no-such-key') })),
];

/** Reports by what they are narrowed, grouped and sorted: figures tell of rows as lists do. */
const REPORTS = [
  ...['project_by_class', 'project_map', 'unit_begin', 'unit_year', 'unit_tree', 'city_by_agency', 'city_budgets'],
  ...['year_execution', 'year_rate', 'fund_execution', 'project_curve'],
];
const reportFilters = fc
  .constantFrom<object>({ department: 2 }, { department: { op: 'in', value: [1, 3] } }, { type: { op: 'in', value: [1, 2] } }, { phase: 1 })
  .map((fields) => JSON.stringify({ fields }));
/** Before anything was written, after much was, and one that has not ended. */
const MONTHS = fc.constantFrom('2020-02', '2026-10', '2026-09', '2099-01');
const ofReports: fc.Arbitrary<Form> = fc.record(
  {
    cloud: fc.constantFrom(...REPORTS),
    filters: reportFilters,
    period: fc.constantFrom('YEAR', 'QUARTER', 'MONTH', 'DAILY'),
    value: fc.constantFrom('2026', '2025', '2024-01,2026-12'),
    compare: fc.constantFrom('year', 'last'),
    targets: fc.constantFrom('', 'type', 'level,type', 'unit', 'begin', 'province', 'month'),
    sort: fc.constantFrom('-num', 'total_price', '-done_rate', '-unit', '-plan_run'),
    as_of: MONTHS,
  },
  { requiredKeys: ['cloud'] },
);

/** What a to-do tells of its case, and what it is beside. */
const OF_CASE = ['case_state', 'case_end', 'case_holders', 'case_since', 'case_urged', 'case_urgent', 'returned_by', 'key_name', 'rowid'];
const caseFilters = fc
  .oneof(
    fc.constantFrom(3, 4, 5, 90).map((state) => ({ fields: { case_state: state } })),
    fc.constantFrom('case_state', 'case_since', 'case_urged').map((field) => ({ sort: [[field, 'desc']] })),
    fc.constantFrom('case_urgent=1', 'case_holders=13', 'case_state=4|case_end=refuse').map((where) => ({ where })),
  )
  .map((filters) => JSON.stringify(filters));
const ofTodos: fc.Arbitrary<Form> = fc.record(
  {
    cloud: fc.constant('todo'),
    fields: fc.uniqueArray(fc.constantFrom(...OF_CASE), { minLength: 1, maxLength: 5 }).map((names) => names.join(',')),
    filters: caseFilters,
    rows: fc.constantFrom('5', '100'),
  },
  { requiredKeys: ['cloud', 'fields', 'rows'] },
);
const ofCases: fc.Arbitrary<Form> = fc.record(
  { cloud: fc.constant('todo'), field: fc.constantFrom('case_state', 'case_urgent'), filters: caseFilters },
  {
    requiredKeys: ['cloud', 'field'],
  },
);

function flows(know: Knowledge): Weighted[] {
  const id = anId(know);
  const process = onFlow((of) => ({ id: id(of) }));
  const since = onFlow((of) => ({ id: id(of), since: fc.constantFrom('decided', 'looked') }));
  const right = onFlow((of) => ({ id: id(of), todo: todoOf(know) }), ['cloud', 'id']);
  const reviewer = onFlow((of) => ({ id: id(of), event: eventOf(of), data: dataOf(know, of) }), ['cloud', 'event']);
  const table = onFlow(() => ({}), ['cloud']);
  const migrate = onFlow((of) => ({ id: id(of), remark: fc.constantFrom('换', ''), confirm: fc.constantFrom('0', '1') }), ['cloud', 'id']);
  return [
    ...[call(1, '/flow', 'Outdated', table), call(1, '/flow', 'Migrate', migrate)],
    ...[call(5, '/flow', 'Process', process), call(5, '/flow', 'Chart', process), call(5, '/flow', 'Since', since)],
    ...[call(3, '/flow', 'CheckRight', right), call(4, '/flow', 'Reviewer', reviewer)],
  ];
}

/** What is done upon a case beside deciding it, mostly of what is there. */
function acts(know: Knowledge): Weighted {
  const id = anId(know);
  const said = { todo: todoOf(know), remark: fc.constantFrom('问', '') };
  const people = { reviewers: fc.constantFrom('3', '4,5', '6', '999') };
  const of = (op: string, more: Record<string, fc.Arbitrary<string>> = {}, must: string[] = []): Weighted =>
    call(
      1,
      '/flow',
      op,
      onFlow((of) => ({ id: id(of), ...said, ...more }), ['cloud', 'id', ...must]),
    );
  const all = [
    ...['Reply', 'RevokeRelay', 'Urge'].map((op) => of(op)),
    ...['Relay', 'Assign'].map((op) => of(op, people)),
    of('AddSign', { ...people, place: fc.constantFrom('before', 'with', 'after') }, ['place']),
    of('RemoveSign', {}, ['todo']),
    call(
      1,
      '/flow',
      'Copy',
      onFlow((of) => ({ id: id(of), remark: said.remark, copies: people.reviewers }), ['cloud', 'id']),
    ),
    call(
      1,
      '/flow',
      'Revoke',
      onFlow((of) => ({ id: id(of), remark: said.remark, confirm: fc.constantFrom('0', '1') }), ['cloud', 'id']),
    ),
  ];
  return { weight: 3, arbitrary: fc.oneof(...all.map(({ arbitrary }) => arbitrary)) };
}

const others = (table: fc.Arbitrary<TableDef>): Weighted[] => [
  call(1, '/sys', 'LoadReport', fc.record({ cloud: fc.constantFrom(...REPORTS, 'desktop', 'nothing') })),
  call(1, '/report', 'Index', fc.record({ cloud: fc.constantFrom('desktop', 'EI'), as_of: MONTHS }, { requiredKeys: ['cloud'] })),
  call(
    1,
    '/report',
    'Arrange',
    fc.record({
      cloud: fc.constantFrom('desktop', 'EI', 'nothing'),
      layer: fc.constantFrom('{}', '{"hidden":["capex.b.desktop.stage"]}', '{"wide":["capex.b.EI.map","x"]}'),
      version: fc.constantFrom('0', '1', '2'),
    }),
  ),
  call(2, '/sys', 'LoadTable', fc.record({ key_name: table.chain(cloudOf) })),
  call(1, '/sys', 'LoadDict', fc.record({ key_name: fc.constantFrom('subject_kind', 'fund_source', 'region', 'nothing') })),
  call(1, '/sys', 'LoadMenu', fc.record({ module: fc.constantFrom('SYS', 'capex', 'zb', 'opendata') })),
  call(1, '/sys', 'LoadNav', fc.constant({})),
  call(1, '/sys', 'Counts', fc.constant({})),
  call(1, '/flow', 'Agents', fc.constant({})),
  call(1, '/sys', 'LoadAvatar', fc.record({ id: fc.constantFrom('1', '2', '3', '4') })),
  call(1, '/sys', 'LoadDomain', fc.record({ id: fc.constantFrom('1', '2', '3', '4') })),
  call(
    1,
    '/cloud/app/sys/user/api/UserApi',
    'Duties',
    fc.record(
      {
        id: fc.constantFrom('1', '2', '3', '4'),
        role_entities: fc.constantFrom(',1,2,3,4,', ',2,5,'),
        post_entities: fc.constant(',1,2,'),
      },
      { requiredKeys: [] },
    ),
  ),
  call(1, '/cloud/hrsj/api/report/DesktopApi', 'DesktopApi', fc.constant({})),
];

function writes(know: Knowledge): Weighted[] {
  const id = anId(know);
  const own = (of: TableDef) => fc.oneof({ weight: 3, arbitrary: id(of) }, { weight: 1, arbitrary: fc.constant('§id') });
  const change = (of: TableDef) => fc.tuple(own(of), formOf(know, of, false)).map(([at, form]) => ({ ...form, id: at }));
  const some = (of: TableDef) => fc.array(own(of), { minLength: 1, maxLength: 3 }).map((ids) => ({ id: ids.join(',') }));
  const batch = (of: TableDef) =>
    fc.tuple(some(of), formOf(know, of, false), fc.boolean()).map(([ids, form, all]) => ({ ...(all ? form : batchOf(of, form)), ...ids }));
  const changeOf = (of: TableDef) =>
    fc.tuple(some(of), formOf(know, of, false)).map(([ids, form]) => ({ ...ids, values: JSON.stringify(batchOf(of, form)) }));
  const called = (of: TableDef) => fc.tuple(some(of), fc.constantFrom(...actionsOf(of))).map(([ids, action]) => ({ ...ids, action }));
  const reject = (of: TableDef) => ({ id: id(of), todo: todoOf(know), back_id: todoOf(know), remark: fc.constant('退') });
  return [
    call(
      4,
      '/app',
      'Add',
      writable(know, 'Add', (of) => formOf(know, of, true)),
    ),
    call(5, '/app', 'Modify', writable(know, 'Modify', change)),
    call(2, '/app', 'Batch', writable(know, 'Modify', batch)),
    call(1, '/app', 'Change', writable(know, 'Modify', changeOf)),
    call(1, '/app', 'Call', writable(know, 'Modify', called)),
    call(2, '/app', 'Delete', writable(know, 'Delete', some)),
    call(
      1,
      '/app',
      'Restore',
      writable(know, 'Delete', (of) => id(of).map((at) => ({ id: at }))),
    ),
    call(2, '/app', 'Modify', decision(know)),
    call(1, '/flow', 'Reject', onFlow(reject, ['cloud', 'id'])),
    acts(know),
  ];
}

/** Uids of its actions, whatever they do, and one that there is not. */
const actionsOf = (of: TableDef): string[] => [...of.states.flatMap(({ actions = [] }) => actions.map(({ uid }) => uid)), 'none'];

/** Of what is written, the fields that may be changed on several records. */
const batchOf = (of: TableDef, form: Form): Form =>
  Object.fromEntries(Object.entries(form).filter(([name]) => of.fields.some((field) => field.field_name === name && field.batch === 1)));

const pageOf = (know: Knowledge, of: TableDef) => ({
  filters: filtersOf(know, of),
  fields: fieldList(know, of),
  rows: fc.constantFrom('1', '3', '10', '60', '60', '1000'),
  page: fc.constantFrom('1', '1', '1', '2', '7'),
  exact: fc.constant('1'),
  stat: fc.constant('1'),
  as_of: fc.constantFrom(...know.instants),
  op_code: fc.constantFrom('Add', 'Delete'),
});

const todoOf = ({ todos }: Knowledge) => fc.constantFrom(...todos, 999_999).map(String);
const eventOf = (of: TableDef) =>
  fc
    .constantFrom(
      ...of.states.flatMap((state) => (state.actions ?? []).flatMap((action) => (action.events ?? []).map((event) => event.id))),
      999,
    )
    .map(String);

const decision = (know: Knowledge) =>
  onFlow(
    (of) => ({
      id: fc.oneof(idOf(know, of).map(String), fc.constant('§id')),
      _event: eventOf(of),
      todo: todoOf(know),
      back_id: todoOf(know),
      remark: fc.constant('意见'),
      reviewers: fc.constantFrom(',3,', ',5,6,', ',20,'),
      copies: fc.constantFrom(',4,', ',20,'),
      est_price: fc.constantFrom('100', '5000'),
      review_no: fc.constant('PS-2'),
    }),
    ['cloud', 'id', '_event'],
  );
