import { eventsOf } from '#protocol/meta/events.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { EventDef, StateDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { rowsName } from '#protocol/rules/form/rows-name.ts';
import { below, type Report } from '../problem.ts';
import type { Scope } from '../scope.ts';

/** What is wrong, below the place that is looked at: path, reason, the way out. */
type Fault = readonly [path: string, reason: string, mend: string];

/** Who signs at a step, who may be named for it, and whose of what it opens: edit_by, add, pick, least, self. */
export function checkSigners(scope: Scope, table: TableDef, report: Report): void {
  const all = (faults: Iterable<Fault>, path: string) => {
    for (const fault of faults) below(report, path)(...fault);
  };
  for (const field of table.fields) all(editBy(scope, table, field), `fields[${field.field_name}].edit_by`);
  for (const sub of table.subtables ?? []) all(editBy(scope, table, sub), `subtables[${rowsName(sub)}].edit_by`);
  for (const state of table.states) {
    const at = `states[${state.value}]`;
    all(selfOf(table, state), `${at}.self`);
    all(oneForAll(table, state), `${at}.sign`);
    for (const action of state.actions ?? [])
      for (const event of action.events ?? []) all(choiceOf(table, event), `${at}.actions[${action.op}].events[${event.id}]`);
  }
}

const stepOf = (table: TableDef, value: number | string | undefined): StateDef | undefined =>
  table.states.find((state) => state.value === String(value));
const isSigned = (state: StateDef | undefined): state is StateDef => state !== undefined && Number(state.value) > 1 && !state.end;

function codesOf({ handler }: StateDef): readonly string[] | null {
  if (handler?.type === 'roles') return handler.codes;
  return handler?.type === 'role' ? [handler.code] : null;
}

type Part = { edit_state?: string | undefined; edit_by?: string | undefined };

function* editBy(scope: Scope, table: TableDef, { edit_state, edit_by }: Part): Generator<Fault> {
  if (!edit_by) return;
  const steps = (edit_state?.split(',') ?? []).flatMap((value) => stepOf(table, value) ?? []).filter(isSigned);
  if (table.flow !== 1) yield ['', 'nobody signs on a table without a flow', 'take edit_by away, or say flow: 1'];
  else if (!edit_state) yield ['', 'no step opens it: edit_state is missing', 'say edit_state: the steps at which it is filled in'];
  else if (!steps.length) yield ['', 'edit_state names no step that anybody signs', 'name such a step there, or take edit_by away'];
  else if (edit_by !== FIRST) yield* byRoles(scope, steps, edit_by.split(','));
}

const FIRST = 'first';

function* byRoles(scope: Scope, steps: readonly StateDef[], codes: readonly string[]): Generator<Fault> {
  const asks = (state: StateDef) => (codesOf(state) ? `asks ${codesOf(state)!.join(', ')}` : 'does not go by roles');
  const asked = steps.map((state) => `step ${state.value} ${asks(state)}`).join('; ');
  for (const code of codes) {
    if (code === FIRST) yield ['', 'first stands alone', 'say first, or roles'];
    else if (!scope.role(code)) yield ['', `unknown role ${code}`, `name a role of the step's handler: ${asked}`];
    else if (!steps.some((state) => codesOf(state)?.includes(code)))
      yield ['', `no step of edit_state asks ${code}: ${asked}`, 'name a role of the handler, or first, whoever signs first'];
  }
  if (codes.some((code) => !scope.role(code))) return;
  for (const state of steps) {
    const mend = `take ${state.value} out of edit_state, or name a role of its handler`;
    if (!codes.some((code) => codesOf(state)?.includes(code)))
      yield ['', `at step ${state.value} nobody signs as ${codes.join(' or ')}: ${asked}`, mend];
  }
}

function* selfOf(table: TableDef, state: StateDef): Generator<Fault> {
  const { self, empty, handler } = state;
  if (empty === 'skip' && table.flow === 1 && isSigned(state)) yield* skipOf(table, state);
  if (self === undefined) return;
  if (table.flow !== 1 || !isSigned(state)) yield ['', 'nobody signs here', 'take self away'];
  else if (self !== 1 && !handler)
    yield [
      '',
      `${self} is for a handler that finds the applicant only, and the step has no handler`,
      'give the step a handler, or take self away',
    ];
  else if (self === 'skip' && empty !== 'skip') yield* skipOf(table, state);
}

/** Where one signs for all, some one of them can fill in whatever is demanded there. */
function* oneForAll(table: TableDef, state: StateDef): Generator<Fault> {
  const codes = codesOf(state) ?? [];
  if (table.flow !== 1 || !isSigned(state) || !isOneEnough(table, state, codes.length)) return;
  const bounded = table.fields.filter((field) => isDemandedOfSome(field, state.value));
  const whose = (field: FieldDef) => codes.filter((code) => field.edit_by!.split(',').includes(code));
  if (!bounded.length || codes.some((code) => bounded.every((field) => whose(field).includes(code)))) return;
  const parts = bounded.map((field) => `${field.field_name} as ${whose(field).join(' or ')}`);
  yield [
    '',
    `one signs here for all, and each may fill in a part of what is demanded: ${parts.join(', ')}`,
    `write sign: 'all', or take edit_by out of ${bounded.map(({ field_name }) => field_name).join(' and ')}`,
  ];
}

/** Whether the step goes on when one of its roles has signed. */
function isOneEnough(table: TableDef, { value, sign }: StateDef, roles: number): boolean {
  const leading = table.states.flatMap(({ actions = [] }) => actions.flatMap(({ events = [] }) => events));
  const said = sign ?? (leading.some((event) => event.next_state === Number(value) && event.is_countersign) ? 'all' : 'any');
  const [part, whole] = said.split('/').map(Number);
  return said === 'any' || (whole !== undefined && (part! / whole) * roles <= 1);
}

/** Demanded at the step and nowhere before, for all data, of whom edit_by names. */
function isDemandedOfSome({ notnull, hidden, defvalue, edit_state, edit_by, edit_where, view_where }: FieldDef, step: string): boolean {
  const steps = edit_state?.split(',') ?? [];
  if (!notnull || hidden || defvalue !== undefined || edit_where || view_where || !edit_by || edit_by === FIRST) return false;
  return steps.includes(step) && !steps.some((one) => Number(one) <= 1);
}

/** A step that is passed over by itself must ask for nothing on its way on. */
function* skipOf(table: TableDef, state: StateDef): Generator<Fault> {
  const mend = 'say up or admin, or ask for it elsewhere';
  if (promised(table, state))
    yield ['', 'skip would pass over a step that assert says must be passed', 'say up or admin, or take the promise back'];
  for (const event of eventsOf(state)) {
    const { end } = stepOf(table, event.next_state) ?? {};
    if (!event.next_state || end === 'reject' || end === 'cancel') continue;
    const asked = (['need_remark', 'need_fields', 'need_attach', 'need_handler', 'urgent', 'action'] as const).filter((key) => event[key]);
    if (asked.length) yield ['', `skip passes the step over by event ${event.id}, which says ${asked.join(', ')}`, mend];
  }
  for (const field of table.fields)
    if (field.notnull && field.edit_state?.split(',').includes(state.value))
      yield ['', `skip passes the step over, which must fill in ${field.field_name}`, mend];
}

const promised = (table: TableDef, state: StateDef): boolean => (table.assert ?? []).some((one) => String(one.must_pass) === state.value);

/** What a sender may say of the next step's signers; a promised step is carried by those whom its handler finds. */
function* choiceOf(table: TableDef, event: EventDef): Generator<Fault> {
  const { add, pick, least } = event;
  if (least !== undefined && !pick) yield ['least', 'bounds a choice that the event does not give', 'say pick: 1, or take least away'];
  if (!add && !pick) return;
  const key = pick ? 'pick' : 'add';
  const next = stepOf(table, event.next_state);
  if (!isSigned(next)) yield [key, 'nobody signs where this event leads', `take ${key} away`];
  else if (!next.handler) {
    const mend = 'say need_handler: 1, then the sender names anybody, or give the step a handler';
    yield [key, `step ${next.value} has no handler to choose among`, mend];
  } else if (promised(table, next)) yield* ofPromised(event, next);
}

function* ofPromised({ add, pick, is_countersign }: EventDef, next: StateDef): Generator<Fault> {
  const sign = next.sign ?? (is_countersign ? 'all' : 'any');
  const promise = `assert promises that nobody gets past step ${next.value}`;
  if (pick) yield ['pick', `${promise}, and pick would let its signers be left out`, 'take pick away, or the promise back'];
  if (add && sign !== 'all' && sign !== 'seq')
    yield ['add', `${promise}, and with sign ${sign} those who are added could carry it alone`, 'say sign: all or seq, or take add away'];
}
