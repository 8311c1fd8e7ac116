import { writeExact } from '#protocol/fields/figure.ts';
import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { iconNamed } from '#protocol/meta/menu-icons.ts';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import type { FieldFilter, OneFilter } from '#protocol/wire/filters.ts';
import { isSpan, SPANS } from '#protocol/wire/spans.ts';
import { useNames } from '#web/fields/names.ts';
import { comparedIn } from '#web/fields/values.ts';
import { type Texts, useText } from '#web/i18n/use-text.ts';

/** What a filter of a field asks, in words. */
export function useSaid(field: FieldDef, filter: FieldFilter): string {
  const texts = useText();
  const all = filter !== null && typeof filter === 'object' && 'all' in filter ? filter.all : [filter];
  const isEntity = isOf(field.data_type, 'link', 'links') && field.source !== undefined;
  const names = useNames(field.source, isEntity ? all.flatMap(idsOf).map(Number) : []);
  const said = all.map((one) => (isEntity && idsOf(one).length > 0 ? reference(texts, one, names) : sentence(texts, field, one)));
  if (all.length === 1 || !all.some((one) => opOf(one) === '!=')) return texts.listed(said);
  return said.map((words, at) => (isOneOf(all[at]!) ? texts.t('list.is', { words }) : words)).join(texts.t('list.also'));
}

/** Values alone: beside what it is not, it is said that it is these. */
const isOneOf = (filter: OneFilter): boolean => !Array.isArray(filter) && ['=', 'in'].includes(opOf(filter));

const idsOf = (filter: FieldFilter): readonly (string | number)[] => {
  const all = filter !== null && typeof filter === 'object' ? [comparedIn(filter)].flat() : [filter];
  return all.filter((each) => each !== null && each !== undefined);
};

/** A filter on references, by the names of those; a branch of a tree as such. */
function reference({ t, label, listed }: Texts, filter: OneFilter, names: readonly EntityValue[]): string {
  const ids = idsOf(filter).map(Number);
  const words = listed(names.filter(({ id }) => ids.includes(id)).map((row) => label(row))) || t('list.chosen', { n: ids.length });
  if (opOf(filter) === '!=') return t('list.isNot', { words });
  return opOf(filter) === 'below' ? t('list.below', { words }) : words;
}

const opOf = (filter: FieldFilter): string => (filter !== null && typeof filter === 'object' && 'op' in filter ? filter.op : '=');

/** What is said of a comparison but that something is one of these. */
const SAID: Readonly<Record<string, 'list.contains' | 'list.isNot' | 'list.least' | 'list.under'>> = {
  ...{ like: 'list.contains', '!=': 'list.isNot', '>=': 'list.least', '<': 'list.under' },
};

/** A filter in words. */
function sentence({ t, label, listed, locale }: Texts, field: FieldDef, filter: FieldFilter): string {
  const word = (value: unknown): string => {
    const item = Array.isArray(field.items) ? field.items.find((each) => String(each.id) === String(value)) : undefined;
    const named = item ?? (field.data_type === 'icon' ? iconNamed(value) : undefined);
    if (named) return label(named);
    return isOf(field.data_type, 'number') ? writeExact(String(value)) : String(value);
  };
  if (Array.isArray(filter)) {
    const [from, to] = filter as [unknown, unknown];
    if (from === null || from === undefined) return t('list.upTo', { to: word(to) });
    if (to === null || to === undefined) return t('list.from', { from: word(from) });
    return t('list.fromTo', { from: word(from), to: word(to) });
  }
  const op = opOf(filter);
  if (op === 'empty' || op === 'filled') return t(op === 'empty' ? 'list.empty' : 'list.filled');
  if (op === 'during') return listed(idsOf(filter).flatMap((span) => (isSpan(span) ? [SPANS[span][locale]] : [])));
  const words = op === 'like' ? String(comparedIn(filter)) : listed(idsOf(filter).map(word));
  if (Object.hasOwn(SAID, op)) return t(SAID[op]!, { words });
  return listed(idsOf(filter).map(word));
}
