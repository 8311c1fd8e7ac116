import fc from 'fast-check';
import { isOf } from '#protocol/meta/data-types.ts';
import { GROUPING } from '#protocol/meta/grouping.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { FILTER_OPS } from '#protocol/wire/filters.ts';
import { SPANS } from '#protocol/wire/spans.ts';
import { EXTRA } from './differ.ts';
import { type Sight, type Stored, TABLES } from './oracle.ts';

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

/** Ids that he sees, that he does not, that one world alone has, that none has. */
export const idOf = (know: Knowledge, of: TableDef): fc.Arbitrary<number> => once(know, `id ${of.table_name}`, () => idsOf(know, of));

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
export const fieldName = (know: Knowledge, of: TableDef): fc.Arbitrary<string> =>
  once(know, `name ${of.table_name}`, () => {
    const paths = pathsOf(of);
    const hidden = hiddenOf(know, of);
    const open = paths.filter((path) => !path.includes('.') && !hidden.has(path) && ![...NO_FIELDS, ...RARE].includes(path));
    const secret = hidden.size ? [{ weight: 6, arbitrary: fc.constantFrom(...hidden) }] : [];
    return fc.oneof({ weight: 16, arbitrary: fc.constantFrom(...open) }, { weight: 2, arbitrary: fc.constantFrom(...paths) }, ...secret);
  });
function hiddenOf({ a, sight }: Knowledge, of: TableDef): ReadonlySet<string> {
  const seen = a.get(of.table_name)!.find((row) => sight.sees(of, row));
  return seen ? sight.hides(of, seen) : new Set();
}
/** What is hidden is sorted by half of the time: the places of rows tell less of it than a filter does, and only where it differs among them. */
function sortName(know: Knowledge, of: TableDef): fc.Arbitrary<string> {
  const hidden = [...hiddenOf(know, of)];
  return hidden.length ? fc.oneof(fieldName(know, of), fc.constantFrom(...hidden)) : fieldName(know, of);
}
export const fieldList = (know: Knowledge, of: TableDef) =>
  fc.uniqueArray(fieldName(know, of), { minLength: 1, maxLength: 4 }).map((names) => names.join(','));

/** Values of a field as they stand in either world, and a few of no world. */
export const cellOf = (know: Knowledge, of: TableDef, path: string): fc.Arbitrary<string> =>
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
export const groupName = (know: Knowledge, of: TableDef): fc.Arbitrary<string> =>
  once(know, `group ${of.table_name}`, () => {
    const kinds = of.fields.filter((field) => GROUPING.includes(field.data_type)).map((field) => field.field_name);
    return fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom('review_state', 'create_entity', ...kinds) },
      { weight: 1, arbitrary: fieldName(know, of) },
    );
  });

/** At most 60 rows, spread over all. */
export function sample<T>(rows: readonly T[]): T[] {
  const step = Math.max(1, Math.floor(rows.length / 60));
  return rows.filter((_, at) => at % step === 0);
}

/** Parts of texts: two, three and six characters, and whole. */
export function wordOf(know: Knowledge, of: TableDef): fc.Arbitrary<string> {
  const texts = of.fields.filter((field) => ['text', 'textarea'].includes(field.data_type)).map((field) => field.field_name);
  const cell = fc.constantFrom(...(texts.length ? texts : ['key_name'])).chain((name) => cellOf(know, of, name));
  return fc.tuple(cell, fc.constantFrom(1, 2, 3, 6, 40), fc.nat(3)).map(([text, length, from]) => text.slice(from, from + length) || text);
}

export const filtersOf = (know: Knowledge, of: TableDef): fc.Arbitrary<string> =>
  once(know, `filters ${of.table_name}`, () => someFilters(know, of));

function someFilters(know: Knowledge, of: TableDef): fc.Arbitrary<string> {
  const name = fieldName(know, of);
  const one = name.chain((path) => filterOn(know, of, path).map((filter): [string, unknown] => [path, filter]));
  const fields = fc.array(one, { minLength: 1, maxLength: 2 }).map((pairs) => Object.fromEntries(pairs));
  const sort = fc.array(fc.tuple(sortName(know, of), fc.constantFrom('asc', 'desc')), { minLength: 1, maxLength: 2 });
  const where = name.chain((path) =>
    fc
      .tuple(fc.constantFrom('=', '!=', '>', '<=', ' like '), cellOf(know, of, path))
      .map(([op, value]) => `${path}${op}'${value.replaceAll("'", "''")}'`),
  );
  const departments = know.a.get('department')!.map((row) => row.id);
  const group = groupName(know, of).chain((path) =>
    fc.oneof(fc.constantFrom(null, 0), cellOf(know, of, path)).map((value) => {
      const isId = typeof value === 'string' && /^\d{1,15}$/.test(value);
      return [path, isId ? Number(value) : value];
    }),
  );
  const parts = [
    { weight: 4, arbitrary: wordOf(know, of).map((key_word) => ({ key_word })) },
    { weight: 5, arbitrary: fields.map((one) => ({ fields: one })) },
    { weight: 5, arbitrary: sort.map((one) => ({ sort: one })) },
    { weight: 2, arbitrary: group.map((one) => ({ within: [one] })) },
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
  const many = isOf(type, 'links', 'choices', 'files');
  const ops = FILTER_OPS.filter(
    (op) => !['in', 'called', 'during'].includes(op) && (texts || op !== 'like') && (!many || ['=', '!=', 'empty', 'filled'].includes(op)),
  );
  return fc.oneof(
    { weight: 2, arbitrary: value },
    { weight: many ? 0 : 2, arbitrary: fc.tuple(value, value) },
    { weight: 4, arbitrary: fc.record({ op: fc.constantFrom(...ops), value }) },
    { weight: 1, arbitrary: fc.record({ op: fc.constantFrom('in', 'called'), value: fc.array(value, { maxLength: 3 }) }) },
    {
      weight: ['date', 'datetime'].includes(type) ? 2 : 0,
      arbitrary: fc.record({ op: fc.constant('during'), value: fc.constantFrom(...Object.keys(SPANS)) }),
    },
  );
}
