import { CODES, type Code, Refusal } from '#protocol/codes.ts';
import { isEmpty } from '#protocol/fields/kind.ts';
import type { WriteBackDef } from '#protocol/meta/flow.ts';
import { isComputed } from '#protocol/rules/form/form.ts';
import { remarkText } from '#protocol/texts/texts.ts';
import type { ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';
import { inBoth } from '../../read/labels.ts';
import type { Ground } from '../ground.ts';
import type { Occasion } from './places.ts';
import { isShortage, shortageSaid } from './shortage.ts';
import { administratorsSaid, type Over, personSaid, sourceOf } from './who-mends.ts';

/** One record that a decision writes elsewhere. */
export interface Written {
  cloud: string;
  /** what the definition says of each field */
  said: Readonly<Record<string, string | number>>;
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
export async function explained<T>(
  ground: Ground,
  occasions: readonly [Occasion, ...Occasion[]],
  written: Written,
  write: () => Promise<T>,
): Promise<T> {
  const table = ground.access.catalogue.table(written.cloud);
  try {
    const empty = table && demandedButEmpty(table, written);
    if (empty) throw new Refusal(314, '$fieldEmpty', { field: inBoth(empty.def), field_name: empty.name });
    return await write();
  } catch (error) {
    if (!(error instanceof Refusal) || !OF_DATA.has(error.code) || !table || isShortage(error)) throw error;
    throw refusal(ground, occasions, written, table, error);
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
function refusal(
  ground: Ground,
  occasions: readonly [Occasion, ...Occasion[]],
  { cloud, said }: Written,
  table: ResolvedTable,
  cause: Refusal,
): Refusal {
  const failing = [cause.data.field_name, cause.data.field].find(
    (name): name is string => typeof name === 'string' && table.fields.has(name),
  );
  const one = occasions.findLast(({ def }) => failing !== undefined && failing in def.values) ?? occasions[0];
  const source = sourceOf(ground, one, said[failing ?? '']);
  const data = {
    table: inBoth(table.def),
    field: inBoth(failing === undefined ? undefined : table.fields.get(failing)?.def),
    why: { zh_CN: why(cause, 'zh_CN'), en_US: why(cause, 'en_US') },
    cloud,
    ...(failing ? { field_name: failing } : {}),
  };
  if (!source || source.computed) return new Refusal(cause.code, ADMIN, data);
  const from = { from: source.label, from_field: source.name };
  if (source.step) return new Refusal(cause.code, '$flow_write_back_step', { ...data, ...from, step: inBoth(source.step) });
  return new Refusal(cause.code, APPLICANT, { ...data, ...from, who: one.record.create_entity });
}

const ADMIN = '$flow_write_back_admin';
const APPLICANT = '$flow_write_back_applicant';

const why = (cause: Refusal, locale: 'zh_CN' | 'en_US'): string =>
  cause.remark.startsWith('$') ? remarkText(cause.code, cause.remark, cause.data, locale) : CODES[cause.code][locale];

/** The refusal with the names, as the approver may read them, of whom it sends him to; others as they are. */
export async function saidBy(over: Over, refusal: Refusal): Promise<Refusal> {
  if (isShortage(refusal)) return shortageSaid(over, refusal);
  const { code, remark, data } = refusal;
  if (remark === ADMIN) return new Refusal(code, remark, { ...data, who: await administratorsSaid(over) });
  return remark === APPLICANT ? new Refusal(code, remark, { ...data, who: await personSaid(over, data.who) }) : refusal;
}
