import { type Code, Refusal } from '#protocol/codes.ts';
import { choiceGone } from '#protocol/fields/ids.ts';
import { type Fault, fault, type Value } from '#protocol/fields/kind.ts';
import { withoutMarks } from '#protocol/fields/writing.ts';
import { isOf } from '#protocol/meta/data-types.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { namesOfRule, rulesBetween } from '#protocol/rules/form/between.ts';
import { defaultValue } from '#protocol/rules/form/default.ts';
import { type Form, isComputed, isEditable, isOthers, isShown } from '#protocol/rules/form/form.ts';
import { madeOnce } from '#protocol/rules/once.ts';
import type { Grant } from '#server/access/access.ts';
import type { ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';
import { boundRich, cleaned, parseValue } from '#server/meta/page/clean.ts';
import { keptSecret } from '../row/secret.ts';
import type { Stored } from '../row/stored.ts';
import { same, type Values } from '../row/values.ts';
import { formOf, type Target, valueIn, type Work } from '../row/work.ts';

/** The most faults that one answer names: a form of a person has fewer. */
const MOST_TOLD = 100;

/**
 * Refuses for the first of what was found, and names all of it in `data.errors`, each as an answer of its own ({code, remark, data}), so
 * that every field can be marked at once.
 */
export function refusalOf(found: readonly [Fault, ...Fault[]]): Refusal {
  const errors = found.slice(0, MOST_TOLD).map(({ code, text, data }) => ({ code, remark: `$${text}`, data }));
  return new Refusal(found[0].code, `$${found[0].text}`, { ...found[0].data, errors });
}

/** Goes on where nothing was found. */
export function demandNone(found: readonly Fault[]): void {
  const [first, ...others] = found;
  if (first) throw refusalOf([first, ...others]);
}

const refuseField = (code: Code, name: string): never => {
  throw new Refusal(code, '', { field: name.slice(0, 60) });
};

/** Standard columns that no request writes: what it sends for them has no effect (B9). */
const isEngines = (field: ResolvedField): boolean => isComputed(field.def) || field.storage === 'none';

/**
 * The values that a request sends, parsed by their fields. 317 for a name that is unknown or hidden from the caller, 317 or 316 for
 * values, all that are wrong named; what only the engine writes is passed over.
 */
export function parseSent(work: Work, { table, grant }: Target, sent: Readonly<Record<string, unknown>>): Values {
  const parsed: Values = Object.create(null);
  const wrong: Fault[] = [];
  for (const [name, input] of Object.entries(sent)) {
    const field = table.fields.get(name);
    if (!field || (grant && !work.engine && grant.sees(name, 't') === false)) return refuseField(317, name);
    if (isEngines(field) && !work.engine) continue;
    boundRich(work.tx, field, input);
    const { value, fault: found } = parseValue(field, input);
    if (found) wrong.push(found);
    else if (!isOf(field.def.data_type, 'secret')) parsed[name] = value;
    // an empty one is not meant: what stands stays
    else if (typeof value === 'string') parsed[name] = keptSecret(work, table, field, value);
  }
  demandNone(wrong);
  return parsed;
}

/** What a new record holds before anything is typed. */
export function startValues(work: Work, table: ResolvedTable): Values {
  const values: Values = Object.create(null);
  const { session } = work;
  const user = { id: session.user.id, department_entity: session.department?.id ?? null, domain: session.domain.id };
  for (const field of table.fields.values()) {
    if (field.def.defvalue !== undefined) values[field.name] = cleaned(field, defaultValue(field, { user, today: work.today }));
  }
  return values;
}

/** Whether the caller's roles let him write the field; on a new record a right that depends on the row is taken as given. */
export function roleWrites({ grant }: Target, name: string, stored: Stored | null): boolean {
  const writes = grant ? grant.writes(name, 't') : true;
  return typeof writes === 'boolean' ? writes : stored === null || stored.writes[name] === true;
}

/** The form in which the caller writes a record, or a new one: what his roles keep him from is closed in it. */
export function formFor(work: Work, target: Target, op: Form['op'], stored: Stored | null, value: (name: string) => unknown): Form {
  const form = formOf(work, target.table, op, stored?.review_state ?? 1, value);
  form.table = askedOf(target);
  form.locks = (name) => !roleWrites(target, name, stored);
  if (stored) form.lay = valueIn(stored.values);
  return form;
}

/** The definition with the rules that are held against this person: who is kept from a field of one, on whatever rows, would learn it by trying. */
function askedOf({ table, grant }: Target): TableDef {
  return grant && rulesBetween(table.def.rules).length > 0 ? askedBy(grant)(table) : table.def;
}

const askedBy = madeOnce((grant: Grant) =>
  madeOnce((table: ResolvedTable): TableDef => {
    const rules = rulesBetween(table.def.rules).filter(({ where }) => !namesOfRule(where).some((name) => hides(grant, name)));
    return { ...table.def, rules };
  }),
);

const hides = (grant: Grant, name: string): boolean => !grant.leaves(name);

/** What was sent of a record, beside what lies there: null for a new one. */
export interface Asked {
  op: Form['op'];
  before: Values;
  parsed: Values;
  stored: Stored | null;
}

/** Of the parsed values those that change the record; what is sent back as it stands is passed over. */
export function differing({ before, parsed }: Pick<Asked, 'before' | 'parsed'>): Values {
  const changes: Values = Object.create(null);
  for (const [name, value] of Object.entries(parsed))
    if (!same(value, before[name]) && !same(value, asParsed(before[name]))) changes[name] = value;
  return changes;
}

/**
 * What its sender was not shown he cannot send back: 312, whatever lies there, and before anything is worked out by it. `foreseen` is the record
 * with what was sent, what is copied and what follows from it.
 */
export async function demandShown(
  work: Work,
  target: Target,
  { op, before, parsed, stored }: Asked,
  foreseen: (but: Values) => Promise<Values>,
): Promise<void> {
  if (!stored || work.engine) return;
  const formOn = (values: Values) => formFor(work, target, op, stored, valueIn(values));
  const forms = [formOn(before), formOn({ ...before, ...parsed })];
  const isShownBy = (name: string) => (form: Form) => isShown(target.table.fields.get(name)!.def, form);
  const doubtful = Object.keys(parsed).filter((name) => stored.unseen.has(name) || !forms.some(isShownBy(name)));
  if (doubtful.length === 0) return;
  const known = Object.fromEntries(Object.entries(parsed).filter(([name]) => !doubtful.includes(name)));
  const form = formOn(await foreseen(known));
  for (const name of doubtful) if (stored.unseen.has(name) || !isShownBy(name)(form)) refuseField(312, name);
}

/**
 * A field that may not be changed now (readonly, edit_state, a condition, the role) and that would be changed refuses the whole with 312 (B9, B10).
 * A choice that is offered no more stays where it is and comes nowhere else (305). `after` is the record as it will stand.
 */
export function demandTyped(work: Work, target: Target, { op, before, stored }: Asked, changes: Values, after: Values): void {
  if (work.engine) return;
  const form = formFor(work, target, op, stored, valueIn(after));
  const wrong: Fault[] = [];
  for (const [name, value] of Object.entries(changes)) {
    const field = target.table.fields.get(name)!;
    if (isOthers(field.def, form)) throw refusedField(312, 'fieldOfOthers', field);
    if (!isEditable(field.def, form)) refuseField(312, name);
    wrong.push(...goneFaults(field, value, before[name] ?? null));
  }
  demandNone(wrong);
}

/** A choice that is offered no more, where it does not stand already. */
export function goneFaults(field: ResolvedField, value: Value, stood: Value): Fault[] {
  const gone = choiceGone(field, value, stood);
  return gone ? [fault(305, 'choiceGone', field, { choice: { zh_CN: gone.key_name, en_US: gone.key_name_en } })] : [];
}

/** Whether the caller is not shown a field: by his roles, on this row, or as state and values stand. */
export function hidesFrom({ table, grant }: Target, stored: Stored | null, form: Form): (name: string) => boolean {
  return (name) => {
    const def = table.fields.get(name)?.def;
    if (grant === null || def === undefined) return false;
    return grant.sees(name, 't') === false || (stored ? stored.unseen.has(name) : !grant.leaves(name)) || !isShown(def, form);
  };
}

/** What is told of a field that the caller is not shown: that it is, neither its name nor its bounds, which would tell what lies there. */
export function veiled(found: readonly Fault[], isHidden: (fault: Fault) => boolean): Fault[] {
  const told = found.filter((one) => !isHidden(one));
  return told.length === found.length ? [...found] : [...told, { code: 305, text: 'unseenBeyond', data: {} }];
}

/** A text of a time when marks that mislead were kept: sent back as it stands it changes nothing. */
const asParsed = (stood: Value | undefined): Value | undefined => (typeof stood === 'string' ? withoutMarks(stood) : stood);

/** Names a field in a refusal, in both languages. */
export const refusedField = (code: Code, text: string, field: ResolvedField, data: Record<string, unknown> = {}): Refusal =>
  refusalOf([fault(code, text, field, data)]);

/**
 * Whose unit a record is decides who sees and who approves it: who writes with personal or department scope names a unit of his own,
 * his department or one below it; 312 for any other (docs/decisions/056).
 */
export function demandUnit(work: Work, { table, grant }: Target, changes: Values): void {
  const unit = table.fields.get(table.departmentField);
  if (!unit || !grant) return;
  const named = changes[unit.name];
  if (typeof named !== 'number' || grant.parts.some((part) => part.scope === 2)) return;
  if (!work.session.departments.includes(named)) throw refusedField(312, 'unitBeyond', unit);
}
