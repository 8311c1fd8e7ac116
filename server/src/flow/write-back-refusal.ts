import { CODES, type Code, Refusal } from '#protocol/codes.ts';
import { isEmpty } from '#protocol/fields/kind.ts';
import type { WriteBackDef } from '#protocol/meta/flow.ts';
import { isComputed } from '#protocol/rules/form.ts';
import { isFirst } from '#protocol/rules/states.ts';
import { remarkText } from '#protocol/texts/texts.ts';
import type { ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';
import { ACTIVE_PERSON } from '#server/meta/person.ts';
import type { Ground } from './ground.ts';
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
    if (empty) throw new Refusal(314, '$fieldEmpty', { field: labels(empty.def), field_name: empty.name });
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

const labels = ({ key_name, key_name_en }: { key_name: string; key_name_en: string }): { zh_CN: string; en_US: string } => ({
  zh_CN: key_name,
  en_US: key_name_en,
});

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
  const place = /^\{(\w+)\}$/.exec(String(values[failing ?? ''] ?? ''))?.[1];
  const source = place === undefined ? undefined : ground.table.fields.get(place)?.def;
  const step = source && filledIn(ground.table, source.edit_state);
  const data = {
    table: labels(table.def),
    field: failing ? labels(table.fields.get(failing)!.def) : { zh_CN: '', en_US: '' },
    why: { zh_CN: why(cause, 'zh_CN'), en_US: why(cause, 'en_US') },
    cloud,
    ...(failing ? { field_name: failing } : {}),
  };
  if (!source || isComputed(source))
    return new Refusal(cause.code, '$flow_write_back_admin', { ...data, who: await administrators(ground) });
  const from = { from: labels(source), from_field: source.field_name };
  if (step) return new Refusal(cause.code, '$flow_write_back_step', { ...data, ...from, step: labels(step) });
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

/** Asked beside the transaction, which is over once the database has refused something. */
async function nameOf({ house, session }: Ground, person: number): Promise<string> {
  const [row] = await house.db.query<{ key_name: string }>(
    `select coalesce(key_name, '') as key_name from app."user" where company_id = $1 and id = $2`,
    [session.company.id, person],
  );
  return row?.key_name ?? '';
}

async function administrators({ house, session }: Ground): Promise<string> {
  const rows = await house.db.query<{ key_name: string }>(
    `select distinct u.id, coalesce(u.key_name, '') as key_name from app."role" r
       join app."user" u on u.company_id = r.company_id and u.role_entities @> array[r.id] and ${ACTIVE_PERSON}
     where r.company_id = $1 and r."root" = 1 and r.deleted_time is null order by u.id limit 3`,
    [session.company.id],
  );
  return rows.map((row) => row.key_name).join(', ');
}
