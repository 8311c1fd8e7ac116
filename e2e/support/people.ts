import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';

/** A window in which this person is signed in already and every load begins with the home tab: the session is made by protocol P1, as the sign-in page does. */
export async function windowOf(
  browser: Browser,
  url: string,
  username: string,
  password: string,
  locale = 'zh_CN',
  timezoneId?: string,
): Promise<Page> {
  return windowFor(browser, await Person.signIn(url, username, 'demo', password), locale, timezoneId);
}

/** Choices follow the person from journey to journey: each begins with none but its language, and has read no system message. */
async function chooseAgain(person: Person, locale: string): Promise<void> {
  for (const [name, value] of Object.entries({ locale, theme: '', side: '', density: '', messages: '', defmenu: '', desktop: '' }))
    await person.call('/sys', 'Choose', { name, value });
}

/** Windows of one journey: they follow what others do, so those of one that is done are closed. */
let opened: { of: string; contexts: BrowserContext[] } = { of: '', contexts: [] };
const shared = new Set<string>();

/** Said at the top of a file (`import.meta.url`) whose journeys are played one after the other in the same windows: these stay until the file is done. */
export const shareWindows = (url: string): void => void shared.add(fileURLToPath(url));

async function keep(context: BrowserContext): Promise<void> {
  const { file, testId } = test.info();
  const of = shared.has(file) ? file : testId;
  if (opened.of !== of) {
    const done = opened.contexts;
    opened = { of, contexts: [] };
    for (const each of done) await each.close();
  }
  opened.contexts.push(context);
}

/** A session as the browser keeps it. It begins with the to-do page, which the journeys are about, unless `desktop` lets it begin as it does for people. */
function sessionOf(person: Person, desktop = false): string {
  const { token, desktop: own, ...user } = person.user;
  return JSON.stringify({ token, user: desktop ? { ...user, desktop: own } : user });
}

/** The same for a person who is signed in, in the domain that he works in. */
export async function windowFor(browser: Browser, person: Person, locale = 'zh_CN', timezoneId?: string, desktop = false): Promise<Page> {
  const { url } = person.server;
  await chooseAgain(person, locale);
  const context = await browser.newContext({ baseURL: url, ...(timezoneId ? { timezoneId } : {}) });
  await keep(context);
  const { user } = person;
  await context.addInitScript(
    ([session, language]) => {
      sessionStorage.setItem('fw.session', session!);
      if (sessionStorage.getItem('journey.tabs') === null)
        for (const key of Object.keys(sessionStorage)) if (key.startsWith('fw.tabs')) sessionStorage.removeItem(key);
      localStorage.setItem('fw.choices', language!);
    },
    [sessionOf(person, desktop), JSON.stringify({ owner: `demo/${user.id}`, values: { locale }, unsent: {} })],
  );
  await noteShown(context);
  return context.newPage();
}

/** From now on a reload of this page keeps its tabs, as it does for people. */
export const keepTabs = (page: Page): Promise<void> => page.evaluate(() => sessionStorage.setItem('journey.tabs', 'kept'));

/** Pages of this context note all that they show, for `hasShown`. */
export const noteShown = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const shown: string[] = [];
    Object.assign(window, { shown });
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) shown.push(node.textContent ?? '');
    }).observe(document, { childList: true, subtree: true });
  });

/** A window as a person has it: signed in once, and a reload keeps what it held. Further windows of the same context find the session by themselves. */
export async function deskOf(context: BrowserContext, url: string, username: string, password: string): Promise<Page> {
  await chooseAgain(await Person.signIn(url, username, 'demo', password), 'zh_CN');
  const person = await Person.signIn(url, username, 'demo', password);
  const page = await context.newPage();
  await page.goto('/favicon.svg');
  await page.evaluate((session) => sessionStorage.setItem('fw.session', session), sessionOf(person));
  return page;
}

/** A toast stands for some seconds, in which a busy machine may not look: waits until the page has shown these words since it was loaded. */
export async function hasShown(page: Page, words: string): Promise<void> {
  const shown = () => page.evaluate((text) => (window as unknown as { shown: string[] }).shown.some((one) => one.includes(text)), words);
  await expect.poll(shown, { message: words, timeout: 90_000 }).toBe(true);
}

/** Once the channel has let this page in and taken its subscription. */
export async function listens(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket', { timeout: 90_000 });
  for (const _ of ['connected', 'subscribed']) await socket.waitForEvent('framereceived', { timeout: 90_000 });
}
