import { neededFields } from '#protocol/meta/events.ts';
import type { EventDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { Condition } from '#protocol/rules/condition/condition.ts';
import { checkCondition, type Names } from '#protocol/rules/condition/condition-kind.ts';
import { parseCondition } from '#protocol/rules/condition/condition-parse.ts';
import type { Flow } from '../../definition/definition.ts';
import type { Report } from '../shape.ts';

export const pathOf = (step: number, event: EventDef): string => `states[${step}].events[${event.id}]`;

/** E6: guards, asserts and what fields ask for, read; each once. */
export function readConditions(flow: Flow, table: TableDef, names: Names, report: Report): Map<string, Condition> {
  const conditions = new Map<string, Condition>();
  const read = (where: string | undefined, path: string) => {
    if (where === undefined) return;
    try {
      const condition = parseCondition(where);
      checkCondition(condition, names);
      conditions.set(where, condition);
    } catch (error) {
      report(
        'E6',
        path,
        `where: ${(error as Error).message}`,
        'write a condition over fields of this table and constants that they can have',
      );
    }
  };
  for (const step of flow.steps.values()) {
    for (const event of step.value === 0 ? [] : step.events.values()) read(event.where, pathOf(step.value, event));
  }
  for (const [at, one] of flow.def.assert.entries()) read(one.where, `assert[${at}]`);
  for (const field of table.fields) {
    for (const key of ['view_where', 'need_where', 'edit_where'] as const) read(field[key], `fields[${field.field_name}].${key}`);
  }
  return conditions;
}

/** Fields of which it matters that they are filled. */
export function filledOf(flow: Flow, table: TableDef): Set<string> {
  const steps = [...flow.steps.values()];
  const needs = steps.flatMap((step) => [...step.events.values()].flatMap((event) => neededFields(event)));
  const handlers = steps.flatMap(({ def }) => (def?.handler?.type === 'field' ? [def.handler.field.split('.')[0]!] : []));
  const known = new Set(table.fields.map((field) => field.field_name));
  return new Set([...needs, ...handlers].filter((name) => known.has(name)));
}
