import { fileOf, instead, type Problem } from '#protocol/check/problem.ts';
import type { SuiteDef } from '#protocol/meta/suite.ts';
import { type Found, suchSuite } from './find-suites.ts';

/** The suites that somebody wants, those that they require before them, and what is wrong with the choice. */
export interface Chosen {
  suites: SuiteDef[];
  problems: Problem[];
}

/**
 * The suites of an installation, requirements first: those that the setting SUITES names, with what they require, or all that are there
 * but for those that are only installed when asked for. The platform's own is always among them. One that requires what is not there is
 * left out, since all that it names of it would be missing.
 */
export function chooseSuites({ suites: found, broken, empty }: Omit<Found, 'demos' | 'handlers'>, wanted?: readonly string[]): Chosen {
  const problems = new Map<string, Problem>();
  const whole = new Map<SuiteDef, boolean>();
  const tell = (problem: Problem) => void problems.set(`${problem.file} ${problem.path} ${problem.reason}`, problem);
  const codes = [...found.map((one) => one.code), ...broken.keys()].sort();
  const noSuite = (code: string, why: readonly string[]): Problem => {
    const reason = `there is no suite ${code}`;
    const mend = `${instead(code, codes)} There are ${codes.join(', ')}`.trim();
    if (why.length) return { file: fileOf(why.at(-1)!), path: 'requires', reason, mend };
    if (!empty.includes(code)) return { file: 'SUITES', path: code, reason, mend };
    const such = `write suites/${code}/suite.ts: ${suchSuite(code)}`;
    return { file: `suites/${code}`, path: 'suite.ts', reason: `${reason}: its folder has no suite.ts`, mend: such };
  };
  const add = (code: string, why: readonly string[]): boolean => {
    const suite = found.find((one) => one.code === code);
    if (!suite) {
      tell(broken.get(code) ?? noSuite(code, why));
      return false;
    }
    if (why.includes(code)) {
      tell({
        file: fileOf(why.at(-1)!),
        path: 'requires',
        reason: [...why.slice(why.indexOf(code)), code].join(' requires '),
        mend: CIRCLE,
      });
      return false;
    }
    const known = whole.get(suite);
    if (known !== undefined) return known;
    // what is wrong with the list itself is told with the suite's shape
    const requires = Array.isArray(suite.requires) ? suite.requires.filter((one) => typeof one === 'string') : [];
    const all = requires.map((needed) => add(needed, [...why, code])).every(Boolean);
    whole.set(suite, all);
    return all;
  };
  for (const code of [SYS, ...(wanted ?? [...found.filter((suite) => !suite.optional).map((suite) => suite.code), ...broken.keys()])])
    add(code, []);
  return { suites: [...whole].flatMap(([suite, all]) => (all ? [suite] : [])), problems: [...problems.values()] };
}
const SYS = 'sys';
const CIRCLE = 'take one of these out, and lay what several need into a suite that all of them require';
