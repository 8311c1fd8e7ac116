import { NUMBER } from '#protocol/fields/decimal.ts';
import { fieldKind } from '#protocol/fields/fields.ts';
import { isInteger } from '#protocol/fields/int.ts';
import { type Fault, type FieldSpec, fault, isEmpty } from '#protocol/fields/kind.ts';
import { isDecimal, isOf, isWhole } from '#protocol/meta/data-types.ts';
import { madeOnce } from '../once.ts';
import { matchesPattern } from '../pattern.ts';
import { rulesBroken } from './between.ts';
import { calculatedFaults } from './calc-fault.ts';
import { type Form, type FormFields, isComputed, isEditable, isNeeded, isVisible } from './form.ts';

/** What is checked: values as typed in the browser (texts) or as parsed on the server. */
export interface FormValues {
  value(field_name: string): unknown;
  /** Review: what lay there before; a calculated value that stays so is not the signer's to mend */
  stood?(field_name: string): unknown;
  /** a file of the field is still under way (browser only) */
  isUploading?(field_name: string): boolean;
  /** yyyy-MM-dd on the company's clock */
  today: string;
  /** false: a draft, required fields may wait (formats and bounds may not) */
  complete: boolean;
}

/** `lay`: what lay there before, where that is not asked again */
type Check = (field: FieldSpec, value: unknown, values: FormValues, lay: Form['lay']) => Fault | null;

const uploadCheck: Check = (field) => fault(305, 'uploadRunning', field);
const emptyCheck: Check = (field, value) => (isEmpty(value) ? fault(305, 'fieldEmpty', field) : null);

const numberCheck = ({ def }: FieldSpec, value: unknown): Fault | null =>
  isDecimal(def.data_type) && !NUMBER.test(String(value)) ? fault(305, 'fieldNumber', { def }) : null;
const integerCheck = ({ def }: FieldSpec, value: unknown): Fault | null =>
  isWhole(def.data_type) && !isInteger(String(value)) ? fault(305, 'fieldInteger', { def }) : null;

/**
 * Days are bounded from today (FIELD-03): one that was right when it was written, and stays, is not asked again on a later day. What is sent
 * on its way for the first time, or again, is asked as a whole, with its rows.
 */
export const layBefore = (form: Form, { table, op }: Form, { complete }: FormValues): Form['lay'] =>
  complete && table.flow === 1 && op !== 'Review' ? undefined : form.lay;

const staysAsItLay = ({ def }: FieldSpec, value: unknown, lay: Form['lay']): boolean =>
  isOf(def.data_type, 'moment') && lay !== undefined && lay(def.field_name) === value;

/** Why a text is no value of the field's type at all, whatever its bounds: what a filter may not hold either. */
export function writingFault(field: FieldSpec, value: string): Fault | null {
  return numberCheck(field, value) ?? integerCheck(field, value) ?? fieldKind(field.def.data_type).parse(value, field).fault ?? null;
}

/** The content checks of one filled field, in the specification's order; also each cell of a sub-table. */
export const CONTENT_CHECKS: readonly Check[] = [
  ({ def }, value) =>
    isOf(def.data_type, 'line', 'lines') && def.format && !matchesPattern(def.format, String(value))
      ? fault(305, 'fieldFormat', { def })
      : null,
  numberCheck,
  integerCheck,
  (field, value, values, lay) => {
    const kind = fieldKind(field.def.data_type);
    const parsed = kind.parse(value, field);
    if (parsed.fault) return { ...parsed.fault, code: 305 };
    return staysAsItLay(field, value, lay) ? null : kind.check(parsed.value, field, values.today);
  },
];

/** Fields that somebody may type in, in whatever form. */
const typedIn = madeOnce((fields: FormFields): FormFields => fields.filter(({ def }) => !isComputed(def)));

/**
 * FORM-06: everything that keeps a form from being submitted, code 305, each field once, in the specification's order: an upload under way,
 * then required fields, format patterns, numbers, whole numbers, then type, length, precision and bounds; each over all fields; last
 * what is calculated. The first is what is answered and said in words.
 */
export function checkForm(fields: FormFields, form: Form, values: FormValues): Fault[] {
  const lay = layBefore(form, form, values);
  const running = fields.filter((field) => values.isUploading?.(field.def.field_name));
  const open = typedIn(fields).filter((field) => isEditable(field.def, form));
  const needed = values.complete ? open.filter((field) => isVisible(field.def, form) && isNeeded(field.def, form)) : [];
  const filled = open.filter((field) => !isEmpty(values.value(field.def.field_name)));
  const steps = [
    [running, uploadCheck] as const,
    [needed, emptyCheck] as const,
    ...CONTENT_CHECKS.map((check) => [filled, check] as const),
  ];
  const found = new Map<FieldSpec, Fault>();
  for (const [some, check] of steps) {
    for (const field of some) {
      const wrong = found.has(field) ? null : check(field, values.value(field.def.field_name), values, lay);
      if (wrong) found.set(field, wrong);
    }
  }
  const own = [...found.values(), ...calculatedFaults(fields, values)];
  return [
    ...own,
    ...(values.complete ? rulesBroken(fields, form, own).map(({ field, rule }) => fault(305, 'ruleBroken', field, { rule })) : []),
  ];
}
