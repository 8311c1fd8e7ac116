type Row = Record<string, string>;

export interface Report {
  pid: string;
  date: string;
  name: string;
  description: string;
  category: string;
  borough: string;
  agency: string;
  client: string;
  phase: string;
  design_start: string | null;
  budget: string | null;
  budget_change: string | null;
  budget_change_total: string | null;
  forecast: string | null;
  schedule_change: string | null;
  schedule_change_total: string | null;
}

/** MM/DD/YYYY, with or without the hour of the reporting date. */
function day(text: string): string | null {
  if (!text) return null;
  const [, month, date, year] = /^(\d\d)\/(\d\d)\/(\d{4})(?: 12:00:00 AM)?$/.exec(text) ?? [];
  if (!year) throw new Error(`not a date: ${text}`);
  return `${year}-${month}-${date}`;
}

export function parseReport(row: Row): Report {
  return {
    pid: row.PID!,
    date: day(row['Date Reported As Of']!)!,
    name: row['Project Name']!,
    description: row.Description!,
    category: row.Category!,
    borough: row.Borough!,
    agency: row['Managing Agency']!,
    client: row['Client Agency'] === 'NA' ? '' : row['Client Agency']!,
    phase: row['Current Phase']!,
    design_start: day(row['Design Start']!),
    budget: row['Budget Forecast'] || null,
    budget_change: row['Latest Budget Changes'] || null,
    budget_change_total: row['Total Budget Changes'] || null,
    forecast: day(row['Forecast Completion']!),
    schedule_change: row['Latest Schedule Changes'] || null,
    schedule_change_total: row['Total Schedule Changes'] || null,
  };
}

/** Reports of each project, oldest first. */
export function histories(reports: readonly Report[]): Report[][] {
  const groups = new Map<string, Report[]>();
  for (const report of reports) groups.set(report.pid, [...(groups.get(report.pid) ?? []), report]);
  return [...groups.values()].map((group) => group.toSorted((a, b) => (a.date < b.date ? -1 : 1)));
}

/** The day after which a completion date is a slip of the pen: one report says 2108. */
export const LAST_BELIEVABLE = '2050-01-01';

/** `Manhatten` and the order of lists are the source's only variants. */
export const boroughOf = (said: string): string => said.replaceAll('Manhatten', 'Manhattan').split(', ').toSorted().join(', ');

/** Ids of dictionary city_phase; empty is 99. */
const PHASES = ['Scoping/Planning', 'Design', 'Construction Procurement', 'Construction', 'Close-Out', 'IT'];
export const phaseId = (phase: string): number => (phase ? PHASES.indexOf(phase) + 1 : 99);

const amount = (text: string | null): string | null => {
  if (text !== null && !/^-?\d+(\.\d+)?$/.test(text)) throw new Error(`not a number: ${text}`);
  return text;
};

export const projectKey = (pid: string): string => `nyc-${pid.padStart(4, '0')}`;
export const agencyKey = (agency: string): string => `ny-${agency.toLowerCase()}`;

/** Rows of `city_project_report`: what the reports say, word for word, in US dollars. */
export function cityReports(reports: readonly Report[]): Record<string, unknown>[] {
  return reports
    .toSorted((a, b) => Number(a.pid) - Number(b.pid) || (a.date < b.date ? -1 : 1))
    .map((report) => ({
      _key: `${projectKey(report.pid)}-${report.date}`,
      key_name: report.name,
      project_entity: `@project:${projectKey(report.pid)}`,
      pid: report.pid,
      report_date: report.date,
      department_entity: `@department:${agencyKey(report.agency)}`,
      client_agency: report.client || null,
      category: report.category || null,
      borough: report.borough ? boroughOf(report.borough) : null,
      phase: phaseId(report.phase),
      design_start: report.design_start,
      budget: amount(report.budget),
      budget_change: amount(report.budget_change),
      budget_change_total: amount(report.budget_change_total),
      forecast_completion: report.forecast,
      schedule_change: number(report.schedule_change),
      schedule_change_total: number(report.schedule_change_total),
      remark: oddities(report).join('\n') || null,
    }));
}

const number = (text: string | null): number | null => (text === null ? null : Math.trunc(Number(text)));

function oddities(report: Report): string[] {
  const notes: string[] = [];
  if (report.budget !== null && Number(report.budget) <= 0)
    notes.push('预算为零或负数，按来源原样保留 / budget zero or negative, kept as the source has it');
  if (report.forecast !== null && report.forecast >= LAST_BELIEVABLE)
    notes.push('完工日期疑为笔误，按来源原样保留 / completion date probably a slip of the pen, kept as the source has it');
  return notes;
}
