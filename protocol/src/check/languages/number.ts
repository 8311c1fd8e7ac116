import type { FieldDef } from '#protocol/meta/field.ts';

/** What a numbering rule may name beside fields. */
const DATES: ReadonlySet<string> = new Set(['yyyy', 'yy', 'MM', 'dd']);

/**
 * What is wrong with a numbering rule, and how to mend it: its places are dates or required choices of the table whose items all have a
 * code, and what it makes fits into `most` characters. `itemsOf` finds a field's items.
 */
export function numberFault(
  rule: string,
  field: (name: string) => FieldDef | undefined,
  itemsOf: (field: FieldDef) => readonly { code?: string | undefined; key_name: string }[] | undefined,
  most = Number.POSITIVE_INFINITY,
): [string, string] | null {
  if (!isNumbered(rule))
    return [
      `${rule} is no numbering rule`,
      'write text with {yyyy}, {yy}, {MM}, {dd}, choices as {field}, and behind them one counter, such as A-{yyyy}-{000}',
    ];
  for (const [, place = ''] of rule.matchAll(/\{([A-Za-z]\w*)\}/g)) {
    if (DATES.has(place)) continue;
    const named = field(place);
    if (!named || !['select', 'radio'].includes(named.data_type) || named.notnull !== 1)
      return [`{${place}} is no required choice of this table`, 'name a select or radio field with notnull: 1, or yyyy, yy, MM, dd'];
    const bare = itemsOf(named)?.find((item) => !item.code);
    if (bare)
      return [
        `choice ${bare.key_name} of ${place} has no code to stand in a number`,
        'give each of its items a code of letters and digits',
      ];
  }
  const codes = (name: string) => (itemsOf(field(name)!) ?? []).map((item) => item.code ?? '');
  const long = longest(rule, codes);
  return long > most
    ? [`its numbers have ${long} characters and more, the field holds ${most}`, `write length: ${long + 4} or more, or a shorter rule`]
    : null;
}

/** The characters of a number that has no more digits than its counter's zeros, with the longest codes. */
function longest(rule: string, codes: (field: string) => readonly string[]): number {
  const longestOf = (place: string): number => {
    if (/^0+$/.test(place) || DATES.has(place)) return place.length;
    return Math.max(0, ...codes(place).map((code) => code.length));
  };
  return rule.split(PLACE).reduce((sum, part, at) => sum + (at % 2 ? longestOf(part) : [...part].length), 0);
}
const PLACE = /\{([^{}]{1,60})\}/;

/** Text with places, dates or fields by name, and behind them the one counter. */
function isNumbered(rule: string): boolean {
  const places = [...rule.matchAll(/\{([^{}]{1,60})\}/g)].map((found) => found[1]!);
  const counter = places.pop();
  const isWhole = !/[{}]/.test(rule.replace(/\{[^{}]{1,60}\}/g, ''));
  return isWhole && counter !== undefined && /^0{1,9}$/.test(counter) && places.every((place) => /^[A-Za-z]\w{0,58}$/.test(place));
}
