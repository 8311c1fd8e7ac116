import { axeRows } from './browser-axe.ts';
import { onStage, weightOf } from './browser-stage.ts';
import { type Figures, plainScroll, plainType, plainVisit, scroll, type, type Visit, visit } from './browser-visits.ts';

const ROUNDS = Number(process.argv[3] ?? 5);

/** What is measured, its goal in milliseconds, and the figure of the plain page that stands beside it. */
const TIMES: readonly (readonly [figure: string, what: string, goal: string])[] = [
  ['signInPaint', 'largest contentful paint, sign-in', '1200'],
  ['listPaint', 'largest contentful paint, list (loaded anew, empty cache)', '2500'],
  ['toFrame', 'from the sign-in button to the frame, less the derivation', '1500'],
  ['derivation', 'the derivation itself', ''],
  ['first', 'open a first list, to rows', ''],
  ['second', 'open a second list, to rows', '300'],
];
const SMOOTH = ['rows', 'cells', 'fields', 'long', 'longest', 'delay'];

/** `npm run bench browser [ROUNDS]`: bytes, paints, lists, long tasks, accessibility; Chromium without a GPU, its processor slowed four times. */
export const browserBench = (): Promise<string> =>
  onStage(async (stage) => {
    const rounds: Record<'ours' | 'plain' | 'scroll' | 'plainScroll' | 'type' | 'plainType', Figures[]> = {
      ...{ ours: [], plain: [], scroll: [], plainScroll: [], type: [], plainType: [] },
    };
    const screens = await axeRows(stage);
    let last: Visit | undefined;
    for (let round = 0; round < ROUNDS; round += 1) {
      last = await visit(stage);
      rounds.ours.push(last.figures);
      rounds.plain.push(await plainVisit(stage));
      rounds.scroll.push(await scroll(stage));
      rounds.plainScroll.push(await plainScroll(stage));
      rounds.type.push(await type(stage));
      rounds.plainType.push(await plainType(stage));
      process.stderr.write(`round ${round + 1} of ${ROUNDS}: ${JSON.stringify(Object.values(rounds).map((each) => each.at(-1)))}\n`);
    }
    const { ours, plain, ...smooth } = rounds;
    return [
      ...['| JavaScript and CSS, gzip | files | bytes | goal |', '| --- | --- | --- | --- |', ...bytes(last!.assets)],
      ...['', '| what | goal, ms | ours, median (spread) | plain page | ratio |', '| --- | --- | --- | --- | --- |'],
      ...TIMES.map(([figure, what, goal]) => time(what, goal, of(ours, figure), of(plain, figure))),
      ...['', `| most of ${ROUNDS} rounds | ${SMOOTH.join(' | ')} |`, `| --- |${' --- |'.repeat(SMOOTH.length)}`],
      ...Object.entries(smooth).map(([name, figures]) => `| ${name} | ${SMOOTH.map((figure) => most(of(figures, figure))).join(' | ')} |`),
      ...['', '| screen | language | axe |', '| --- | --- | --- |', ...screens],
    ].join('\n');
  });

function bytes({ signIn, list, after }: Visit['assets']): string[] {
  const row = (what: string, urls: readonly string[], goal: string) =>
    `| ${what} | ${urls.length} | ${urls.reduce((sum, url) => sum + weightOf(url), 0)} | ${goal} |`;
  return [
    row('sign-in page', signIn, '100000'),
    row('to the first list page', list, '420000'),
    row('with what comes after it (push, second list)', after, ''),
  ];
}

const of = (figures: readonly Figures[], figure: string): number[] =>
  figures.flatMap((each) => each[figure] ?? []).sort((one, other) => one - other);

const most = (values: readonly number[]): string => (values.length > 0 ? values.at(-1)!.toFixed(0) : '');
const middle = (values: readonly number[]): number => values[Math.floor(values.length / 2)]!;

function time(what: string, goal: string, ours: readonly number[], plain: readonly number[]): string {
  const beside = plain.length > 0 ? `${middle(plain).toFixed(0)} | ${(middle(ours) / middle(plain)).toFixed(1)}` : ' | ';
  return `| ${what} | ${goal} | ${middle(ours).toFixed(0)} (${ours[0]!.toFixed(0)} to ${most(ours)}) | ${beside} |`;
}
