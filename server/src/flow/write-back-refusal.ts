import { CODES, type Code, type Locale, Refusal } from '#protocol/codes.ts';
import { isEmpty } from '#protocol/fields/kind.ts';
import type { WriteBackDef } from '#protocol/meta/flow.ts';
import { label } from '#protocol/meta/naming.ts';
import { isComputed } from '#protocol/rules/form.ts';
import { wholePlace } from '#protocol/rules/places.ts';
import { isFirst } from '#protocol/rules/states.ts';
import { listed } from '#protocol/texts/listed.ts';
import { remarkText } from '#protocol/texts/texts.ts';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import type { ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';
import { namedBy, namesOf } from '#server/records/names.ts';
import type { Ground } from './ground.ts';
import { administrators } from './handlers.ts';
import { inBoth } from './labels.ts';
import type { RecordRow } from './record-row.ts';

/** One record that a write-back writes. */
interface Written {
  cloud: string;
  /** as the definition says them */
  values: WriteBackDef['values'];
  /** as they are for this record */
  fields: Readonly<Record<string, unknown>>;
  op: WriteBackDef['op'];
}

/** What is wrong with what was to be written; anything else (a lock, a lost connection) is no matter of the record. */
const OF_DATA: ReadonlySet<Code> = new Set([305, 310, 314, 315, 316, 317]);

/**
 * Writes, and where that is refused says it so that somebody can mend it: the approver may not see the field, may not change it, and
 * perhaps has never heard of the table. He learns where the value should have gone, what is wrong with it, and who can change it: the
 * applicant or the step that fills the field in, else the administrators.
 */
export async function explained<T>(ground: Ground, record: RecordRow, written: Written, write: () => Promise<T>): Promise<T> {
  const table = ground.house.catalogue.table(written.cloud);
  try {
    const empty = table && demandedButEmpty(table, written);
    if (empty) throw new Refusal(314, '$fieldEmpty', { field: inBoth(empty.def), field_name: empty.name });
    return await write();
  } catch (error) {
    if (!(error instanceof Refusal) || !OF_DATA.has(error.code) || !table) throw error;
    throw await refusal(ground, record, written, table, error);
  }
}

/** A field that the table demands and that would be written empty: the engine itself writes, so no form has asked for it. */
function demandedButEmpty(table: ResolvedTable, { fields, op }: Written): ResolvedField | undefined {
  return [...table.fields.values()].find(
    ({ name, def }) =>
      def.notnull === 1 &&
      !isComputed(def) &&
      (op === 'Add' ? def.defvalue === undefined || name in fields : name in fields) &&
      isEmpty(fields[name]),
  );
}

async function refusal(
  ground: Ground,
  record: RecordRow,
  { cloud, values }: Written,
  table: ResolvedTable,
  cause: Refusal,
): Promise<Refusal> {
  const failing = [cause.data.field_name, cause.data.field].find(
    (name): name is string => typeof name === 'string' && table.fields.has(name),
  );
  const place = wholePlace(String(values[failing ?? ''] ?? ''));
  const source = place === undefined ? undefined : ground.table.fields.get(place)?.def;
  const step = source && filledIn(ground.table, source.edit_state);
  const data = {
    table: inBoth(table.def),
    field: inBoth(failing === undefined ? undefined : table.fields.get(failing)?.def),
    why: { zh_CN: why(cause, 'zh_CN'), en_US: why(cause, 'en_US') },
    cloud,
    ...(failing ? { field_name: failing } : {}),
  };
  if (!source || isComputed(source))
    return new Refusal(cause.code, '$flow_write_back_admin', { ...data, who: await administratorsSaid(ground) });
  const from = { from: inBoth(source), from_field: source.field_name };
  if (step) return new Refusal(cause.code, '$flow_write_back_step', { ...data, ...from, step: inBoth(step) });
  return new Refusal(cause.code, '$flow_write_back_applicant', { ...data, ...from, who: await nameOf(ground, record.create_entity) });
}

/** The step in which a field is typed, where it is not the application. */
function filledIn(table: ResolvedTable, edit_state: string | undefined) {
  const states = edit_state?.split(',').map(Number) ?? [];
  if (states.length === 0 || states.some(isFirst)) return undefined;
  return table.def.states.find((state) => state.value === String(states[0]));
}

const why = (cause: Refusal, locale: 'zh_CN' | 'en_US'): string =>
  cause.remark.startsWith('$') ? remarkText(cause.code, cause.remark, cause.data, locale) : CODES[cause.code][locale];

/** By the names that the approver may read. Asked beside the transaction, which is over once the database has refused something. */
async function nameOf({ house, access }: Ground, person: number): Promise<EntityValue> {
  return namedBy(await namesOf(house.db, access, 'user', [person]), person);
}

/** Enough of them to find one. */
const SAID = 3;

async function administratorsSaid({ house, session, access }: Ground): Promise<Record<Locale, string>> {
  const people = (await administrators(house.db, session.company.id, [])).slice(0, SAID);
  const names = await namesOf(house.db, access, 'user', people);
  const said = (locale: Locale) =>
    listed(
      people.map((id) => label(names.get(id), locale)),
      locale,
    );
  return { zh_CN: said('zh_CN'), en_US: said('en_US') };
}
