import type { Page } from '@playwright/test';
import { PASSWORD, type Stage, storing } from './browser-stage.ts';

const MENU = 'nav[aria-label="菜单"]';
const ITEM = `${MENU} button, ${MENU} a`;
const RECORD: Readonly<Record<string, string>> = { zh_CN: '智慧冷链配送中心', en_US: 'Cold-chain distribution centre' };

/** What one visit measured, in milliseconds; `assets` are the scripts and styles that came. */
export type Figures = Readonly<Record<string, number>>;
export interface Visit {
  figures: Figures;
  assets: { signIn: readonly string[]; list: readonly string[]; after: readonly string[] };
}

const ask = <T>(page: Page, what: string): Promise<T> => page.evaluate(`(async () => (${what}))()`) as Promise<T>;
/** Until nothing comes any more, or five seconds: a page that asks now and then is never quite silent. */
export const quiet = (page: Page) => page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);

async function closed(page: Page): Promise<void> {
  await page.context().close();
}

/** A stranger signs in with an empty cache, opens a first list, then a second; then the same list as a page that is loaded anew. */
export async function visit(stage: Stage): Promise<Visit> {
  const page = await stage.window();
  const came = new Set<string>();
  page.on('response', (answer) => void (/\.(js|css)$/.test(answer.url()) && came.add(answer.url())));
  await page.goto('/login');
  await page.getByLabel('企业账户').fill('demo');
  await quiet(page);
  const signIn = [...came];
  await page.getByLabel('账号', { exact: true }).fill('applicant');
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  const paint = await ask<number>(page, 'probe.largest()');
  await page.evaluate(`probe.from = probe.now(); document.querySelector('form button[type=submit]').click()`);
  const frame = await ask<number>(page, `probe.until('${MENU} li')`);
  const from = await ask<number>(page, 'probe.from');
  const derivation = await ask<number>(page, 'probe.derivation()');
  const first = await ask<number>(page, `probe.open('${ITEM}', '立项审批')`);
  const list = [...came];
  await quiet(page);
  const second = await ask<number>(page, `probe.open('${ITEM}', '项目台账')`);
  const kept = await ask<[string, string][]>(page, 'Object.entries(sessionStorage)');
  const address = page.url();
  await closed(page);
  const figures = {
    signInPaint: paint,
    listPaint: await paintOfList(stage, kept, address),
    toFrame: frame - from - derivation,
    derivation,
    first,
    second,
  };
  return { figures, assets: { signIn, list, after: [...came] } };
}

async function paintOfList(stage: Stage, kept: readonly [string, string][], list: string): Promise<number> {
  const page = await stage.window();
  await page.addInitScript({ content: storing('sessionStorage', Object.fromEntries(kept)) });
  await page.goto(list);
  await ask(page, `probe.until('[role=row][id]')`);
  await quiet(page);
  const paint = await ask<number>(page, 'probe.largest()');
  await closed(page);
  return paint;
}

/** The plain pages beside them, by the same probe. */
export async function plainVisit(stage: Stage): Promise<Figures> {
  const page = await stage.window();
  const paints: number[] = [];
  for (const name of ['login', 'list']) {
    await page.goto(`${stage.plain}/${name}.html`);
    await quiet(page);
    paints.push(await ask<number>(page, 'probe.largest()'));
  }
  const second = await ask<number>(page, `probe.open('button', 'open')`);
  await closed(page);
  return { signInPaint: paints[0]!, listPaint: paints[1]!, second };
}

/** The largest page of the ledger, by the wheel from top to bottom and back. */
export async function scroll(stage: Stage): Promise<Figures> {
  const page = await stage.window('admin');
  await page.goto('/main/list/project?_rows=100&myCode=zb');
  await ask(page, `probe.until('[role=row][id]')`);
  await quiet(page);
  const rows = await ask<number>(page, `Number(document.querySelector('[aria-rowcount]')?.getAttribute('aria-rowcount') ?? 1) - 1`);
  return { rows, ...(await wheel(page)) };
}

export async function plainScroll(stage: Stage): Promise<Figures> {
  const page = await stage.window();
  await page.goto(`${stage.plain}/list.html?rows=100`);
  await ask(page, `probe.open('button', 'open')`);
  return wheel(page);
}

async function wheel(page: Page): Promise<Figures> {
  await page.mouse.move(800, 450);
  await page.waitForTimeout(1000);
  const from = await ask<number>(page, 'probe.now()');
  for (const step of [300, -300])
    for (let turn = 0; turn < 15; turn += 1) {
      await page.mouse.wheel(0, step);
      await page.waitForTimeout(50);
    }
  const cells = await ask<number>(page, 'probe.cells()');
  return { cells, ...(await tasksSince(page, from)) };
}

async function tasksSince(page: Page, from: number): Promise<Figures> {
  await page.waitForTimeout(500);
  const tasks = await ask<number[]>(page, `probe.tasksSince(${from})`);
  const typed = await ask<number[]>(page, `probe.typedSince(${from})`);
  await closed(page);
  return { long: tasks.length, longest: Math.max(0, ...tasks), delay: Math.max(0, ...typed) };
}

/** Twelve digits into the amount whose sum is worked out, twenty letters into a long text. Nothing is saved. */
export async function type(stage: Stage): Promise<Figures> {
  const page = await stage.window('applicant');
  await openForm(page, 'zh_CN');
  await page.getByRole('button', { name: '修改', exact: true }).click();
  const amount = page.locator('[data-place="est_price"] input');
  await amount.focus();
  const fields = await page.locator('[data-place]').count();
  await page.waitForTimeout(1000);
  const from = await ask<number>(page, 'probe.now()');
  await page.keyboard.type('123456789.25', { delay: 100 });
  await page.locator('[data-place="necessity"] textarea').first().focus();
  await page.keyboard.type('a line of twenty let', { delay: 100 });
  return { fields, ...(await tasksSince(page, from)) };
}

export async function plainType(stage: Stage): Promise<Figures> {
  const page = await stage.window();
  await page.goto(`${stage.plain}/list.html`);
  await page.locator('#field').focus();
  const from = await ask<number>(page, 'probe.now()');
  await page.keyboard.type('123456789.25 a line of twenty let', { delay: 100 });
  return tasksSince(page, from);
}

/** From the frame to the record that all journeys know. */
export async function openForm(page: Page, locale: string): Promise<void> {
  await openList(page, locale);
  await page.getByText(RECORD[locale]!, { exact: true }).first().click();
  await page.locator('[data-place="est_price"]').waitFor();
}

export async function openList(page: Page, locale: string): Promise<void> {
  await page.goto('/main?myCode=zb');
  const menu = page.getByRole('navigation', { name: locale === 'zh_CN' ? '菜单' : 'Menu' });
  await menu.getByText(locale === 'zh_CN' ? '立项审批' : 'Initiation', { exact: true }).click();
  await page.getByText(RECORD[locale]!, { exact: true }).first().waitFor();
}
