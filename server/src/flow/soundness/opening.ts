import type { FieldDef } from '#protocol/meta/field.ts';
import type { StateDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { isComputed } from '#protocol/rules/form/form.ts';
import { isSigners } from '#protocol/rules/signer.ts';
import { inStates, isFirst } from '#protocol/rules/states.ts';
import { officesOf } from '../store/handlers.ts';

/** What an author does to a definition, in phrases that can be followed word for word; joined by `and`, ways by `or`. */
type Phrases = readonly string[];

export const said = (phrases: Phrases): string => phrases.join(' and ');
export const waysOf = (...ways: readonly (Phrases | null)[]): string =>
  ways.flatMap((way) => (way?.length ? [said(way)] : [])).join(', or ');

const SHUTTING = ['hidden', 'view_where', 'edit_where'] as const;

/** What lets everybody who signs at these steps fill the field in, whatever its values; null for what nobody types. */
export function opening(table: TableDef, field: FieldDef, steps: readonly number[]): Phrases | null {
  if (isComputed(field)) return null;
  const { edit_state, view_state, readonly, edit_by } = field;
  const shut = [
    ...SHUTTING.filter((key) => field[key]),
    ...(edit_by && steps.some((step) => !isEverybodys(table, edit_by, step)) ? ['edit_by'] : []),
  ];
  const typed = edit_state?.split(',') ?? (readonly || !inStates(view_state, 1) ? [] : APPLICANTS);
  const closed = steps.some((step) => !inStates(typed.join() || NO_STEP, step));
  return [
    ...takenOut(field, shut),
    ...(closed ? [`give ${field.field_name} edit_state: '${listed(typed, steps)}'`] : []),
    ...shownAt(field, steps, view_state),
  ];
}

/** What makes the applicant, and nobody else, fill it in, in every application; null where others type it too, or nothing is to be done. */
export function demanding(field: FieldDef): Phrases | null {
  const { edit_state, view_state, readonly, field_name } = field;
  if (isComputed(field) || !(edit_state?.split(',').map(Number).every(isFirst) ?? true)) return null;
  const shut = [...SHUTTING.filter((key) => field[key]), ...(readonly && !edit_state ? ['readonly'] : [])];
  return [...takenOut(field, shut), ...shownAt(field, [1], view_state), ...(field.notnull === 1 ? [] : [`give ${field_name} notnull: 1`])];
}

const APPLICANTS: readonly string[] = ['0', '1'];
/** A list of states that has none of a table's. */
const NO_STEP = '-1';

const takenOut = ({ field_name }: FieldDef, keys: readonly string[]): Phrases =>
  keys.length ? [`take ${keys.join(', ')} out of ${field_name}`] : [];

const shownAt = ({ field_name }: FieldDef, steps: readonly number[], view_state: string | undefined): Phrases =>
  steps.every((step) => inStates(view_state, step)) ? [] : [`give ${field_name} view_state: '${listed(view_state!.split(','), steps)}'`];

/** The states of a list and these, in their order; the applicant's are two. */
function listed(states: readonly string[], steps: readonly number[]): string {
  const more = steps.flatMap((step) => (isFirst(step) ? APPLICANTS : [String(step)]));
  return [...new Set([...states, ...more])].sort((one, other) => Number(one) - Number(other)).join();
}

function isEverybodys(table: TableDef, edit_by: string, step: number): boolean {
  const { handler } = stepOf(table, step) ?? {};
  const roles = officesOf(handler);
  if (isFirst(step)) return true;
  return roles.length > 0 && roles.every((role) => isSigners(edit_by, { review_state: step, signer: { roles: [role], first: false } }));
}

export const stepOf = (table: TableDef, step: number): StateDef | undefined => table.states.find(({ value }) => value === String(step));

/** What lets a step ask for something: one that is passed over by itself asks for nothing. */
export const asking = (table: TableDef, steps: readonly number[]): Phrases =>
  steps.flatMap((step) => {
    const { self, empty } = stepOf(table, step) ?? {};
    return [
      ...(self === 'skip' ? [`give step ${step} self: 'up'`] : []),
      ...(empty === 'skip' ? [`give step ${step} empty: 'admin'`] : []),
    ];
  });
