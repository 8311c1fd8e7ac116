import type { EventDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { Condition } from '#protocol/rules/condition.ts';
import { checkCondition, type Names } from '#protocol/rules/condition-kind.ts';
import { parseCondition } from '#protocol/rules/condition-parse.ts';
import { compileFlow, type Flow, flowDefOf, holdsFor, isReturn, namesOf, stepList } from './definition.ts';
import { type Edges, edgesOf, node, reached } from './graph.ts';
import { type Example, isDecidable, regionsOf } from './regions.ts';
import { checkShape } from './shape.ts';

/** What is wrong with a flow: the rule of workflow 3.2, where, why, and data for which it goes wrong. `W` ones only warn. */
export interface FlowProblem {
  rule: string;
  path: string;
  reason: string;
  example?: Example;
}
type Report = (rule: string, path: string, reason: string, example?: Example) => void;

/**
 * Proves before it is used that a table's flow can be worked: every step is reached, has a way on for all data, and can come to
 * a passing end; nobody is missing; returns go back; asserted steps cannot be bypassed (workflow 3). Sound flows give [].
 */
export function checkFlow(table: TableDef): FlowProblem[] {
  if (!table.flow) return [];
  const problems: FlowProblem[] = [];
  const report: Report = (rule, path, reason, example) => problems.push({ rule, path, reason, ...(example ? { example } : {}) });
  checkShape(table, report);
  if (problems.length) return problems;
  const names = namesOf(table);
  const flow = compileFlow(flowDefOf(table), holdsFor(names));
  const guards = readGuards(flow, names, report);
  if (problems.length) return problems;
  new Soundness(flow, table, names, guards, report).check();
  return problems;
}

export const isError = (problem: FlowProblem): boolean => problem.rule.startsWith('E');

const pathOf = (step: number, event: EventDef): string => `states[${step}].events[${event.id}]`;

/** E6: guards and asserts that can be read and name what exists. */
function readGuards(flow: Flow, names: Names, report: Report): Map<string, Condition> {
  const guards = new Map<string, Condition>();
  const read = (where: string, path: string) => {
    try {
      const condition = parseCondition(where);
      checkCondition(condition, names);
      guards.set(where, condition);
    } catch (error) {
      report('E6', path, `where: ${(error as Error).message}`);
    }
  };
  for (const step of flow.steps.values()) {
    for (const event of step.value === 0 ? [] : step.events.values()) if (event.where) read(event.where, pathOf(step.value, event));
  }
  for (const [at, one] of flow.def.assert.entries()) if (one.where) read(one.where, `assert[${at}]`);
  return guards;
}

/** The checks that need the graph and the regions of data. */
class Soundness {
  private readonly steps: number[];
  private readonly regions: readonly Example[];
  private readonly undecided: ReadonlySet<string>;

  constructor(
    private readonly flow: Flow,
    private readonly table: TableDef,
    names: Names,
    guards: ReadonlyMap<string, Condition>,
    private readonly report: Report,
  ) {
    this.steps = [...flow.steps.keys()].filter((step) => step !== 0);
    const decidable = [...guards.entries()].filter(([, condition]) => isDecidable(condition));
    const fields = new Map(table.fields.map((field) => [field.field_name, field]));
    const regions = regionsOf(
      decidable.map(([, condition]) => condition),
      fields,
      names,
    );
    const decided = new Set(regions ? decidable.map(([where]) => where) : []);
    this.undecided = new Set([...guards.keys()].filter((where) => !decided.has(where)));
    this.regions = regions ?? [{}];
  }

  check(): void {
    for (const where of this.undecided) this.report('W6', 'where', `${where}: compares fields or the clock; not decided`);
    const forward = this.edges(() => true, false);
    this.checkReached(forward);
    this.checkReturns(forward);
    this.checkGuards();
    for (const example of this.regions) this.checkEnds(example);
    this.checkAsserts();
  }

  private mayHold(event: EventDef, example: Example): boolean {
    return !event.where || this.undecided.has(event.where) || this.holds(event.where, example);
  }
  private holds(where: string, data: Example): boolean {
    return this.flow.holds(where, { data, today: '2026-01-01', user: { id: null, department_entity: null } });
  }
  private eventsOf(step: number): EventDef[] {
    return [...(this.flow.steps.get(step)?.events.values() ?? [])];
  }

  private edges(takes: (event: EventDef) => boolean, withReturns: boolean): Edges {
    const pairs = this.steps.flatMap((step) =>
      this.eventsOf(step)
        .filter(takes)
        .flatMap((event) => (isReturn(event) ? (withReturns ? stepList(event.back_state) : []) : [event.next_state!]))
        .map((to) => [step, to] as const),
    );
    return edgesOf(pairs);
  }

  /** E3 a step that no path leads to; E5 a step that may be entered with nobody to handle it. */
  private checkReached(forward: Edges): void {
    const seen = reached(forward, 1);
    for (const step of this.steps) if (!seen.has(step)) this.report('E3', `states[${step}]`, 'no path leads to this step');
    for (const from of this.steps) {
      for (const event of this.eventsOf(from)) {
        const target = isReturn(event) ? undefined : this.flow.steps.get(event.next_state!);
        const manned = !target || target.value <= 1 || target.end || target.def?.handler || event.need_handler;
        if (!manned) this.report('E5', `states[${event.next_state}]`, `no handler, and event ${event.id} of step ${from} asks for none`);
      }
    }
  }

  /** E10: a return must not jump forward over a step. */
  private checkReturns(forward: Edges): void {
    const past = new Set([1]);
    for (const step of this.steps) {
      for (const event of this.eventsOf(step)) {
        for (const back of stepList(event.back_state)) {
          const upstream = node(back) === 1 || (reached(forward, back, past).has(step) && !reached(forward, step, past).has(back));
          if (!upstream) this.report('E10', pathOf(step, event), `back_state ${back} does not lie before step ${step}`);
        }
      }
    }
  }

  /** E6 a guard that never holds; E7 data with no way on; E8 data for which two events of one name hold. */
  private checkGuards(): void {
    for (const step of this.steps) {
      const events = this.eventsOf(step);
      for (const event of events) {
        const never = event.where && !this.regions.some((example) => this.mayHold(event, example));
        if (never) this.report('E6', pathOf(step, event), `where never holds: ${event.where}`);
      }
      const forward = events.filter(
        (event) => !isReturn(event) && event.next_state !== 0 && !this.flow.steps.get(event.next_state!)?.end?.match(/reject|cancel/),
      );
      if (forward.some((event) => event.where && this.undecided.has(event.where))) continue;
      const gap = forward.length ? this.regions.find((example) => !forward.some((event) => this.mayHold(event, example))) : undefined;
      if (gap) this.report('E7', `states[${step}]`, 'no event leads on for some data', gap);
      for (const [at, event] of events.entries()) {
        for (const other of events.slice(at + 1).filter((one) => one.key_name === event.key_name)) {
          const both = this.regions.find((example) => this.mayHold(event, example) && this.mayHold(other, example));
          if (both) this.report('E8', pathOf(step, other), `holds together with event ${event.id} of the same name`, both);
        }
      }
    }
  }

  /** E2: from every step that some data reaches, the same data can still come to a passing end. */
  private checkEnds(example: Example): void {
    const takes = (event: EventDef) => this.mayHold(event, example);
    const ways = this.edges(takes, true);
    const passing = this.steps.filter((step) => this.flow.steps.get(step)?.end === 'pass');
    for (const step of reached(this.edges(takes, false), 1)) {
      if (this.flow.steps.get(step)?.end) continue;
      const on = reached(ways, step);
      if (!passing.some((end) => on.has(end))) this.report('E2', `states[${step}]`, 'no passing end can be reached', example);
    }
  }

  /** E18: with the mandatory step taken out, what it guards must be out of reach for the data it is asserted for. */
  private checkAsserts(): void {
    for (const [at, { before, must_pass, where }] of (this.table.assert ?? []).entries()) {
      const asserted = this.regions.filter((example) => !where || this.undecided.has(where) || this.holds(where, example));
      const bypass = asserted.find((example) =>
        reached(
          this.edges((event) => this.mayHold(event, example), false),
          1,
          new Set([must_pass]),
        ).has(before),
      );
      if (bypass) this.report('E18', `assert[${at}]`, `step ${before} can be reached without step ${must_pass}`, bypass);
    }
  }
}
