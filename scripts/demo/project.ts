import { addDays, between, monthEnd } from './day.ts';
import type { Random } from './random.ts';
import type { Unit, Work } from './units.ts';

/** The day on which the invented ledger stands. */
export const AS_OF = '2026-11-15';

type Row = Record<string, unknown>;

/** What happened to a project, stage by stage; a day after AS_OF has not come yet. */
interface Course {
  applied: string;
  /** level: planned begin and end, real begin, real end */
  stages: { level: number; plan_begin: string; plan_end: string; begin: string; end: string }[];
}

const LATER = '9999-12-31';
const past = (day: string): boolean => day <= AS_OF;

/** Initiation, feasibility, design, construction, self-evaluation 6 to 18 months later, post-evaluation of some. */
export function courseOf(random: Random, applied: string, work: Work): Course {
  const stages: Course['stages'] = [];
  let from = applied;
  const stage = (level: number, planned: number, taken: number, gap: number) => {
    const begin = addDays(from, gap);
    stages.push({ level, plan_begin: begin, plan_end: addDays(begin, planned), begin, end: addDays(begin, taken) });
    from = addDays(begin, taken);
  };
  stage(2, 45, random.int(20, 70), 0);
  stage(3, 100, random.int(60, 150), random.int(7, 30));
  stage(4, 120, random.int(80, 190), random.int(7, 30));
  const planned = Math.round(work.months * 30.4);
  const begin = addDays(from, random.int(20, 60));
  const slip = random.chance(0.6) ? random.int(15, Math.round(planned * 0.4)) : -random.int(0, 20);
  const plan_end = monthEnd(begin, work.months);
  stages.push({ level: 5, plan_begin: addDays(begin, -random.int(0, 25)), plan_end, begin, end: addDays(plan_end, slip) });
  from = addDays(plan_end, slip);
  stage(14, 60, random.int(40, 90), random.int(190, 500));
  if (random.chance(0.4)) stage(15, 90, random.int(60, 120), random.int(60, 200));
  return { applied, stages };
}

/** Hundreds of yuan as ten thousand yuan with two places. */
const amount = (units: number): string => `${Math.trunc(units / 100)}.${String(units % 100).padStart(2, '0')}`;
const part = (units: number, percent: number): number => Math.round((units * percent) / 100);

export interface Money {
  estimate: number;
  approx: number;
  budget: number;
  final: number;
  own: number;
  loan: number;
  fiscal: number;
}

/** Estimate, design estimate, budget and final cost as each stage sets them; sources as shares of the latest. */
export function moneyOf(random: Random, work: Work): Money {
  const step = work.high > 4000 ? 1000 : 100;
  const estimate = Math.round(random.int(work.low * 100, work.high * 100) / step) * step;
  const approx = part(estimate, random.int(92, 106));
  const budget = part(approx, random.int(95, 100));
  const final = part(budget, random.int(93, 107));
  const loan = work.high > 6000 ? random.int(30, 60) : random.chance(0.3) ? random.int(20, 40) : 0;
  const fiscal = work.benefit === 3 && random.chance(0.5) ? random.int(4, 12) : 0;
  return { estimate, approx, budget, final, own: 100 - loan - fiscal, loan, fiscal };
}

/** 1 not begun, 2 in progress, 3 waiting for review, 4 passed: a stage whose work is done waits for its review before it passes. */
function gateOf(begin: string, end: string, halted: boolean): number {
  if (!past(begin)) return 1;
  if (past(end)) return 4;
  return !halted && between(AS_OF, end) < 10 ? 3 : 2;
}

export interface Draft {
  unit: Unit;
  work: Work;
  site: Unit['sites'][number];
  phase: string;
  phaseEn: string;
  course: Course;
  money: Money;
  state: 'runs' | 'held' | 'stopped';
}

/** Share of the construction that is done on AS_OF, in tenths of a percent. A halted one got some of the planned way. */
function progressOf(random: Random, { begin, end, plan_end }: Course['stages'][number]): number {
  if (!past(begin)) return 0;
  if (past(end)) return 1000;
  const share = between(begin, AS_OF) / between(begin, end === LATER ? addDays(plan_end, 400) : end);
  return Math.min(985, Math.max(12, Math.round(share * 1000 + random.int(-90, 60))));
}

export function present(random: Random, draft: Draft, code: string, key: string): { project: Row; stages: Row[] } {
  const { unit, work, site, course, money } = draft;
  const reached = course.stages.findLast((stage) => past(stage.begin))!;
  const passed = (level: number) => course.stages.some((stage) => stage.level === level && past(stage.end));
  const build = course.stages.find((stage) => stage.level === 5)!;
  const done = passed(5);
  const total = done ? money.final : past(build.begin) ? money.budget : passed(4) ? money.approx : money.estimate;
  const progress = progressOf(random, build);
  const doneUnits = done ? total : part(part(total, progress), 10);
  const loan = part(total, money.loan);
  const fiscal = part(total, money.fiscal);
  const evaluated = passed(14);
  const project_state = { held: 5, stopped: 6, runs: evaluated ? 4 : done ? 3 : past(build.begin) ? 2 : 1 }[draft.state];
  const name = `${site[0]}${draft.phase}${work.zh}`;
  const project: Row = {
    _key: key,
    code,
    key_name: name,
    name_en: `${site[1]}${draft.phaseEn}: ${work.en}`,
    department_entity: `@department:${unit.key}`,
    invest_subject_entity: `@invest_subject:${unit.key.startsWith('research') ? 'institute' : unit.key}`,
    level: reached.level,
    project_state,
    project_type: money.estimate >= 500_000 ? 1 : money.estimate >= 50_000 ? 2 : 3,
    total_price: amount(total),
    estimate_price: amount(money.estimate),
    approx_price: passed(4) ? amount(money.approx) : null,
    budget_price: past(build.begin) ? amount(money.budget) : null,
    final_price: done ? amount(money.final) : null,
    done_price: past(build.begin) ? amount(doneUnits) : null,
    paid_price: past(build.begin) ? amount(part(doneUnits, done ? random.int(95, 100) : random.int(72, 96))) : null,
    progress: past(build.begin) ? amount(progress * 10) : null,
    own_price: amount(total - loan - fiscal),
    loan_price: amount(loan),
    fiscal_price: amount(fiscal),
    other_price: '0.00',
    plan_begin: build.plan_begin,
    plan_end: build.plan_end,
    actual_begin: past(build.begin) ? build.begin : null,
    actual_end: done ? build.end : null,
    industry: unit.industry,
    benefit_type: work.benefit,
    construct_nature: work.nature,
    province_entity: `@province:${site[2].slice(0, 2)}0000`,
    city_entity: `@city:${site[2]}`,
    place: site[3],
    manager_entity: `@user:${unit.manager}`,
    scale: work.scope,
    necessity: work.why,
    remark: '演示数据，纯属虚构 / Demonstration data, invented',
  };
  return { project, stages: stagesOf(draft, project, total) };
}

const STAGE_NAMES: Record<number, string> = { 2: '立项', 3: '可研', 4: '初步设计', 5: '施工验收', 14: '自评价', 15: '后评价' };

/** Levels 2 to 5 always, 14 and 15 once begun; each is found by its project's name. */
function stagesOf({ unit, course, money, state }: Draft, { _key: key, key_name, name_en }: Row, total: number): Row[] {
  const approved: Record<number, number> = { 2: money.estimate, 3: money.estimate, 4: money.approx, 5: total };
  return course.stages
    .filter((stage) => stage.level <= 5 || past(stage.begin))
    .map((stage) => {
      const gate = gateOf(stage.begin, stage.end, state !== 'runs');
      const price = approved[stage.level];
      return {
        _key: `${key}-${stage.level}`,
        key_name: `${key_name} ${STAGE_NAMES[stage.level]}`,
        name_en,
        project_entity: `@project:${key}`,
        department_entity: `@department:${unit.key}`,
        level: stage.level,
        gate_state: gate,
        plan_begin: stage.plan_begin,
        plan_end: stage.plan_end,
        actual_begin: past(stage.begin) ? stage.begin : null,
        actual_end: gate === 4 ? stage.end : null,
        approved_price: gate === 4 && price !== undefined ? amount(price) : null,
      };
    });
}

/** A stopped or held project gets no further than where it was: its next stages never began. */
export function halt(course: Course): Course {
  const at = course.stages.findLastIndex((stage) => past(stage.begin) && stage.level <= 5);
  const stages = course.stages.slice(0, Math.max(at + 1, 1)).map((stage, index) => (index === at ? { ...stage, end: LATER } : stage));
  const rest = course.stages.slice(stages.length).filter((stage) => stage.level <= 5);
  return { ...course, stages: [...stages, ...rest.map((stage) => ({ ...stage, begin: LATER, end: LATER }))] };
}
