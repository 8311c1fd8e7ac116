import { eventsOf, neededFields } from '#protocol/meta/events.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { StateDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { eventKind } from '#protocol/rules/event.ts';
import { type Form, isEditable, isNeeded, isVisible } from '#protocol/rules/form/form.ts';
import { isSigners, type Signer } from '#protocol/rules/signer.ts';
import { isFirst } from '#protocol/rules/states.ts';

/** Where somebody fills in a form: whose it is, and what is demanded there. */
export interface Desk {
  form: Form;
  /** it is the form of a new record */
  adds: boolean;
  /** who demands, and of whom, in words */
  what(table: TableDef): string;
  who: string;
  /** whether the field must be filled when the form is passed on, and was not before */
  demands(field: FieldDef): boolean;
  /** roles that fill it in too before the record goes on, whatever this one does */
  helpers(part: Pick<FieldDef, 'edit_by'>, code: string): readonly string[];
}

const ANYBODY: Signer = { roles: null, first: true };

/** A form whose conditions all hold: what could be asked and typed there for some values. */
const formAt = (table: TableDef, op: 'Add' | 'Review', review_state: number, signer: Signer): Form => ({
  ...{ table, op, review_state, signer },
  holds: () => true,
});

/** A new record, on a table with a flow until it is submitted. */
export function applicantsDesk(table: TableDef): Desk {
  const form = formAt(table, 'Add', 1, ANYBODY);
  return {
    form,
    adds: true,
    what: ({ table_name }) => table_name,
    who: 'adds a record',
    demands: (field) => isNeeded(field, form) || isAsked(table, '1', field),
    helpers: () => [],
  };
}

/** The step as one of its roles signs it; null where the step does not ask the role. */
export function signersDesk(table: TableDef, state: StateDef, code: string): Desk | null {
  const codes = codesOf(state);
  if (!codes.includes(code) || !isSigned(state)) return null;
  const form = formAt(table, 'Review', Number(state.value), { roles: [code], first: true });
  const before = applicantsDesk(table).form;
  const rule = ruleAt(table, state);
  const isBefore = (field: FieldDef) =>
    field.notnull === 1 && !field.view_where && !field.edit_where && isEditable(field, before) && isVisible(field, before);
  return {
    form,
    adds: false,
    what: () => `step ${state.value}`,
    who: `signs as ${code}`,
    demands: (field) => !isBefore(field) && (isNeeded(field, form) || isAsked(table, state.value, field)),
    helpers: ({ edit_by }) =>
      rule === 'all' || rule === 'seq'
        ? codes.filter(
            (other) => other !== code && isSigners(edit_by, { review_state: Number(state.value), signer: { roles: [other], first: true } }),
          )
        : [],
  };
}

/** The forms in which records of a table are filled in, step by step. */
export function formsOf(table: TableDef): Form[] {
  const steps = table.flow === 1 ? table.states.filter(isSigned) : [];
  return [applicantsDesk(table).form, ...steps.map(({ value }) => formAt(table, 'Review', Number(value), ANYBODY))];
}

/** Whether some form demands the field of whoever fills it in. */
export const isEnsured = (table: TableDef, field: FieldDef): boolean =>
  formsOf(table).some(
    (form) =>
      isEditable(field, form) && isVisible(field, form) && (isNeeded(field, form) || isAsked(table, String(form.review_state), field)),
  );

const isSigned = ({ value, end }: StateDef): boolean => value !== '*' && !isFirst(Number(value)) && end === undefined;

const codesOf = ({ handler }: StateDef): readonly string[] =>
  handler?.type === 'roles' ? handler.codes : handler?.type === 'role' ? [handler.code] : [];

/** How a step is signed: as it says, else as the events say that lead there. */
function ruleAt(table: TableDef, { value, sign }: StateDef): string {
  const leading = table.states.flatMap(eventsOf).filter((event) => event.next_state === Number(value));
  return sign ?? (leading.length && leading.every((event) => event.is_countersign) ? 'all' : 'any');
}

/** Whether every event that leads a record on from a state asks for the field. */
function isAsked(table: TableDef, value: string, { field_name }: FieldDef): boolean {
  const ends = new Map(table.states.map((state) => [Number(state.value), state.end]));
  const state = table.states.find((one) => one.value === value);
  const onward = eventsOf(state).filter((event) => eventKind(event, (step) => ends.get(step) ?? null) === 'forward');
  return onward.length > 0 && onward.every((event) => neededFields(event).includes(field_name));
}
