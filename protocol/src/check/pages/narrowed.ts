import { pairsIn } from '#protocol/meta/action.ts';
import { isOf, isWhole } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { SubtableDef, TableDef } from '#protocol/meta/table.ts';
import { parseFetch } from '#protocol/rules/fetch.ts';
import { targetsOf } from '#protocol/rules/follow/follow.ts';
import { choiceMend, fieldMend } from '../mend.ts';
import { below, type Report } from '../problem.ts';
import type { Scope } from '../scope.ts';

/**
 * `query` of a sub-table: which rows stand in it, by values that each new one gets (docs/decisions/291). Of rows that are bound it says which may
 * be, in the words of a field's (languages/fields.ts).
 */
export function checkNarrowed(scope: Scope, sub: SubtableDef, rows: TableDef, report: Report): void {
  if (sub.query === undefined || sub.inherit === 0) return;
  const at = below(report, 'query');
  const pairs = pairsIn(sub.query);
  if (pairs.length === 0) at('', 'it narrows nothing', 'write name=value, joined by &');
  const [seen, written] = [new Set<string>(), writtenIn(rows)];
  for (const { name, value } of pairs) {
    if (seen.has(name)) at('', `${name} stands twice`, 'name each field once');
    seen.add(name);
    const field = rows.fields.find(({ field_name }) => field_name === name);
    if (!field) at('', `unknown field ${name}`, fieldMend(scope, rows, name));
    else if (written.has(name))
      at('', `${name} is written by what follows or is copied there, which would move rows out`, 'name a field that somebody fills in');
    else for (const fault of faultsOf(scope, rows, sub, field, value)) at('', ...fault);
  }
}

/** What lists of the rows write, and what their choices copy; nothing of lists that are told elsewhere. */
function writtenIn(rows: TableDef): ReadonlySet<string> {
  const copied = rows.fields.flatMap(({ fetch }) => (fetch ? (parseFetch(fetch) ?? []) : []).map(({ target }) => target));
  try {
    return new Set([...copied, ...targetsOf(rows)]);
  } catch {
    return new Set(copied);
  }
}

type Fault = [reason: string, mend: string];

function* faultsOf(scope: Scope, rows: TableDef, sub: SubtableDef, field: FieldDef, value: string): Generator<Fault> {
  const { field_name: name, data_type } = field;
  const mend = 'name a field of data_type text, int, select or radio, which somebody fills in';
  if (name === sub.parent_field) yield [`${name} names the record already`, 'take it out'];
  else if (field.calc !== undefined || field.auto_fill === 1 || field.number !== undefined) yield [`${name} is filled in by itself`, mend];
  else if (data_type !== 'text' && !isWhole(data_type) && !isOf(data_type, 'choice'))
    yield [`${name}, a ${data_type}, says no kind of rows`, mend];
  else if (sub.inline !== 1 && data_type === 'text')
    yield [
      `a list of a tab looks for a text inside of others, and ${name} would let more rows in`,
      'name an int, a select or a radio, or write inline: 1',
    ];
  else if (/[{}]/.test(value))
    yield [
      `${name}=${value} follows a field of the record: rows would come and go whenever it changes, and none of its versions would say which stood there`,
      'write the value itself',
    ];
  else if (
    data_type === 'text' ? value === '' || value.length > (field.length ? Number(field.length) : 200) : !/^(0|-?[1-9]\d{0,8})$/.test(value)
  )
    yield [
      `${value || 'nothing'} is no value of ${name}`,
      data_type === 'text' ? 'write a text as long as the field takes' : 'write a whole number',
    ];
  else yield* choiceFault(scope, rows, name, value);
}

function* choiceFault(scope: Scope, rows: TableDef, name: string, value: string): Generator<Fault> {
  const items = scope.items(rows, name);
  if (items && !items.some(({ id }) => String(id) === value)) yield [`${name} has no choice ${value}`, choiceMend(items)];
}
