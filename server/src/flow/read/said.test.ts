import { describe, expect, it } from 'vitest';
import { parseCondition } from '#protocol/rules/condition/condition-parse.ts';
import type { ResolvedField } from '#server/meta/catalogue.ts';
import { namedIn, sayCondition, type Telling } from './said.ts';

const SEEN: Record<string, Partial<ResolvedField>> = {
  cost: {},
  kind: { items: [{ id: 2, key_name: '境外', key_name_en: 'Abroad' }] },
  unit: { source: { table: 'department' } },
};
const telling: Telling = {
  names: () => 'number',
  facts: { data: { cost: '10', secret: '7', kind: 2, unit: 4 }, today: '2026-11-24', user: { id: 1, department_entity: 4 } },
  field: (name) => SEEN[name] as ResolvedField | undefined,
  named: (source, id) => ({ id, key_name: `${source} ${id}` }),
};
const say = (where: string) => sayCondition(parseCondition(where), telling);
const HIDDEN = { kind: 'hidden', holds: null };

describe('FLOW-10 E5 a condition as it is told', () => {
  it.each([
    ['cost>{secret}', HIDDEN],
    ['secret is empty', HIDDEN],
    ['secret in (7,8)', HIDDEN],
    ['unit={user.department_entity}', { kind: 'compare', field: 'unit', op: '=', to: { user: 'department_entity' }, holds: null }],
    ['unit=4', { kind: 'compare', field: 'unit', op: '=', to: { value: { id: 4, key_name: 'department 4' } }, holds: 1 }],
    ['kind in (1,2)', { kind: 'in', field: 'kind', to: [{ value: { id: 1 } }, { value: { id: 2 } }], holds: 1 }],
    ['cost is not empty', { kind: 'empty', field: 'cost', empty: false, holds: 1 }],
  ])('%s', (where, told) => {
    expect(say(where)).toEqual(told);
  });

  it('a whole holds or fails where what is seen decides it, and is not told where it hangs on what is not', () => {
    const holds = ['cost=9&secret=7', 'cost=10&secret=7', 'cost=10|secret=8', 'cost=9|secret=7', 'cost=9|cost=8', 'cost=10&kind=2'];
    expect(holds.map((where) => say(where).holds)).toEqual([0, null, 1, null, 0, 1]);
  });

  it('asks for the names of records that stand in it, and of no field that is hidden', () => {
    const asked = (where: string) => namedIn(parseCondition(where), telling.field);
    expect(asked('unit in (4,5)|cost=3&unit!=6')).toEqual([4, 5, 6].map((id) => ({ source: 'department', id })));
    expect(asked('secret=4&unit is empty')).toEqual([]);
  });
});
