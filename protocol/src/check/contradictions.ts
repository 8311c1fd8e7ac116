import { type DataType, isOf, typesOf, UNORDERED } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { StateDef } from '#protocol/meta/flow.ts';
import { numericLength } from '#protocol/meta/length.ts';
import type { SubtableDef, TableDef } from '#protocol/meta/table.ts';
import { rowsName } from '#protocol/rules/form/rows-name.ts';
import { below, type Report } from './problem.ts';

/** Keys that are right each by itself and cannot be kept together: what the one says the other would undo, and nobody would be told. */
export function checkContradictions(table: TableDef, report: Report): void {
  for (const field of table.fields) {
    const at = below(report, `fields[${field.field_name}]`);
    checkFilled(field, at);
    checkBounds(field, at);
    checkSteps(table, field, at);
    if (Array.isArray(field.items) && field.items.every((item) => item.hidden === 1) && isTyped(field))
      at('items', 'every choice is hidden: there is nothing to choose', 'leave one of them offered, or hide the field instead');
  }
  for (const subtable of table.subtables ?? []) checkRows(table, subtable, below(report, `subtables[${rowsName(subtable)}]`));
  for (const state of table.states) checkSigned(table, state, below(report, `states[${state.value}]`));
  if (table.flow !== 1 && table.assert?.length)
    report('assert', 'a table without flow has no steps to pass', 'give the table flow: 1, or take assert out');
}

const TYPED = ['edit_state', 'edit_by', 'edit_where', 'defvalue', 'placeholder'] as const;
const BY_SERVER = ['calc', 'number', 'auto_fill'] as const;
const DEMANDED = ['notnull', 'need_where'] as const;

/** Whether some form lets somebody type it. */
const isTyped = (field: FieldDef): boolean =>
  field.hidden !== 1 && !BY_SERVER.some((key) => field[key]) && (field.readonly !== 1 || field.edit_state !== undefined);

/** What the server fills is never typed, and what nobody types stays as it begins. */
function checkFilled(field: FieldDef, report: Report): void {
  const start = String(field.defvalue ?? '');
  if (field.unique && !isTyped(field) && start !== '' && !start.startsWith('{'))
    report('defvalue', `every record would have ${start}, and unique lets one have it`, 'take unique out, or the default');
  const filled = BY_SERVER.find((key) => field[key]);
  const by = filled ?? (field.data_type === 'title' ? 'a title' : undefined);
  if (!by) return;
  if (field.calc && field.number) report('number', 'the field is calculated: no number is drawn for it', 'take calc or number out');
  for (const key of field.calc ? DEMANDED : [])
    if (field[key])
      report(
        key,
        `nobody types this field (calc), so ${key} does nothing`,
        `take ${key} out, and give it to a field that the calculation reads`,
      );
  for (const key of TYPED)
    if (field[key] !== undefined)
      report(key, `nobody types this field (${by}), so ${key} does nothing`, filled ? `take ${key} or ${filled} out` : `take ${key} out`);
}

const COUNTED: { readonly [Type in DataType]?: string } = { image: 'pictures', video: 'videos', media: 'media' };

/** Bounds between which no value of the type lies. */
function checkBounds(field: FieldDef, report: Report): void {
  const { data_type, min, max } = field;
  if (isOf(data_type, 'files') && max !== undefined && !(Number.isInteger(Number(max)) && Number(max) >= 1))
    report(
      'max',
      `max of ${COUNTED[data_type] ?? 'a file'} is how many it takes, and ${max} is none`,
      'write 1 or more, or make the field readonly: 1',
    );
  if (data_type === 'date' || data_type === 'datetime')
    for (const key of ['min', 'max'] as const)
      if (field[key] !== undefined && !Number.isInteger(Number(field[key])))
        report(key, `${key} of a date is a number of days from today`, 'write a whole number: 0 is today, 7 in a week, -1 yesterday');
  if (data_type !== 'numeric') return;
  const { precision, scale } = numericLength(field);
  const most = 10 ** (precision - scale);
  const beyond = (min !== undefined && Number(min) >= most && 'min') || (max !== undefined && Number(max) <= -most && 'max');
  if (beyond)
    report(
      beyond,
      `no number of length ${field.length} is within ${beyond}: ${precision - scale} digits stand before the point`,
      `lengthen the field, or change ${beyond}`,
    );
}

/** A draft is with its applicant like an application: 0 and 1 are one step. */
const formState = (state: number): number => (state === 0 ? 1 : state);

/** Steps at which a field would be typed and is not shown, or that nobody has. */
function checkSteps(table: TableDef, part: Pick<FieldDef, 'edit_state' | 'view_state'>, report: Report): void {
  const { edit_state, view_state } = part;
  const shown = view_state?.split(',').map((one) => formState(Number(one)));
  for (const step of edit_state?.split(',') ?? []) {
    const state = table.states.find(({ value }) => value === step);
    // a state that there is not is told where lists of states are read
    if (shown && (state || Number(step) <= 1) && !shown.includes(formState(Number(step))))
      report(
        'edit_state',
        `at step ${step} it would be typed, and view_state does not show it there`,
        `add ${step} to view_state, or take it out of edit_state`,
      );
    else if (table.flow === 1 && state?.end)
      report('edit_state', `state ${step} is an end: nobody types anything there`, `take ${step} out of edit_state`);
  }
}

function checkRows(table: TableDef, subtable: SubtableDef, report: Report): void {
  checkSteps(table, subtable, report);
  for (const key of ['readonly', 'hidden'] as const)
    if (subtable[key] && subtable.min) report('min', `rows are demanded, and nobody can add one (${key})`, `take min or ${key} out`);
}

const SIGNING = ['handler', 'sign', 'empty', 'timeout'] as const;

/** What is said of those who sign at a step that nobody signs. */
function checkSigned(table: TableDef, state: StateDef, report: Report): void {
  const why = nobodySigns(table, state);
  if (!why) return;
  const mend = (key: string) =>
    table.flow === 1 || state.value === '*' ? `take ${key} out` : `give the table flow: 1, or take ${key} out`;
  for (const key of SIGNING) if (state[key] !== undefined) report(key, why, mend(key));
  if (table.flow === 1) return;
  if (state.end) report('end', 'a table without flow has no case that could end', mend('end'));
  for (const action of state.actions ?? [])
    if (action.events?.length) report(`actions[${action.op}].events`, 'a table without flow has no events', mend('events'));
}

function nobodySigns(table: TableDef, state: StateDef): string | null {
  if (table.flow !== 1) return 'nobody signs on a table without flow';
  if (state.value === '*') return 'the toolbar is no step: nobody signs there';
  // the application itself is looked at with the flow
  return state.end ? `state ${state.value} is an end: nobody signs there` : null;
}

const SECRETS = typesOf('secret');

/** Keys that a type without one short value cannot keep. */
const OF_ONE_VALUE: readonly (readonly [key: keyof FieldDef, not: readonly DataType[], why: string])[] = [
  ['sortable', UNORDERED, 'a list cannot be sorted by it'],
  ['unique', [...UNORDERED, 'textarea'], 'it cannot be unique'],
  ['index', [...typesOf('files', 'page', 'mark', 'secret'), 'title', 'textarea'], 'an index does not serve it'],
  ['search', [...typesOf('files', 'secret'), 'title'], 'nothing can be searched in it'],
  ['frozen', SECRETS, 'no list shows it'],
  ['list_width', SECRETS, 'no list shows it'],
  ['ListShow', SECRETS, 'no list shows it'],
  ['SearchShow', SECRETS, 'nothing can be searched in it'],
  ['batch', SECRETS, 'it belongs to one record'],
  ['defvalue', SECRETS, 'a definition would tell it to everybody'],
  ['notnull', ['title'], 'a heading has no value'],
  ['need_where', ['title'], 'a heading has no value'],
];

/** What only a single value can keep, said of a type that has none. */
export function checkOneValue(field: FieldDef, report: Report): void {
  for (const [key, not, why] of OF_ONE_VALUE)
    if (field[key] && not.includes(field.data_type)) report(key, `${why}: the field is a ${field.data_type}`, `take ${key} out`);
}
