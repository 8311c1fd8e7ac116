import type { EventDef } from '#protocol/meta/flow.ts';
import type { ChartEdge } from '#protocol/rules/chart.ts';
import { type Condition, either } from '#protocol/rules/condition/condition.ts';
import { parseCondition } from '#protocol/rules/condition/condition-parse.ts';
import { formState } from '#protocol/rules/states.ts';
import { type Flow, isReject } from '../definition/definition.ts';
import type { BarStep } from './steps.ts';

/** Where one step leads to another: by these events, where one of their conditions holds. */
export interface Link extends Pick<ChartEdge, 'from' | 'to' | 'kind'> {
  events: readonly EventDef[];
  /** absent: whatever the values are */
  where?: Condition;
}

/**
 * What leads on in a flow, from its beginning: each step that an event for the record can lead to. What the record went through stands there too
 * where no such event says so: a step that refused it, or one that its flow of now does not lead to.
 */
export function linksOf(flow: Flow, bar: readonly BarStep[]): Link[] {
  const found: Link[] = [];
  const steps = new Set([1, ...bar.map(({ state }) => state)]);
  for (const from of steps)
    for (const [to, events] of forwardFrom(flow, from)) {
      steps.add(to);
      found.push({ from, to, kind: kindOf(bar, from, to), events, ...conditionOf(events) });
    }
  const missing = bar.slice(1).flatMap(({ state: to }, at): Link[] => {
    const from = bar[at]!.state;
    return found.some((link) => link.from === from && link.to === to) ? [] : [{ from, to, kind: kindOf(bar, from, to), events: [] }];
  });
  return [...found, ...missing];
}

/** The events that lead on from a step, by the step that they lead to. */
function forwardFrom(flow: Flow, from: number): ReadonlyMap<number, EventDef[]> {
  const by = new Map<number, EventDef[]>();
  for (const event of flow.steps.get(from)?.events.values() ?? []) {
    if (isReject(flow, event) || event.next_state === undefined) continue;
    const to = formState(event.next_state);
    by.set(to, [...(by.get(to) ?? []), event]);
  }
  return by;
}

/** The way passes from one to the other, behind or ahead, or not at all. */
function kindOf(bar: readonly BarStep[], from: number, to: number): ChartEdge['kind'] {
  const at = bar.findIndex((step, index) => step.state === from && bar[index + 1]?.state === to);
  if (at < 0) return 'off';
  return bar[at + 1]!.kind === 'ahead' ? 'ahead' : 'taken';
}

function conditionOf(events: readonly EventDef[]): { where?: Condition } {
  const [first, ...others] = events.map(({ where }) => where);
  if (!first || others.some((where) => !where)) return {};
  return { where: either(parseCondition(first), ...others.map((where) => parseCondition(where!))) };
}
