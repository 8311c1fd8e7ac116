import type { EventDef, StateDef } from '#protocol/meta/flow.ts';
import { type Flow, ruleOf } from '#server/flow/definition/definition.ts';
import { officesOf } from '#server/flow/store/handlers.ts';

/** Who might be found for a step, and whom the sender names of them: nobody knows beforehand how many people a role has. */
export interface Cast {
  people: readonly number[];
  roles: Readonly<Record<number, readonly string[]>>;
  named: readonly number[];
  /** the applicant alone was found, and the step says that it is passed over then */
  skip: boolean;
}

const APPLICANT = 1;
const ADMINISTRATORS = [97, 98, 99];
/** People beside the handlers, asked as nothing. */
const OTHERS = [31, 32];
/** People of each role, and of the post, that the random flows name. */
const STAFF: Readonly<Record<string, readonly number[]>> = { a: [11, 12, 13], b: [21, 22, 23], 'post:p': [41, 42, 43] };
/** How many of the first and of the second role there are: one of each, two of one, two or three of both. */
const ONE_EACH = [[1, 1]];
const TWICE_ONE = [
  [2, 1],
  [1, 2],
];
const TWICE_BOTH = [[2, 2]];
/** of six a half is three: two may sign around each other before it decides */
const THRICE_BOTH = [[3, 3]];

/** Every cast with which an event may open the step that it leads to. */
export function castsOf(flow: Flow, event: EventDef, data: Readonly<Record<string, string | null>>): Cast[] {
  const step = flow.steps.get(event.next_state!);
  const { handler, self } = step?.def ?? {};
  if (!step || step.value <= 1 || step.end || !handler) return [{ people: [], roles: {}, named: [], skip: false }];
  const passed: Cast[] = self === 'skip' ? [{ people: [APPLICANT], roles: {}, named: [], skip: true }] : [];
  if (handler.type === 'field' || handler.type === 'user') {
    const holder = handler.type === 'user' ? String(handler.id) : (data[handler.field] ?? null);
    const found = holder === null ? [[]] : [[Number(holder)]];
    const all = [...found, ...standIns(step.def!, holder)].flatMap((people) => named(event, people, {}));
    return [...all, ...(holder === null ? [] : passed)];
  }
  const codes = officesOf(handler);
  const rule = ruleOf(flow, event, step.value);
  const seats = self === 'skip' && rule !== 'any' ? subsets(codes) : [codes];
  const found = seats.flatMap((some) =>
    numbersOf(flow, some, rule, event).flatMap((count) => {
      const roles = Object.fromEntries(some.flatMap((code, at) => STAFF[code]!.slice(0, count[at]).map((id) => [id, [code]])));
      const people = some.flatMap((code, at) => STAFF[code]!.slice(0, count[at]));
      return named(event, people, roles);
    }),
  );
  return [...found, ...passed];
}

/** As many as it matters: where all sign, they may sign around each other, which is nothing where all may type the same. */
function numbersOf({ def }: Flow, codes: readonly string[], rule: string, { pick, least }: EventDef): readonly (readonly number[])[] {
  const isPart = rule.includes('/');
  const isBounded = rule !== 'any' && Object.keys(def.edit_by ?? {}).length > 0;
  if (codes.length === 1) return isPart ? [[1], [3]] : isBounded ? [[1], [2]] : [[1]];
  const mixed = isPart || (pick && least === 2) ? TWICE_ONE : [];
  return [...ONE_EACH, ...mixed, ...(!isBounded ? [] : isPart ? THRICE_BOTH : TWICE_BOTH)];
}

/**
 * Who has a step in the place of the one person whom it names: administrators, one or several, where he has left or is the
 * applicant, or where nobody is named.
 */
function standIns({ self, empty }: StateDef, holder: string | null): (readonly number[])[] {
  const forApplicant = holder !== null && (self === undefined || self === 'up' || self === 'admin');
  return forApplicant || empty === 'admin' ? [ADMINISTRATORS.slice(0, 1), ADMINISTRATORS] : [];
}

/** What the sender may say of those who are found: nothing, some of them, others beside them. Of people with the same role each is as good. */
function named({ pick, add, least = 1 }: EventDef, people: readonly number[], roles: Cast['roles']): Cast[] {
  const choices = subsets(people).filter((some) => some.length >= Math.min(least, people.length));
  const different = [...new Map(choices.map((some) => [String(some.map((id) => roles[id])), some])).values()];
  const kept = pick && people.length ? different : [people];
  // of one person and one beside him a fraction is mostly both, and of two people and one beside them it takes one of the two:
  // it is another thing with two beside
  const beside = people.length <= OTHERS.length ? [OTHERS.slice(0, 1), OTHERS] : [OTHERS.slice(0, 1)];
  const said = add && people.length ? kept.flatMap((some) => [some, ...beside.map((others) => [...some, ...others])]) : kept;
  return said.map((some) => ({ people, roles, named: pick || add ? some : [], skip: false }));
}

/** Every choice of some of a list, in its order. */
function subsets<T>(list: readonly T[]): T[][] {
  return Array.from({ length: 2 ** list.length - 1 }, (_, at) => list.filter((_one, of) => ((at + 1) >> of) & 1));
}
