import { parseFetch } from '#protocol/rules/fetch.ts';
import { type Form, isEditable } from '#protocol/rules/form/form.ts';
import { madeOnce } from '#protocol/rules/once.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { parseValue } from '#server/meta/page/clean.ts';
import type { Stored } from '../../row/stored.ts';
import { specsOf, type Values } from '../../row/values.ts';
import { type Target, valueIn, type Work } from '../../row/work.ts';
import { chosenValues } from '../chosen/chosen.ts';
import { differing, formFor } from '../parse.ts';
import { reckonedOn } from './followed.ts';

/** A record, or a row, as its sender leaves it. */
export interface Choosing {
  op: Form['op'];
  stored: Stored | null;
  before: Values;
  /** all that was sent, changed or not */
  brought: Values;
  /** it is a row that comes into the form of a record: what names that, and what the caller may read of it as it was typed */
  under?: Under | undefined;
}
export interface Under {
  field: string;
  values: Values;
}

/**
 * What references copy into fields that nobody may type (FORM-08): the server's own copy, from what the caller may read of the chosen record; of
 * a new record also what a default chose. Fields that may be typed come from the form, which copied before the person changed them. Which
 * is which is decided on the record with its copies, what follows and is calculated (docs/decisions/295).
 */
export async function fetchedFor(work: Work, target: Target, { op, stored, before, brought, under }: Choosing): Promise<Values> {
  if (work.engine) return {};
  const { table } = target;
  const sent = differing({ before, parsed: brought });
  if (!fetchingIn(table).some(({ name }) => name in sent || !stored || name === under?.field)) return {};
  const asTyped: Values = { ...before, ...sent };
  const copies = await copiesOf(work, table, (name) => name in sent || (!stored && asTyped[name] != null), asTyped, under);
  const names = Object.keys(copies);
  if (names.length === 0) return {};
  const closedOn = (values: Values): Values => {
    const form = formFor(work, target, op, stored, valueIn(reckonedOn(work, target, { op, stored, before, brought }, values)));
    return only(copies, (name) => !isEditable(table.fields.get(name)!.def, form));
  };
  let closed = closedOn({ ...asTyped, ...only(copies, (name) => !(name in brought)) });
  for (let turn = 0; turn < TURNS; turn++) {
    const then = closedOn({ ...asTyped, ...closed });
    if (Object.keys(then).join() === Object.keys(closed).join()) break;
    closed = then;
  }
  return closed;
}

/** How often it is asked anew what is closed, where a copy opens or closes the field of another. */
const TURNS = 4;

/** The record with what was sent, what is copied, what follows from it and is calculated: what is shown of it hangs on that. */
export async function foreseenIn(work: Work, target: Target, typing: Choosing): Promise<Values> {
  return reckonedOn(work, target, typing, { ...typing.before, ...typing.brought, ...(await fetchedFor(work, target, typing)) });
}

const only = (values: Values, isIn: (name: string) => boolean): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => isIn(name)));

/** Fields that copy of what they refer to. */
const fetchingIn = madeOnce((table: ResolvedTable) => specsOf(table).filter(({ def, source }) => def.fetch && source));

/** What the references copy, whoever may type it; a value that does not fit its field is none. */
async function copiesOf(
  work: Work,
  table: ResolvedTable,
  isChosen: (name: string) => boolean,
  values: Values,
  under: Under | undefined,
): Promise<Values> {
  const copied: Values = {};
  for (const field of fetchingIn(table)) {
    const isRecord = field.name === under?.field;
    const copies = ((isRecord || isChosen(field.name)) && parseFetch(field.def.fetch!)) || [];
    const known = copies.filter(({ target }) => table.fields.has(target));
    if (known.length === 0) continue;
    const id = values[field.name] as number | null;
    const names = known.map(({ source }) => source);
    const chosen = isRecord ? under!.values : id === null ? {} : await chosenValues(work, field.source!.table, id, names);
    for (const { target, source } of known) {
      const parsed = parseValue(table.fields.get(target)!, chosen[source] ?? null);
      copied[target] = parsed.fault ? null : parsed.value;
    }
  }
  return copied;
}
