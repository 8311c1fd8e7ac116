import type { Demand } from '#protocol/check/languages/written.ts';
import { checkFlow } from '#server/flow/soundness/check.ts';
import type { Way } from '#server/flow/soundness/game.ts';
import type { FlowProblem } from '#server/flow/soundness/problem.ts';
import { choicesOf, type Played } from './flows.ts';
import { FILLED, isSame, Play } from './play.ts';

export interface Disagreement {
  /** the play shows it, the check does not say it */
  missed: readonly string[];
  /** the check says it, the play does not show it */
  wrong: readonly string[];
  /** the check gives a way that the engine does not go */
  unplayed: readonly string[];
}
export interface Compared extends Disagreement {
  sound: boolean;
  /** a definition that the check refuses for its shape alone is not played */
  shape: boolean;
  findings: number;
}

/** Rules about how a definition is written, whatever its data. */
const SHAPE = new Set(['E1', 'E4', 'E9', 'E10']);

/** Holds the check's findings on a definition against what playing it shows. */
export function compare(played: Played): Compared {
  const problems = checkFlow(played.table, choicesOf, demandsOf(played)).filter(({ rule }) => rule.startsWith('E'));
  if (problems.some(({ rule }) => SHAPE.has(rule)) || problems.some(({ path }) => path === 'states'))
    return { sound: false, shape: true, findings: 0, missed: [], wrong: [], unplayed: [] };
  const said = new Set(problems.map(saidOf));
  const play = new Play(played, choicesOf);
  const truth = play.truth();
  const beyond = problems.filter(
    (problem) => problem.way && isWithin(played, problem) && !play.follows(loosely(played, problem.way), goalOf(played, problem)),
  );
  return {
    sound: [...truth].every((one) => one.startsWith('empty ')),
    shape: false,
    findings: said.size,
    missed: [...truth].filter((one) => !said.has(one)),
    wrong: [...said].filter((one) => !truth.has(one)),
    unplayed: beyond.map(saidOf),
  };
}

/** As if something needed each field, and each two of them, at each end. */
function demandsOf({ table }: Played): Demand[] {
  const names = table.fields.map(({ field_name }) => field_name);
  const sets = [...names.map((name) => [name]), ...(names.length > 1 ? [names.slice(0, 2)] : [])];
  return table.states
    .filter(({ end }) => end)
    .flatMap(({ value }) =>
      sets.map((fields) => ({
        path: `${value} ${fields.join(' ')}`,
        when: { state: Number(value) },
        name: fields[0]!,
        fields,
        reason: 'asked',
      })),
    );
}

/** The step that a finding's way leads to. */
function goalOf({ table }: Played, { rule, path }: FlowProblem): number {
  const [first] = (path.match(/\d+/g) ?? []).map(Number);
  return rule === 'E18' ? table.assert![first!]!.before : first!;
}

/** Texts, people and days go on beyond those that are tried: an example outside them cannot be played here. */
const isWithin = ({ domains }: Played, { way = [] }: FlowProblem): boolean =>
  way.every(({ data }) => Object.entries(data).every(([name, value]) => domains[name]!.some((one) => isSame(one, value))));

/** What a calculated value comes to that nothing compares is not told apart: in an example it stands for being filled. */
function loosely({ table }: Played, way: Way): Way {
  const said = JSON.stringify([table.states, table.assert, table.fields.map((field) => field.need_where)]);
  const bare = table.fields.filter(
    ({ calc, field_name }) => calc !== undefined && !new RegExp(`\\b${field_name} *(!?=|[<>]|in\\b)`).test(said),
  );
  const names = new Set(bare.map(({ field_name }) => field_name));
  const loose = ([name, value]: [string, string | null]): [string, string | null] => [
    name,
    value !== null && names.has(name) ? FILLED : value,
  ];
  return way.map((one) => ({ ...one, data: Object.fromEntries(Object.entries(one.data).map(loose)) }));
}

function saidOf({ rule, path, reason }: FlowProblem): string {
  const numbers = path.match(/\d+/g) ?? [];
  const [step = '', event = ''] = numbers;
  switch (rule) {
    case 'E2':
      return `lost ${step}`;
    case 'E3':
      return `unreached ${step}`;
    case 'E6':
      return `never ${event}`;
    case 'E8':
      return `both ${/event (\d+)/.exec(reason)?.[1]} ${event}`;
    case 'E16':
      return `empty ${path}`;
    case 'E18':
      return `bypass ${step}`;
    default:
      return `stuck ${step}`;
  }
}
