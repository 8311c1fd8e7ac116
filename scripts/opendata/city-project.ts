import { agencyKey, boroughOf, LAST_BELIEVABLE, projectKey, type Report } from './city.ts';

/** First category of the list to the ledger's industries (dictionary `industry`). */
const INDUSTRY: Record<string, number> = {
  'Streets and Roadways': 10,
  Bridges: 10,
  Ferries: 10,
  Sewers: 4,
  'Water Supply': 4,
  'Wastewater Treatment': 4,
  Sanitation: 4,
  'Industrial Development': 13,
  Schools: 11,
  Libraries: 11,
  'Arts and Culture': 11,
  'Health and Hospitals': 11,
  'Public Safety and Criminal Justice': 12,
  'Other Government Facilities': 12,
  'Social Services': 12,
  Parks: 12,
  IT: 8,
};

/** The source's phase as stage (`level`), state of the project, and gates of its design and its construction. */
const PHASE: Record<string, { level: number; project_state: number; design: number; construction: number }> = {
  'Scoping/Planning': { level: 3, project_state: 1, design: 1, construction: 1 },
  Design: { level: 4, project_state: 1, design: 2, construction: 1 },
  'Construction Procurement': { level: 5, project_state: 1, design: 4, construction: 1 },
  Construction: { level: 5, project_state: 2, design: 4, construction: 2 },
  'Close-Out': { level: 5, project_state: 3, design: 4, construction: 4 },
};
const NOT_STATED = 99;

const stated = <K extends keyof Report>(history: readonly Report[], key: K, fits: (value: Report[K]) => boolean): Report | undefined =>
  history.findLast((report) => fits(report[key]));

/** US dollars as ten thousand US dollars with all their digits: the point moves four places. */
export function tenThousands(dollars: string): string {
  const [, sign = '', whole = '', cents = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(dollars) ?? [];
  const digits = whole.padStart(5, '0') + cents;
  const at = Math.max(whole.length, 5) - 4;
  const fraction = digits.slice(at).replace(/0+$/, '');
  return `${sign}${digits.slice(0, at)}${fraction ? `.${fraction}` : ''}`;
}

/** Class by the amount limits of the approval: A from 5,000, B from 500, else C, in ten thousands. */
function classOf(price: string | undefined): number {
  if (price === undefined) return NOT_STATED;
  const value = Number(price);
  return value >= 5000 ? 1 : value >= 500 ? 2 : 3;
}

const positive = (budget: string | null): boolean => budget !== null && Number(budget) > 0;
const believable = (date: string | null): boolean => date !== null && date < LAST_BELIEVABLE;

/**
 * One project of the ledger from its reports: the latest report, and where that is silent (94 of 378 are) the latest report that
 * speaks; each such value is named in the remark.
 */
export function cityProject(history: readonly Report[]): { project: Record<string, unknown>; stages: Record<string, unknown>[] } {
  const last = history.at(-1)!;
  const phase = stated(history, 'phase', (value) => value !== '');
  const budget = stated(history, 'budget', positive);
  const first = history.find((report) => positive(report.budget));
  const forecast = stated(history, 'forecast', believable);
  const start = stated(history, 'design_start', (value) => value !== null);
  const step = PHASE[phase?.phase ?? ''];
  const total = budget?.budget ? tenThousands(budget.budget) : undefined;
  const key = projectKey(last.pid);
  const department_entity = `@department:${agencyKey(last.agency)}`;
  const project = {
    _key: key,
    code: key.toUpperCase(),
    key_name: last.name,
    name_en: last.name,
    department_entity,
    invest_subject_entity: `@invest_subject:${agencyKey(last.agency)}`,
    level: step?.level ?? null,
    project_state: step?.project_state ?? NOT_STATED,
    project_type: classOf(total),
    total_price: total ?? null,
    estimate_price: first?.budget ? tenThousands(first.budget) : null,
    budget_price: total ?? null,
    plan_end: forecast?.forecast ?? null,
    industry: INDUSTRY[last.category.split(', ')[0]!] ?? NOT_STATED,
    benefit_type: NOT_STATED,
    construct_nature: NOT_STATED,
    place: last.borough ? boroughOf(last.borough) : null,
    scale: history.findLast((report) => report.description)?.description ?? null,
    remark: remarkOf(last, { phase, budget, forecast }, history),
  };
  return { project, stages: stagesOf(project, step, start, forecast, total) };
}

function stagesOf(
  { _key: key, key_name, name_en, department_entity }: { _key: string; key_name: string; name_en: string; department_entity: string },
  step: (typeof PHASE)[string] | undefined,
  start: Report | undefined,
  forecast: Report | undefined,
  total: string | undefined,
): Record<string, unknown>[] {
  if (!step) return [];
  const project_entity = `@project:${key}`;
  return [
    {
      _key: `${key}-4`,
      key_name: `${key_name} 初步设计`,
      name_en,
      project_entity,
      department_entity,
      level: 4,
      gate_state: step.design,
      plan_begin: start?.design_start,
    },
    {
      _key: `${key}-5`,
      key_name: `${key_name} 施工验收`,
      name_en,
      project_entity,
      department_entity,
      level: 5,
      gate_state: step.construction,
      plan_end: forecast?.forecast,
      approved_price: total,
    },
  ];
}

function remarkOf(
  last: Report,
  used: { phase: Report | undefined; budget: Report | undefined; forecast: Report | undefined },
  history: readonly Report[],
): string {
  const notes = [`来源：NYC Open Data n7gv-k5yt，PID ${last.pid}，报告日 ${last.date} / Source: NYC Open Data n7gv-k5yt, PID ${last.pid}`];
  const names = { phase: '阶段 phase', budget: '投资 budget', forecast: '完工日 completion' } as const;
  for (const key of ['phase', 'budget', 'forecast'] as const) {
    const report = used[key];
    if (report && report !== last)
      notes.push(`${names[key]}：最近一期未填，取 ${report.date} 的报告 / silent in the latest report, taken from ${report.date}`);
    if (!report) notes.push(`${names[key]}：来源未说明 / not stated by the source`);
  }
  if (used.phase?.phase === 'IT')
    notes.push('来源的阶段为 IT，未说明建设阶段 / the source gives the phase IT and no stage of construction');
  if (history.some((report) => report.budget !== null && !positive(report.budget)))
    notes.push('有报告的预算为零或负数，未采用 / reports with a budget of zero or less are passed over');
  if (history.some((report) => report.forecast !== null && !believable(report.forecast)))
    notes.push('有报告的完工日为 2108 年，未采用 / a completion in 2108 is passed over');
  return notes.join('\n');
}
