import type { Page } from '@playwright/test';
import { onStage, type Stage } from '../browser-stage.ts';
import { quiet } from '../browser-visits.ts';
import { spread } from '../compare.ts';

const ROUNDS = Number(process.argv[3] ?? 5);
/** Openings with what was there before, of which the last is measured: the browser keeps compiled scripts of what it ran twice. */
const WARM = 3;

/** In every part of the board something stands: a figure, a table, a drawing. */
const WHOLE = `() => {
  const parts = [...document.querySelectorAll('section[data-kind]')];
  return parts.length > 0 && parts.every((part) => part.querySelector('p, table, [class*=host] > *'));
}`;
const FIGURES = `() => {
  const parts = [...document.querySelectorAll('section[data-kind=figure]')];
  return parts.length > 0 && parts.every((part) => /\\d/.test(part.querySelector('p')?.textContent ?? ''));
}`;

/** What one opening took, in ms from the navigation on. */
export interface Opened {
  figures: number;
  whole: number;
  /** of these the server's answer with all figures */
  server: number;
}

/** `npm run bench leader [ROUNDS]`: /EI by who leads, signed in, from the navigation to the frame with its figures, the processor slowed four times. */
export const leaderBench = (): Promise<string> =>
  onStage(async (stage) => {
    const rounds: { cold: Opened; warm: Opened }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await openings(stage));
    return [...LEADER_HEAD, ...leaderLines(rounds)].join('\n');
  });

export const LEADER_HEAD = ['| /EI | figures, ms (goal 1500) | all parts, ms | the server’s answer, ms |', '|---|---|---|---|'];

export const leaderLines = (rounds: readonly { cold: Opened; warm: Opened }[]): string[] =>
  (['cold', 'warm'] as const).map((which) => {
    const of = (figure: keyof Opened) =>
      spread(
        rounds.map((round) => round[which][figure]),
        0,
      );
    return `| ${which === 'cold' ? 'empty cache' : 'opened before'} | ${of('figures')} | ${of('whole')} | ${of('server')} |`;
  });

/** The first time in a browser, and once more in the same. */
export async function openings(stage: Stage): Promise<{ cold: Opened; warm: Opened }> {
  const page = await stage.window('leader');
  const cold = await open(page);
  let warm = cold;
  for (let time = 0; time < WARM; time += 1) {
    await page.goto('about:blank');
    warm = await open(page);
  }
  await page.context().close();
  return { cold, warm };
}

async function open(page: Page): Promise<Opened> {
  await page.goto('/EI', { waitUntil: 'commit' });
  const when = (what: string) => page.evaluate<number>(`probe.when('/EI', ${what})`);
  const [figures, whole] = [await when(FIGURES), await when(WHOLE)];
  const server = await page.evaluate<number>(
    `(({ startTime, responseEnd }) => responseEnd - startTime)(performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/report?op=Index')))`,
  );
  await quiet(page);
  return { figures, whole, server };
}
