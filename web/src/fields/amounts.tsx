import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Locale } from '#protocol/codes.ts';
import { figureOf, isAmount, withUnit, writeExact } from '#protocol/fields/figure.ts';
import type { FieldSpec } from '#protocol/fields/kind.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { AMOUNT_IN_TEXT } from '#protocol/meta/hint.ts';
import { label } from '#protocol/meta/naming.ts';
import type { Currency } from '#protocol/wire/envelope.ts';
import { text } from '#web/i18n/catalogue.ts';
import { useLocale } from '#web/i18n/use-text.ts';
import { asText } from './values.ts';

interface Around {
  /** null: not known, then an amount says no unit rather than a wrong one */
  currency: Currency | null;
  /** rows beside each other are in different ones: each says its own */
  each: boolean;
  /** how numbers are written there: made once for all who ask */
  units: Partial<Record<Locale, Units>>;
}
const Context = createContext<Around>({ currency: null, each: false, units: {} });

/** What the amounts inside are in: of a record, a row or a list, as the answer that brought it says (docs/decisions/115). */
export function Amounts({ of, each = false, children }: { of: Currency | null | undefined; each?: boolean; children: ReactNode }) {
  const around = useMemo((): Around => ({ currency: of ?? null, each, units: {} }), [of, each]);
  return <Context value={around}>{children}</Context>;
}

/** What says what a number counts. */
type Counted = Pick<FieldDef, 'money' | 'unit' | 'unit_en'>;

/** How the numbers of a field are written around here: everything on screen that prints one asks this. */
export interface Units {
  /** the unit: of an amount that of its record, else the definition's; '' where there is none */
  unitOf(field: Counted): string;
  /** a field's name with its unit, for a head or a label; `typed` also says %, which stands with the figure where it is read */
  measured(field: FieldDef, typed?: boolean): string;
  /** a value below a head that says its unit */
  figure(field: FieldDef, value: unknown): string;
  /** a value in parts of 100, which says so itself, whatever its field is counted in */
  rate(field: FieldDef, value: unknown): string;
  /** a value that stands alone, with its unit */
  alone(field: FieldDef, value: unknown): string;
  /** a limit as a definition has it, with its unit: 5,000, not 5,000.00 */
  limit(field: FieldDef, value: string): string;
  /** what stands under a field; `{1000}` in it is an amount of the record */
  hintOf(field: FieldDef): string;
  /** what the rules and the reading of what is typed need to know of a field: its definition, and what its amounts are in */
  specOf(field: FieldDef): FieldSpec;
}

export function createUnits({ currency, each }: Omit<Around, 'units'>, locale: Locale): Units {
  const unitOf = (field: Counted): string => (field.money ? label(currency, locale, 'currency') : label(field, locale, 'unit'));
  const alone = (field: FieldDef, value: unknown): string => withUnit(figureOf(asText(value), field), unitOf(field));
  return {
    unitOf,
    alone,
    limit: (field, value) => withUnit(writeExact(value), unitOf(field)),
    rate: (field, value) => withUnit(figureOf(asText(value), field), '%'),
    specOf: (def) => (def.money && currency ? { def, unit: { zh_CN: currency.currency, en_US: currency.currency_en } } : { def }),
    hintOf: (field) =>
      label(field, locale, 'hint').replace(AMOUNT_IN_TEXT, (_, value: string) =>
        withUnit(writeExact(value), label(currency, locale, 'currency')),
      ),
    figure: (field, value) => {
      const beside = label(field, locale, 'unit') === '%' || (each && field.money === 1);
      return beside ? alone(field, value) : figureOf(asText(value), field);
    },
    measured: (field, typed = false) => {
      const [name, unit] = [label(field, locale), each && field.money ? '' : unitOf(field)];
      if (unit === '' || (unit === '%' && !typed)) return name;
      return text(locale, isAmount(unit) ? 'fields.countedIn' : 'fields.measured', { name, unit });
    },
  };
}

export function useUnits(): Units {
  const around = useContext(Context);
  const locale = useLocale();
  around.units[locale] ??= createUnits(around, locale);
  return around.units[locale];
}
