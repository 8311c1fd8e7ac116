import { Decimal, fitDecimal, NUMBER, precisionOf } from '#protocol/fields/decimal.ts';
import { fieldKind } from '#protocol/fields/fields.ts';
import { type Fault, type FieldSpec, fault, isEmpty } from '#protocol/fields/kind.ts';
import { isOf, isWhole } from '#protocol/meta/data-types.ts';
import type { FormFields } from './form.ts';

/** What is asked of calculated fields. `stood`: what lay there before, where that is not this person's to mend. */
export interface CalcValues {
  value(field_name: string): unknown;
  stood?(field_name: string): unknown;
  /** yyyy-MM-dd on the company's clock */
  today: string;
}

/** Digits before the point of a whole number that is certain to be held. */
const WHOLE_DIGITS = 15;

/**
 * FORM-08: why a calculated value is not kept: it has more digits or characters than its field, or is beyond min or max (305). An amount
 * that its field cannot hold would count as none wherever it is read: in other calculations, and in the guards of an approval.
 */
export function calculatedFault(field: FieldSpec, value: unknown, today: string): Fault | null {
  if (isEmpty(value)) return null;
  const { def } = field;
  const kind = fieldKind(def.data_type);
  if (isOf(def.data_type, 'number')) {
    const text = String(value);
    const { precision, scale } = isWhole(def.data_type) ? { precision: WHOLE_DIGITS, scale: 0 } : precisionOf(def);
    const fits =
      NUMBER.test(text) && (isWhole(def.data_type) ? Number.isSafeInteger(Number(text)) : fitDecimal(new Decimal(text), def) !== null);
    return fits ? kind.check(value as string | number, field, today) : fault(305, 'calcDigits', field, { limit: precision - scale });
  }
  const parsed = kind.parse(value, field);
  if (parsed.fault) return parsed.fault.text === 'fieldTooLong' ? { ...parsed.fault, code: 305 } : null;
  return kind.check(parsed.value, field, today);
}

/** The same of all calculated fields of a record, of a draft too. */
export function calculatedFaults(fields: FormFields, { value, stood, today }: CalcValues): Fault[] {
  return fields
    .filter(({ def }) => def.calc !== undefined && !(stood && String(stood(def.field_name)) === String(value(def.field_name))))
    .flatMap((field) => calculatedFault(field, value(field.def.field_name), today) ?? []);
}
