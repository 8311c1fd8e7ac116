import type { Page } from '@playwright/test';
import axe from 'axe-core';
import type { Stage } from './browser-stage.ts';
import { openForm, openList, quiet } from './browser-visits.ts';

interface Found {
  id: string;
  nodes: { target: string[]; html: string }[];
}

const MODIFY: Record<string, string> = { zh_CN: '修改', en_US: 'Edit' };

/** Every screen, for whom, and how one gets to it. */
const SCREENS: Readonly<Record<string, { as?: string; open: (page: Page, locale: string) => Promise<void> }>> = {
  'sign-in': { open: (page) => settle(page, '/login') },
  'set-up': { open: setUp },
  'to-do': { as: 'depthead', open: (page) => settle(page, '/main?myCode=zb') },
  list: { as: 'applicant', open: openList },
  'form, Show': { as: 'applicant', open: openForm },
  'form, Modify': {
    as: 'applicant',
    open: async (page, locale) => {
      await openForm(page, locale);
      await page.getByRole('button', { name: MODIFY[locale]!, exact: true }).click();
      await page.locator('[data-place="est_price"] input').waitFor();
    },
  },
};

async function settle(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await quiet(page);
}

/** The page of an empty platform, on one that is none: the server's word for it is put into its answer. */
async function setUp(page: Page): Promise<void> {
  await page.route('**/*op=Domain', async (route) => {
    const answer = await route.fetch();
    const said = await answer.json();
    await route.fulfill({ response: answer, json: { ...said, data: { ...said.data, set_up: 1 } } });
  });
  await settle(page, '/setup');
}

/** A line for each screen and language: what axe finds on it, by rule, with the first place. */
export async function axeRows(stage: Stage): Promise<string[]> {
  const lines: string[] = [];
  // a language follows its person: who is visited later reads Chinese
  for (const [screen, { as, open }] of Object.entries(SCREENS))
    for (const locale of ['en_US', 'zh_CN']) {
      const page = await stage.window(as, { locale, slow: false });
      page.setDefaultTimeout(20_000);
      const found = await open(page, locale).then(
        () => judge(page),
        (error: Error) => [{ id: `not opened: ${error.message.split('\n')[0]}`, nodes: [] }],
      );
      lines.push(`| ${screen} | ${locale} | ${found.length === 0 ? 'none' : found.map(say).join('; ')} |`);
      await page.context().close();
      process.stderr.write(`${lines.at(-1)}\n`);
    }
  return lines;
}

async function judge(page: Page): Promise<Found[]> {
  await page.waitForTimeout(1000);
  await page.evaluate(axe.source);
  return (await page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then((told) => told.violations)`)) as Found[];
}

const say = ({ id, nodes }: Found): string =>
  `${id} (${nodes.length}): ${nodes[0] ? `\`${nodes[0].target.join(' ')}\` ${nodes[0].html.slice(0, 120)}` : ''}`;
