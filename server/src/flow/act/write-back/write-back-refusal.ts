import { CODES, type Code, type Locale, Refusal } from '#protocol/codes.ts';
import { isEmpty } from '#protocol/fields/kind.ts';
import type { WriteBackDef } from '#protocol/meta/flow.ts';
import { listed } from '#protocol/meta/listed.ts';
import { label } from '#protocol/meta/naming.ts';
import { isComputed } from '#protocol/rules/form/form.ts';
import { wholePlace } from '#protocol/rules/places.ts';
import { isFirst } from '#protocol/rules/states.ts';
import { remarkText } from '#protocol/texts/texts.ts';
import type { Access } from '#server/access/access.ts';
import type { ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { namedBy, namesOf } from '#server/records/row/names.ts';
import { inBoth } from '../../read/labels.ts';
import { administrators } from '../../store/handlers.ts';
import type { RecordRow } from '../../store/record-row.ts';
import type { Ground } from '../ground.ts';

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
  const table = ground.access.catalogue.table(written.cloud);
  try {
    const empty = table && demandedButEmpty(table, written);
    if (empty) throw new Refusal(314, '$fieldEmpty', { field: inBoth(empty.def), field_name: empty.name });
    return await write();
  } catch (error) {
    if (!(error instanceof Refusal) || !OF_DATA.has(error.code) || !table) throw error;
    throw refusal(ground, record, written, table, error);
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

/** Who is named stands as an id: his name, and the administrators, are asked when the transaction is over (`saidBy`). */
function refusal(ground: Ground, record: RecordRow, { cloud, values }: Written, table: ResolvedTable, cause: Refusal): Refusal {
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
  if (!source || isComputed(source)) return new Refusal(cause.code, ADMIN, data);
  const from = { from: inBoth(source), from_field: source.field_name };
  if (step) return new Refusal(cause.code, '$flow_write_back_step', { ...data, ...from, step: inBoth(step) });
  return new Refusal(cause.code, APPLICANT, { ...data, ...from, who: record.create_entity });
}

const ADMIN = '$flow_write_back_admin';
const APPLICANT = '$flow_write_back_applicant';

/** The step in which a field is typed, where it is not the application. */
function filledIn(table: ResolvedTable, edit_state: string | undefined) {
  const states = edit_state?.split(',').map(Number) ?? [];
  if (states.length === 0 || states.some(isFirst)) return undefined;
  return table.def.states.find((state) => state.value === String(states[0]));
}

const why = (cause: Refusal, locale: 'zh_CN' | 'en_US'): string =>
  cause.remark.startsWith('$') ? remarkText(cause.code, cause.remark, cause.data, locale) : CODES[cause.code][locale];

/** Where a refusal was met, its transaction over: a decision that asks beside its own connection would wait for others that do the same. */
interface Over {
  house: House;
  session: Session;
  access: Access;
}

/** The refusal with the names, as the approver may read them, of whom it sends him to; others as they are. */
export async function saidBy(over: Over, refusal: Refusal): Promise<Refusal> {
  const { code, remark, data } = refusal;
  if (remark === ADMIN) return new Refusal(code, remark, { ...data, who: await administratorsSaid(over) });
  if (remark !== APPLICANT) return refusal;
  const who = Number(data.who);
  return new Refusal(code, remark, { ...data, who: namedBy(await namesOf(over.house.db, over.access, 'user', [who]), who) });
}

/** Enough of them to find one. */
const SAID = 3;

async function administratorsSaid({ house, session, access }: Over): Promise<Record<Locale, string>> {
  const people = (await administrators(house.db, session.company.id, [])).slice(0, SAID);
  const names = await namesOf(house.db, access, 'user', people);
  const said = (locale: Locale) =>
    listed(
      people.map((id) => label(names.get(id), locale)),
      locale,
    );
  return { zh_CN: said('zh_CN'), en_US: said('en_US') };
}
