import type { TableDef } from '#protocol/meta/table.ts';
import type { Texts } from '#web/i18n/use-text.ts';
import type { Need } from './plan.ts';

const NEEDS = {
  unknown: 'batch.need.unknown',
  own: 'batch.need.own',
  none: 'batch.need.none',
  several: 'batch.need.several',
  fields: 'batch.need.fields',
  handler: 'batch.need.handler',
  attach: 'batch.need.attach',
  limit: 'batch.need.limit',
  opinion: 'batch.need.opinion',
  changed: 'batch.need.changed',
  goal: 'batch.need.goal',
} as const satisfies Record<Need, string>;

/** Why a person must look at a row, in words; fields by their names. */
export function needWords({ t, label, listed }: Texts, table: TableDef | undefined, need: Need, fields: readonly string[] = []): string {
  const names = fields.map((name) => label(table?.fields.find(({ field_name }) => field_name === name)) || name);
  return t(NEEDS[need], { fields: listed(names) });
}
