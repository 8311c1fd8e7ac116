import { dataType, isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { Chart, Said, SaidTerm } from '#protocol/rules/chart.ts';
import type { Units } from '#web/fields/amounts.tsx';
import { shown } from '#web/fields/shown.ts';
import type { Texts } from '#web/i18n/use-text.ts';

type Telling = Pick<Chart, 'fields' | 'values'> & { texts: Texts; units: Pick<Units, 'alone' | 'limit'> };
type Part = Extract<Said, { field: string }>;

const SIGNS = { '>': '>', '>=': '≥', '<': '<', '<=': '≤' } as const;

/** A condition as people say it: names of fields and choices, amounts with their unit; what its reader may not see is said to be so. */
export function inWords(said: Said, telling: Telling): string {
  const { t } = telling.texts;
  if (said.kind === 'hidden') return t('chart.hidden');
  if (!('of' in said)) return partInWords(said, telling);
  const parts = said.of.map((part, at) => {
    if ('of' in part) return t('chart.braced', { words: inWords(part, telling) });
    const before = said.of[at - 1];
    const goesOn = said.kind === 'and' && before?.kind === 'compare' && isOrder(before) && part.kind === 'compare' && isOrder(part);
    return goesOn && before.field === part.field ? orderInWords(part, telling, false) : inWords(part, telling);
  });
  return [...new Set(parts)].join(t(said.kind === 'and' ? 'chart.and' : 'chart.or'));
}

const isOrder = (part: Extract<Said, { kind: 'compare' }>): boolean => part.op in SIGNS;

function partInWords(part: Part, telling: Telling): string {
  const { t, label } = telling.texts;
  const field = label(fieldOf(part.field, telling));
  if (part.kind === 'empty') return t(part.empty ? 'chart.empty' : 'chart.filled', { field });
  if (part.kind === 'in')
    return t('chart.oneOf', { field, value: telling.texts.listed(part.to.map((term) => termInWords(part.field, term, telling))) });
  if (isOrder(part)) return orderInWords(part, telling, true);
  const value = termInWords(part.field, part.to, telling);
  return t(part.op === 'like' ? 'chart.like' : part.op === '!=' ? 'chart.isNot' : 'chart.is', { field, value });
}

function orderInWords(part: Extract<Said, { kind: 'compare' }>, telling: Telling, isNamed: boolean): string {
  const { t, label } = telling.texts;
  const places = { op: SIGNS[part.op as keyof typeof SIGNS], value: termInWords(part.field, part.to, telling) };
  return isNamed ? t('chart.compares', { field: label(fieldOf(part.field, telling)), ...places }) : t('chart.goesOn', places);
}

function termInWords(name: string, term: SaidTerm, telling: Telling): string {
  const { t, label } = telling.texts;
  if ('field' in term) return label(fieldOf(term.field, telling));
  if ('user' in term) return t(term.user === 'id' ? 'chart.decider' : 'chart.deciderUnit');
  if ('days' in term) {
    if (term.days === 0) return t('chart.today');
    return t(term.days > 0 ? 'chart.daysAfter' : 'chart.daysBefore', { n: Math.abs(term.days) });
  }
  const field = fieldOf(name, telling);
  if (!field) return String(term.value);
  if (isNumber(field)) return telling.units.limit(field, String(term.value));
  const isList = isOf(field.data_type, 'choices', 'links');
  return shown(field, isList ? [term.value] : term.value, telling.texts.locale);
}

const fieldOf = (name: string, { fields }: Telling): FieldDef | undefined => fields.find((field) => field.field_name === name);
const isNumber = ({ data_type: type }: FieldDef): boolean => dataType(type).shape === 'number';

/** What the record has of the fields that a condition speaks of, as a reader reads it; '' where he sees none of them. */
export function valuesInWords(said: Said, telling: Telling): string {
  const { t, label, locale, listed } = telling.texts;
  const names = [...new Set(namesIn(said))];
  return listed(
    names.flatMap((name) => {
      const field = fieldOf(name, telling);
      if (!field) return [];
      const value = telling.values[name];
      const words = isNumber(field) ? telling.units.alone(field, value) : shown(field, value, locale);
      return t('chart.has', { field: label(field), value: words || t('chart.nothing') });
    }),
  );
}

function namesIn(said: Said): string[] {
  if (said.kind === 'hidden') return [];
  if ('of' in said) return said.of.flatMap(namesIn);
  const terms = said.kind === 'in' ? said.to : said.kind === 'compare' ? [said.to] : [];
  return [said.field, ...terms.flatMap((term) => ('field' in term ? [term.field] : []))];
}
