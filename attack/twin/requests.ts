import fc from 'fast-check';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { FILTER_OPS } from '#protocol/wire/filters.ts';
import { EXTRA } from './differ.ts';
import { type Sight, type Stored, TABLES } from './oracle.ts';
import type { Request } from './world.ts';

/** What a person could know or guess: ids of all kinds, and values that stand in one of the two worlds, seen or not. */
export interface Knowledge {
  sight: Sight;
  a: Stored;
  b: Stored;
  files: readonly string[];
  todos: readonly number[];
  instants: readonly string[];
}

const STANDARD = ['id', 'key_name', 'version', 'review_state', 'create_entity'];
const RARE = ['create_time', 'modify_time', 'modify_entity', 'review_entity', 'subcompany_id', 'remark'];
const NO_FIELDS = ['company_id', 'deleted_time', 'keywords', 'create_department', 'nothing'];
const CLOUDS = ['todo', 'message[web]', 'role', 'nothing', 'flow_todo'];
const BOGUS_IDS = [1, 2, 999_999_999];

const kept = new WeakMap<Knowledge, Map<string, fc.Arbitrary<unknown>>>();

/** Arbitraries over many values are made once for each table and field. */
function once<T>(know: Knowledge, key: string, make: () => fc.Arbitrary<T>): fc.Arbitrary<T> {
  const mine = kept.get(know) ?? new Map<string, fc.Arbitrary<unknown>>();
  kept.set(know, mine);
  const made = mine.get(key) ?? make();
  mine.set(key, made);
  return made as fc.Arbitrary<T>;
}

/** Requests of one person over every op that he may send, valid and half-valid. */
export function requestsOf(know: Knowledge): fc.Arbitrary<Request> {
  const tables = TABLES.flatMap((table) => Array(know.sight.may(table, 'List') ? 24 : 1).fill(table) as TableDef[]);
  const table = fc.constantFrom(...tables);
  const call = (weight: number, path: string, op: string, form: fc.Arbitrary<Record<string, string>>) => ({
    weight,
    arbitrary: form.map((fields) => ({ path, op, form: fields })),
  });
  const mostly = (some: readonly TableDef[]) => fc.constantFrom(...some, ...some, ...some, ...some, TABLES[0]!, TABLES.at(-1)!);
  const trees = mostly(TABLES.filter((of) => of.type === 'TREE'));
  const deletable = mostly(TABLES.filter((of) => know.sight.may(of, 'Delete')));
  const on = (make: (of: TableDef) => Record<string, fc.Arbitrary<string>>, needed: string[] = ['cloud'], some = table) =>
    some.chain(
      (of) => fc.record({ cloud: cloudOf(of), ...make(of) }, { requiredKeys: needed as never }) as fc.Arbitrary<Record<string, string>>,
    );
  const id = (of: TableDef) => idOf(know, of).map(String);
  const own = (of: TableDef) => fc.oneof({ weight: 3, arbitrary: id(of) }, { weight: 1, arbitrary: fc.constant('§id') });
  const reads = [
    call(
      24,
      '/app',
      'Page',
      on((of) => pageOf(know, of)),
    ),
    call(
      6,
      '/app',
      'List',
      on((of) => ({ filters: filtersOf(know, of), fields: fieldList(know, of), op_code: fc.constantFrom('Add', 'Modify', 'x') })),
    ),
    call(
      8,
      '/app',
      'Group',
      on((of) => ({ field: groupName(know, of), filters: filtersOf(know, of) }), ['cloud', 'field']),
    ),
    call(
      3,
      '/app',
      'Tree',
      on((of) => ({ id: idOf(know, of).map(String), filters: filtersOf(know, of) }), ['cloud'], trees),
    ),
    call(
      8,
      '/app',
      'Get',
      on((of) => ({ id: id(of), fields: fieldList(know, of) }), ['cloud', 'id']),
    ),
    call(
      8,
      '/app',
      'Show',
      on((of) => ({ id: id(of) }), ['cloud', 'id']),
    ),
    call(
      6,
      '/app',
      'History',
      on((of) => ({ id: id(of), rows: fc.constantFrom('1', '2'), page: fc.constantFrom('1', '2') }), ['cloud', 'id']),
    ),
    call(
      3,
      '/app',
      'Recycle',
      on(() => ({ rows: fc.constantFrom('2', '50'), page: fc.constantFrom('1', '2') }), ['cloud'], deletable),
    ),
    call(5, '/app', 'Download', fc.record({ key_name: fc.constantFrom(...know.files, 'no-such-key') })),
    call(2, '/app', 'Preview', fc.record({ key_name: fc.constantFrom(...know.files) })),
    call(
      5,
      '/flow',
      'Process',
      onFlow((of) => ({ id: id(of) })),
    ),
    call(
      3,
      '/flow',
      'CheckRight',
      onFlow((of) => ({ id: id(of), todo: todoOf(know) }), ['cloud', 'id']),
    ),
    call(
      4,
      '/flow',
      'Reviewer',
      onFlow((of) => ({ id: id(of), event: eventOf(of), data: dataOf(know, of) }), ['cloud', 'event']),
    ),
    call(2, '/sys', 'LoadTable', fc.record({ key_name: table.chain(cloudOf) })),
    call(1, '/sys', 'LoadDict', fc.record({ key_name: fc.constantFrom('subject_kind', 'fund_source', 'region', 'nothing') })),
    call(1, '/sys', 'LoadMenu', fc.record({ module: fc.constantFrom('SYS', 'capex', 'zb', 'opendata') })),
    call(1, '/sys', 'LoadNav', fc.constant({})),
    call(1, '/sys', 'Counts', fc.constant({})),
    call(1, '/sys', 'LoadDomain', fc.record({ id: fc.constantFrom('1', '2', '3', '4') })),
    call(1, '/cloud/hrsj/api/report/DesktopApi', 'DesktopApi', fc.constant({})),
  ];
  const writes = [
    call(
      4,
      '/app',
      'Add',
      writable(know, 'Add', (of) => formOf(know, of, true)),
    ),
    call(
      5,
      '/app',
      'Modify',
      writable(know, 'Modify', (of) => fc.tuple(own(of), formOf(know, of, false)).map(([at, form]) => ({ ...form, id: at }))),
    ),
    call(
      2,
      '/app',
      'Delete',
      writable(know, 'Delete', (of) => fc.array(own(of), { minLength: 1, maxLength: 3 }).map((ids) => ({ id: ids.join(',') }))),
    ),
    call(
      1,
      '/app',
      'Restore',
      writable(know, 'Delete', (of) => id(of).map((at) => ({ id: at }))),
    ),
    call(2, '/app', 'Modify', decision(know)),
    call(
      1,
      '/flow',
      'Reject',
      onFlow((of) => ({ id: id(of), todo: todoOf(know), back_id: todoOf(know), remark: fc.constant('退') }), ['cloud', 'id']),
    ),
  ];
  const upload = fc
    .record({
      cloud: fc.constantFrom('initiation', 'project'),
      field: fc.constantFrom('proposal', 'legal_opinion', 'resolution', 'nothing'),
    })
    .map((form) => ({ path: '/app', op: 'Upload', form, upload: 'a paper' }));
  const single = fc.oneof(...reads, ...writes, { weight: 1, arbitrary: upload as fc.Arbitrary<Omit<Request, 'domain'>> });
  const queue = fc.array(fc.oneof(...reads, ...writes), { minLength: 1, maxLength: 3 }).map((calls) => ({
    path: '/sys',
    op: 'Queue',
    form: { actions: JSON.stringify(calls.map(({ path, op, form }) => ({ ...form, path, op }))) } as Record<string, string>,
  }));
  return fc
    .tuple(fc.oneof({ weight: 24, arbitrary: single }, { weight: 1, arbitrary: queue }), fc.nat(2))
    .map(([request, domain]) => ({ ...request, domain }));
}

const FLOWS = TABLES.filter((table) => table.flow === 1);
const onFlow = (make: (of: TableDef) => Record<string, fc.Arbitrary<string>>, needed = ['cloud', 'id']) =>
  fc
    .constantFrom(...FLOWS)
    .chain(
      (of) =>
        fc.record({ cloud: fc.constant(of.table_name), ...make(of) }, { requiredKeys: needed as never }) as fc.Arbitrary<
          Record<string, string>
        >,
    );

const cloudOf = (of: TableDef): fc.Arbitrary<string> =>
  fc.oneof({ weight: 24, arbitrary: fc.constant(of.table_name) }, { weight: 1, arbitrary: fc.constantFrom(...CLOUDS) });

/** Ids that he sees, that he does not, that one world alone has, that none has. */
const idOf = (know: Knowledge, of: TableDef): fc.Arbitrary<number> => once(know, `id ${of.table_name}`, () => idsOf(know, of));

function idsOf({ sight, a, b }: Knowledge, of: TableDef): fc.Arbitrary<number> {
  const rows = a.get(of.table_name)!;
  const seen = rows.filter((row) => sight.sees(of, row)).map((row) => row.id);
  const unseen = rows.filter((row) => !sight.sees(of, row)).map((row) => row.id);
  const extra = b
    .get(of.table_name)!
    .filter((row) => row.id > EXTRA)
    .map((row) => row.id);
  const some = (ids: number[], weight: number) => (ids.length ? [{ weight, arbitrary: fc.constantFrom(...ids) }] : []);
  return fc.oneof(...some(seen, 6), ...some(unseen, 3), ...some(extra, 1), { weight: 1, arbitrary: fc.constantFrom(...BOGUS_IDS) });
}

function pathsOf(of: TableDef): string[] {
  const own = of.fields.filter((field) => field.data_type !== 'title').map((field) => field.field_name);
  const through = of.fields
    .filter((field) => field.data_type === 'entity')
    .flatMap((field) => {
      const target = TABLES.find((table) => table.table_name === field.source);
      return (target?.fields ?? []).slice(0, 8).map((one) => `${field.field_name}.${one.field_name}`);
    });
  return [...own, ...own, ...STANDARD, ...RARE, ...through, ...NO_FIELDS];
}
/** Mostly names that he may use, so that most requests are answered and not refused. */
const fieldName = (know: Knowledge, of: TableDef): fc.Arbitrary<string> =>
  once(know, `name ${of.table_name}`, () => {
    const paths = pathsOf(of);
    const seen = know.a.get(of.table_name)!.find((row) => know.sight.sees(of, row));
    const hidden = seen ? know.sight.hides(of, seen) : new Set<string>();
    const open = paths.filter((path) => !path.includes('.') && !hidden.has(path) && ![...NO_FIELDS, ...RARE].includes(path));
    const secret = hidden.size ? [{ weight: 6, arbitrary: fc.constantFrom(...hidden) }] : [];
    return fc.oneof({ weight: 16, arbitrary: fc.constantFrom(...open) }, { weight: 2, arbitrary: fc.constantFrom(...paths) }, ...secret);
  });
const fieldList = (know: Knowledge, of: TableDef) =>
  fc.uniqueArray(fieldName(know, of), { minLength: 1, maxLength: 4 }).map((names) => names.join(','));

/** Values of a field as they stand in either world, and a few of no world. */
const cellOf = (know: Knowledge, of: TableDef, path: string): fc.Arbitrary<string> =>
  once(know, `value ${of.table_name} ${path}`, () => valuesOf(know, of, path));

function valuesOf({ a, b }: Knowledge, of: TableDef, path: string): fc.Arbitrary<string> {
  const [first = '', second] = path.split('.');
  const target = TABLES.find((table) => table.table_name === of.fields.find((field) => field.field_name === first)?.source);
  const source = second === undefined ? of : target;
  const cells = [a, b].flatMap((stored) => sample(stored.get(source?.table_name ?? '') ?? []).map((row) => row[second ?? first]));
  const texts = [
    ...new Set(
      cells
        .flat()
        .filter((cell) => cell !== null && cell !== undefined)
        .map(String),
    ),
  ];
  const odd = fc.constantFrom('0', '1', '5000', '2027-01-01', '%', '', "'", '无');
  return texts.length ? fc.oneof({ weight: 14, arbitrary: fc.constantFrom(...texts) }, { weight: 1, arbitrary: odd }) : odd;
}

/** Fields that rows can be counted by, and some that they cannot. */
const groupName = (know: Knowledge, of: TableDef): fc.Arbitrary<string> =>
  once(know, `group ${of.table_name}`, () => {
    const kinds = of.fields.filter((field) => ['select', 'radio', 'entity'].includes(field.data_type)).map((field) => field.field_name);
    return fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom('review_state', 'create_entity', ...kinds) },
      { weight: 1, arbitrary: fieldName(know, of) },
    );
  });

/** At most 60 rows, spread over all. */
function sample<T>(rows: readonly T[]): T[] {
  const step = Math.max(1, Math.floor(rows.length / 60));
  return rows.filter((_, at) => at % step === 0);
}

/** Parts of texts: two, three and six characters, and whole. */
function wordOf(know: Knowledge, of: TableDef): fc.Arbitrary<string> {
  const texts = of.fields.filter((field) => ['text', 'textarea'].includes(field.data_type)).map((field) => field.field_name);
  const cell = fc.constantFrom(...(texts.length ? texts : ['key_name'])).chain((name) => cellOf(know, of, name));
  return fc.tuple(cell, fc.constantFrom(1, 2, 3, 6, 40), fc.nat(3)).map(([text, length, from]) => text.slice(from, from + length) || text);
}

const filtersOf = (know: Knowledge, of: TableDef): fc.Arbitrary<string> =>
  once(know, `filters ${of.table_name}`, () => someFilters(know, of));

function someFilters(know: Knowledge, of: TableDef): fc.Arbitrary<string> {
  const name = fieldName(know, of);
  const one = name.chain((path) => filterOn(know, of, path).map((filter): [string, unknown] => [path, filter]));
  const fields = fc.array(one, { minLength: 1, maxLength: 2 }).map((pairs) => Object.fromEntries(pairs));
  const sort = fc.array(fc.tuple(name, fc.constantFrom('asc', 'desc')), { minLength: 1, maxLength: 2 });
  const where = name.chain((path) =>
    fc
      .tuple(fc.constantFrom('=', '!=', '>', '<=', ' like '), cellOf(know, of, path))
      .map(([op, value]) => `${path}${op}'${value.replaceAll("'", "''")}'`),
  );
  const departments = know.a.get('department')!.map((row) => row.id);
  const parts = [
    { weight: 4, arbitrary: wordOf(know, of).map((key_word) => ({ key_word })) },
    { weight: 5, arbitrary: fields.map((one) => ({ fields: one })) },
    { weight: 5, arbitrary: sort.map((one) => ({ sort: one })) },
    { weight: 2, arbitrary: where.map((one) => ({ where: one })) },
    { weight: 1, arbitrary: fc.constantFrom(...departments).map((belong_id) => ({ belong_id })) },
  ];
  const part = fc.oneof(...parts);
  const asked = fc.oneof({ weight: 3, arbitrary: fc.tuple(part) }, { weight: 1, arbitrary: fc.tuple(part, part) });
  return asked.map((some) => JSON.stringify(Object.assign({}, ...some)));
}

function filterOn(know: Knowledge, of: TableDef, path: string): fc.Arbitrary<unknown> {
  const value = cellOf(know, of, path);
  const type = of.fields.find((field) => field.field_name === path)?.data_type ?? 'text';
  const texts = ['text', 'textarea', 'mobile'].includes(type);
  const many = ['entities', 'checkbox', 'file'].includes(type);
  const ops = FILTER_OPS.filter((op) => op !== 'in' && (texts || op !== 'like') && (!many || ['=', '!=', 'empty', 'filled'].includes(op)));
  return fc.oneof(
    { weight: 2, arbitrary: value },
    { weight: many ? 0 : 2, arbitrary: fc.tuple(value, value) },
    { weight: 4, arbitrary: fc.record({ op: fc.constantFrom(...ops), value }) },
    { weight: 1, arbitrary: fc.record({ op: fc.constant('in'), value: fc.array(value, { maxLength: 3 }) }) },
  );
}

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

/** A write to one of the tables that he may write, or to one that he may not. */
function writable(
  know: Knowledge,
  item: string,
  make: (of: TableDef) => fc.Arbitrary<Record<string, string>>,
): fc.Arbitrary<Record<string, string>> {
  const may = TABLES.filter((table) => know.sight.may(table, item));
  const tables = [...may, ...may, ...may, ...may, TABLES[0]!, ...FLOWS];
  return fc.constantFrom(...tables).chain((of) => make(of).map((form) => ({ cloud: of.table_name, ...form })));
}

/** What is written: a few fields with values of their kind, references pointing anywhere; a new record follows one that he sees. */
function formOf(know: Knowledge, of: TableDef, base: boolean): fc.Arbitrary<Record<string, string>> {
  const fields = of.fields.filter((field) => field.data_type !== 'title');
  const seen = know.a.get(of.table_name)!.filter((row) => know.sight.sees(of, row) && !row.deleted_time);
  const like = seen.length && base ? fc.constantFrom(...sample(seen)).map((row) => filled(of, row)) : fc.constant({});
  const changes = fc.array(
    fc.constantFrom(...fields).chain((field) => inputOf(know, of, field).map((value): [string, string] => [field.field_name, value])),
    { minLength: base ? 0 : 1, maxLength: 2 },
  );
  const more = fc.record({
    version: fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constantFrom('1', '2') }),
    create_entity: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constant('1') }),
    _subtables: fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: subtablesOf(know, of) }),
  });
  return fc.tuple(like, changes, more).map(([start, pairs, rest]) => ({
    ...start,
    ...Object.fromEntries(pairs),
    ...(Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as Record<string, string>),
  }));
}

/** The fields of a stored row as a form writes them, but for what must be unique. */
function filled(of: TableDef, row: Readonly<Record<string, unknown>>): Record<string, string> {
  const single = new Set((of.unique ?? []).flat());
  const fields = of.fields.filter(
    (field) => !['title', 'file'].includes(field.data_type) && !field.unique && !field.number && !field.readonly && !field.calc,
  );
  const values = fields.map((field): [string, unknown] => [field.field_name, row[field.field_name]]);
  const given = values.filter(
    ([name, value]) => !single.has(name) && value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  const codes = [...single].map((name): [string, string] => [name, `N${row.id}`]);
  return Object.fromEntries([
    ...codes,
    ...given.map(([name, value]): [string, string] => [name, Array.isArray(value) ? `,${value.join(',')},` : String(value)]),
  ]);
}

function inputOf(know: Knowledge, of: TableDef, field: FieldDef): fc.Arbitrary<string> {
  const target = TABLES.find((table) => table.table_name === field.source);
  if (target && field.data_type === 'entity') return idOf(know, target).map(String);
  if (target) return fc.array(idOf(know, target), { maxLength: 2 }).map((ids) => `,${ids.join(',')},`);
  if (field.data_type === 'file') return fc.constantFrom('§key', ...know.files.slice(0, 6));
  if (field.unique || of.unique?.flat().includes(field.field_name))
    return fc.string({ minLength: 5, maxLength: 8 }).map((text) => `N${Buffer.from(text).toString('hex')}`);
  return cellOf(know, of, field.field_name);
}

function subtablesOf(know: Knowledge, of: TableDef): fc.Arbitrary<string> {
  const subs = (of.subtables ?? []).flatMap((sub) => {
    const table = TABLES.find((one) => one.table_name === sub.table_name);
    return table ? [{ sub, table }] : [];
  });
  if (subs.length === 0) return fc.constantFrom('{}', '{"nothing.x":[]}');
  return fc.constantFrom(...subs).chain(({ sub, table }) =>
    fc
      .array(
        fc.record(
          {
            op: fc.constantFrom('Add', 'Modify', 'Delete', 'Bind', 'Unbind'),
            id: idOf(know, table),
            ...Object.fromEntries(table.fields.map((field) => [field.field_name, inputOf(know, table, field)])),
          },
          { requiredKeys: ['op'] },
        ),
        { maxLength: 2 },
      )
      .map((rows) => JSON.stringify({ [`${sub.table_name}.${sub.parent_field}`]: rows })),
  );
}

const dataOf = (know: Knowledge, of: TableDef) =>
  fc
    .record(
      Object.fromEntries(
        of.fields.filter((field) => field.data_type !== 'title').map((field) => [field.field_name, inputOf(know, of, field)]),
      ),
      { requiredKeys: [] },
    )
    .map((data) => JSON.stringify(data));

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
