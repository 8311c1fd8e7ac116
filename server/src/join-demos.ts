import { instead, type Problem } from '#protocol/check/problem.ts';
import type { CompanyDef } from '#protocol/meta/demo.ts';
import type { SeedDef } from '#protocol/meta/suite.ts';
import type { Demonstration } from '#server/meta/seed/plan.ts';
import type { Found } from './find-suites.ts';

export interface Joined extends Demonstration {
  problems: Problem[];
  /** what does nothing, and is not wrong */
  remarks: Problem[];
}

interface Placed {
  file: string;
  company: CompanyDef;
}

/** The demonstrations of a folder for suites with these codes, as one. A demonstration for others is left where it is. */
export async function joinDemos({ suites, demos, broken }: Found, codes: ReadonlySet<string>): Promise<Joined> {
  const all = [...suites.map(({ code }) => code), ...broken.keys()];
  const companies: Placed[] = [];
  const files = new Map<SeedDef, string>();
  const problems: Problem[] = [];
  const remarks: Problem[] = [];
  for (const { folder, file, read } of demos) {
    if (all.includes(folder) && !codes.has(folder)) continue;
    const { demo, problems: found } = await read();
    problems.push(...found);
    const needed = demo?.requires ?? [];
    for (const code of needed.filter((one) => !all.includes(one)))
      remarks.push({
        ...{ file, path: 'requires', reason: `there is no suite ${code}: these rows are never loaded` },
        mend: `${instead(code, all)} There are ${all.join(', ')}`.trim(),
      });
    if (!demo || !needed.every((code) => codes.has(code))) continue;
    companies.push(...demo.companies.map((company) => ({ file, company })));
    for (const seed of demo.seeds) files.set(seed, file);
  }
  return {
    companies: companies.map(({ company }) => company),
    seeds: [...files.keys()],
    file: (seed) => files.get(seed) ?? 'demo.ts',
    problems: [...problems, ...wrongCompanies(companies)],
    remarks,
  };
}

/** What is one company's alone, and zones that no clock knows. */
function wrongCompanies(all: readonly Placed[]): Problem[] {
  const firsts = new Map<string, Placed>();
  return all.flatMap((placed) => {
    const { file, company } = placed;
    const at = (key: string) => ({ file, path: `companies[${company.key}].${key}` });
    const { key, id, login_name, hosts = [], time_zone } = company;
    const alone = [['id', id], ['login_name', login_name], ...hosts.map((host) => ['hosts', host] as const)] as const;
    const first = firsts.get(`key ${key}`);
    const twice = first
      ? [{ ...at('key'), ...standsTwice('key', key, first, ', or install one of the two alone (the setting SUITES)') }]
      : [['key', key] as const, ...alone].flatMap(([name, value]): Problem[] => {
          const other = firsts.get(`${name} ${value}`);
          if (!other) firsts.set(`${name} ${value}`, placed);
          return other ? [{ ...at(name), ...standsTwice(name, value, other) }] : [];
        });
    if (!time_zone || isZone(time_zone)) return twice;
    const zone = { ...at('time_zone'), reason: `there is no time zone ${time_zone}`, mend: "write an IANA name: 'Asia/Shanghai'" };
    return [...twice, zone];
  });
}

const standsTwice = (name: string, value: string | number, { file, company }: Placed, or = '') => ({
  reason: `${name} ${value} stands twice: first of ${company.key} in ${file}`,
  mend: `give one of the two companies another ${name}${or}`,
});

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
