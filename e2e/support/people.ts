import type { Browser, Page } from '@playwright/test';
import { Person } from './wire.ts';

/** A window in which this person is signed in already and every load begins with the home tab: the session is made by protocol P1, as the sign-in page does. */
export async function windowOf(
  browser: Browser,
  url: string,
  username: string,
  password: string,
  locale = 'zh_CN',
  timezoneId?: string,
): Promise<Page> {
  const person = await Person.signIn(url, username, 'demo', password);
  const context = await browser.newContext({ baseURL: url, ...(timezoneId ? { timezoneId } : {}) });
  const { token, ...user } = person.user;
  await context.addInitScript(
    ([session, language]) => {
      sessionStorage.setItem('fw.session', session!);
      sessionStorage.removeItem('fw.tabs');
      localStorage.setItem('fw.locale', language!);
    },
    [JSON.stringify({ token, user }), locale],
  );
  return context.newPage();
}
