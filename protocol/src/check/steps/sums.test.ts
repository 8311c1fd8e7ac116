import { describe, expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { EventDef } from '#protocol/meta/flow.ts';
import type { SubtableDef, TableDef } from '#protocol/meta/table.ts';
import { checkSums } from './sums.ts';

const named = { uid: 'u', key_name: '名', key_name_en: 'Name' };
const field = (field_name: string, rest: Partial<FieldDef> = {}): FieldDef => ({ ...named, field_name, data_type: 'numeric', ...rest });

/** An application that two sign, one after the other; the second may send it back to the first. */
function saysOf(fields: FieldDef[], rows: Partial<SubtableDef>, rest: Partial<TableDef> = {}): string[] {
  const said: string[] = [];
  const step = (value: string, ...events: Partial<EventDef>[]) => ({
    ...{ ...named, value },
    actions: [{ ...named, op: 'Review', events: events.map((event, at) => ({ ...named, id: Number(value) * 10 + at, ...event })) }],
  });
  checkSums(
    {
      ...{ ...named, table_name: 't', flow: 1, fields },
      subtables: [{ ...named, table_name: 'line', parent_field: 'up', inline: 1, check: [{ sum: 'amount', equals: 'cost' }], ...rows }],
      states: [
        step('1', { next_state: 2 }),
        step('2', { next_state: 3 }),
        step('3', { next_state: 90 }, { back_state: '2' }, { next_state: 91 }),
        { ...named, value: '90', end: 'pass' },
        { ...named, value: '91', end: 'reject' },
      ],
      ...rest,
    } as TableDef,
    (path, reason) => void said.push(`${path}: ${reason}`),
  );
  return said;
}
const cost = (edit_state?: string, rest: Partial<FieldDef> = {}): FieldDef[] => [
  field('cost', { ...(edit_state ? { edit_state } : {}), ...rest }),
];

describe('SUB-02 META-01 what rows must add up to is not typed where nobody asks any more', () => {
  it.each<[string, FieldDef[], Partial<SubtableDef>, Partial<TableDef>?]>([
    ['both where neither says anything', cost(), {}],
    ['both at the same steps', cost('0,1,2'), { edit_state: '0,1,2' }],
    ['the rows later, before each end', cost('1,2'), { edit_state: '1,3' }],
    ['the rows first, and the field nowhere else', cost('1'), { edit_state: '0,2' }],
    ['a field that is not shown there', cost('1,2', { view_state: '1' }), {}],
    ['a field that nobody types', cost('1,2', { auto_fill: 1 }), {}],
    ['a table without a flow', cost('1,2'), { edit_state: '3' }, { flow: 0 }],
    ['rows that must add up to nothing', cost('1,2'), { check: [] }],
  ])('taken: %s', (_, fields, rows, table) => {
    expect(saysOf(fields, rows, table)).toEqual([]);
  });

  it.each<[string, FieldDef[], Partial<SubtableDef>, string]>([
    ['a signer types it after the rows', cost('1,2'), { edit_state: '0,1' }, 'step 2 opens cost and not the rows, and event 20, 30 leads'],
    ['rows that say nothing are the applicant’s', cost('1,3'), {}, 'step 3 opens cost and not the rows, and event 30 leads'],
    ['rows that are closed from the beginning', cost(), { readonly: 1 }, 'step 1 opens cost and not the rows, and event 10, 20, 30 leads'],
    ['rows that the step does not show', cost('1,2'), { edit_state: '1,2', view_state: '1' }, 'step 2 opens cost'],
    ['at the end itself', cost('1,90'), { edit_state: '1,2' }, 'step 90 opens cost and not the rows, and is the end itself'],
    [
      'what it is calculated of',
      [field('cost', { calc: 'net*2' }), field('net', { edit_state: '1,2' })],
      { edit_state: '1' },
      'step 2 opens net, of which cost is calculated, and not the rows',
    ],
  ])('refused: %s', (_, fields, rows, reason) => {
    expect(saysOf(fields, rows)).toEqual([expect.stringContaining(`subtables[line].check.equals: ${reason}`)]);
  });
});
