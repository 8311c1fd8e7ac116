import type { Locale } from '#protocol/codes.ts';
import type { StateDef } from '#protocol/meta/flow.ts';
import { listed } from '#protocol/meta/listed.ts';
import { label } from '#protocol/meta/naming.ts';
import { isComputed } from '#protocol/rules/form/form.ts';
import { rowsName } from '#protocol/rules/form/rows-name.ts';
import { wholePlace } from '#protocol/rules/places.ts';
import { isFirst } from '#protocol/rules/states.ts';
import type { Access } from '#server/access/access.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { namedBy, namesOf } from '#server/records/row/names.ts';
import { inBoth } from '../../read/labels.ts';
import { administrators } from '../../store/handlers.ts';
import type { Ground } from '../ground.ts';
import { fieldOfRow, type Occasion } from './places.ts';

/** The field that a value comes from, and where it is typed. */
export interface Source {
  name: string;
  label: Record<Locale, string>;
  computed: boolean;
  /** the step in which it is typed, where that is not the application */
  step: StateDef | undefined;
}

/** Where a value comes from: a field of the record, or of the row; undefined where the definition says it itself. */
export function sourceOf({ table, access }: Ground, { def }: Occasion, said: string | number | undefined): Source | undefined {
  const name = wholePlace(String(said ?? ''));
  if (name === undefined) return undefined;
  const ofRow = fieldOfRow(name, def);
  if (ofRow === undefined) {
    const field = table.fields.get(name)?.def;
    return field && { name, label: inBoth(field), computed: isComputed(field), step: filledIn(table, field.edit_state) };
  }
  const sub = table.def.subtables?.find((one) => rowsName(one) === def.each);
  const field = access.catalogue.table(sub?.table_name ?? '')?.fields.get(ofRow)?.def;
  if (!sub || !field) return undefined;
  const label = { zh_CN: `${sub.key_name}－${field.key_name}`, en_US: `${sub.key_name_en}-${field.key_name_en}` };
  return { name, label, computed: isComputed(field), step: filledIn(table, sub.edit_state) };
}

function filledIn(table: ResolvedTable, edit_state: string | undefined): StateDef | undefined {
  const states = edit_state?.split(',').map(Number) ?? [];
  if (states.length === 0 || states.some(isFirst)) return undefined;
  return table.def.states.find((state) => state.value === String(states[0]));
}

/** Where a refusal was met, its transaction over: a decision that asks beside its own connection would wait for others that do the same. */
export interface Over {
  house: House;
  session: Session;
  access: Access;
}

export async function personSaid({ house, access }: Over, id: unknown): Promise<unknown> {
  const who = Number(id);
  return namedBy(await namesOf(house.db, access, 'user', [who]), who);
}

/** Enough of them to find one. */
const SAID = 3;

export async function administratorsSaid({ house, session, access }: Over): Promise<Record<Locale, string>> {
  const people = (await administrators(house.db, session.company.id, [])).slice(0, SAID);
  const names = await namesOf(house.db, access, 'user', people);
  const said = (locale: Locale) =>
    listed(
      people.map((id) => label(names.get(id), locale)),
      locale,
    );
  return { zh_CN: said('zh_CN'), en_US: said('en_US') };
}
