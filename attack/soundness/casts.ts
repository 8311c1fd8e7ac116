import type { EventDef } from '#protocol/meta/flow.ts';
import { type Flow, ruleOf } from '#server/flow/definition.ts';

/** Who might be found for a step, and whom the sender names of them: nobody knows beforehand how many people a role has. */
export interface Cast {
  people: readonly number[];
  roles: Readonly<Record<number, readonly string[]>>;
  named: readonly number[];
  /** the applicant alone was found, and the step says that it is passed over then */
  skip: boolean;
}

const APPLICANT = 1;
const ADMINISTRATOR = 99;
/** Somebody beside the handlers, asked as nothing. */
const OTHER = 31;
/** People of each role that the random flows name. */
const STAFF: Readonly<Record<string, readonly number[]>> = { a: [11, 12, 13], b: [21, 22, 23] };
/** How many of the first and of the second role there are, where it matters: as many, or twice as many of one. */
const NUMBERS = [
  [1, 1],
  [2, 1],
  [1, 2],
] as const;

/** Every cast with which an event may open the step that it leads to. */
export function castsOf(flow: Flow, event: EventDef, data: Readonly<Record<string, string | null>>): Cast[] {
  const step = flow.steps.get(event.next_state!);
  const { handler, self, empty } = step?.def ?? {};
  if (!step || step.value <= 1 || step.end || !handler) return [{ people: [], roles: {}, named: [], skip: false }];
  const passed: Cast[] = self === 'skip' ? [{ people: [APPLICANT], roles: {}, named: [], skip: true }] : [];
  if (handler.type === 'field') {
    const holder = data[handler.field] ?? null;
    const people = holder !== null ? [Number(holder)] : empty === 'admin' ? [ADMINISTRATOR] : [];
    return [...named(event, people, {}), ...(holder === null ? [] : passed)];
  }
  const codes = handler.type === 'roles' ? handler.codes : handler.type === 'role' ? [handler.code] : [];
  const rule = ruleOf(flow, event, step.value);
  const seats = self === 'skip' && rule !== 'any' ? subsets(codes) : [codes];
  const found = seats.flatMap((some) =>
    numbersOf(some, rule, event).flatMap((count) => {
      const roles = Object.fromEntries(some.flatMap((code, at) => STAFF[code]!.slice(0, count[at]).map((id) => [id, [code]])));
      const people = some.flatMap((code, at) => STAFF[code]!.slice(0, count[at]));
      return named(event, people, roles);
    }),
  );
  return [...found, ...passed];
}

function numbersOf(codes: readonly string[], rule: string, { pick, least }: EventDef): readonly (readonly number[])[] {
  const isPart = rule.includes('/');
  if (codes.length === 1) return isPart ? [[1], [3]] : [[1]];
  return isPart || (pick && least === 2) ? NUMBERS : [[1, 1]];
}

/** What the sender may say of those who are found: nothing, some of them, others beside them. */
function named(event: EventDef, people: readonly number[], roles: Cast['roles']): Cast[] {
  const kept =
    event.pick && people.length ? subsets(people).filter((some) => some.length >= Math.min(event.least ?? 1, people.length)) : [people];
  const said = event.add && people.length ? kept.flatMap((some) => [some, [...some, OTHER]]) : kept;
  return said.map((some) => ({ people, roles, named: event.pick || event.add ? some : [], skip: false }));
}

/** Every choice of some of a list, in its order. */
function subsets<T>(list: readonly T[]): T[][] {
  return Array.from({ length: 2 ** list.length - 1 }, (_, at) => list.filter((_one, of) => ((at + 1) >> of) & 1));
}
