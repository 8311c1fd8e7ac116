import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import axe from 'axe-core';
import { chromiumPath } from '../journeys/browser.ts';
import { serve } from './serve.ts';

const LANGUAGES = ['zh_CN', 'en_US'] as const;
const THEMES = ['light', 'dark'] as const;
const WIDTH = 1440;
/** A box that has not come yet: some are loaded when they are first drawn. */
const WAITING = `[...document.querySelectorAll('[data-mode=edit]:not([data-state=readonly])')].some((cell) => !cell.querySelector('input, textarea, [contenteditable], button'))`;
/** px of a sheet: more is read as less. */
const TALLEST = 1800;

export interface Drawn {
  files: string[];
  /** what axe finds, a line for each rule and look */
  stumbles: string[];
}

/** Contact sheets of all stories, in both languages, light and dark, in a folder that is emptied before. */
export async function draw(folder: string): Promise<Drawn> {
  const to = resolve(folder);
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true });
  const { url, close } = await serve(0);
  const browser = await open();
  try {
    const drawn: Drawn = { files: [], stumbles: [] };
    for (const locale of LANGUAGES) {
      for (const theme of THEMES) {
        const page = await visit(browser, { url, locale, theme });
        const name = `${locale.slice(0, 2)}-${theme}`;
        drawn.stumbles.push(...(await stumblesOf(page)).map((stumble) => `${name}: ${stumble}`));
        drawn.files.push(...(await sheets(page, join(to, name))));
        await page.close();
      }
    }
    return drawn;
  } finally {
    await browser.close();
    await close();
  }
}

const open = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath(), args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])] });

interface Look {
  url: string;
  locale: (typeof LANGUAGES)[number];
  theme: (typeof THEMES)[number];
}

/** The gallery as a person finds it who chose so, when all that comes later is there. */
async function visit(browser: Browser, { url, locale, theme }: Look): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: 900 }, reducedMotion: 'reduce' });
  const kept = JSON.stringify({ owner: '', values: { locale, theme }, unsent: {} });
  await page.addInitScript(`localStorage.setItem('fw.choices', ${JSON.stringify(kept)})`);
  await page.goto(url);
  await page.waitForFunction(`document.querySelector('[data-story]') && document.querySelector('[contenteditable]') && !${WAITING}`, null, {
    timeout: 120_000,
  });
  return page;
}

interface Found {
  id: string;
  nodes: { html: string }[];
}

/** What a screen reader or a keyboard would stumble over. */
async function stumblesOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(`axe.run('main', { resultTypes: ['violations'] }).then((told) => told.violations)`);
  return (found as Found[]).map(({ id, nodes }) => `${id} (${nodes.length}): ${nodes[0]?.html.slice(0, 200)}`);
}

async function sheets(page: Page, path: string): Promise<string[]> {
  const height = await page.evaluate('document.querySelector("main").getBoundingClientRect().bottom');
  await page.setViewportSize({ width: WIDTH, height: Math.ceil(Number(height)) });
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  const boxes = await Promise.all((await page.locator('[data-story]').all()).map((story) => story.boundingBox()));
  const files: string[] = [];
  for (const [at, { top, bottom }] of together(boxes.map((box) => ({ top: box!.y, bottom: box!.y + box!.height }))).entries()) {
    const file = `${path}-${String(at + 1).padStart(2, '0')}.png`;
    await page.screenshot({ path: file, clip: { x: 0, y: top - 8, width: WIDTH, height: bottom - top + 16 } });
    files.push(file);
  }
  return files;
}

interface Reach {
  top: number;
  bottom: number;
}

/** Stories beside each other, as many as a sheet holds. */
function together(reaches: readonly Reach[]): Reach[] {
  const sheets: Reach[] = [];
  for (const { top, bottom } of reaches) {
    const last = sheets.at(-1);
    if (last && bottom - last.top <= TALLEST) last.bottom = bottom;
    else sheets.push({ top, bottom });
  }
  return sheets;
}
