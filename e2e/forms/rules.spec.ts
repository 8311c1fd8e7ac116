import { expect, type Locator, type Page } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { draftFor } from '../support/initiation.ts';
import { windowOf } from '../support/people.ts';
import { test } from '../support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const place = (page: Page, name: string): Locator => page.locator(`[data-place="${name}"]:visible`);
const box = (page: Page, name: string): Locator => place(page, name).locator('input, textarea').first();

const WORDS = {
  zh_CN: { submit: '提交', rule: '计划完工不能早于计划开工' },
  en_US: { submit: 'Submit', rule: 'The planned end cannot come before the planned start' },
} as const;

for (const language of ['zh_CN', 'en_US'] as const)
  test(`FORM-06 an application that ends before it begins is stopped where one mends it, in the rule’s own words (${language})`, async ({
    browser,
    baseURL,
  }) => {
    const applicant = await Person.signIn(baseURL!, 'applicant', 'demo', PASSWORD);
    const id = await draftFor(applicant, `先完工后开工 ${language}`, '120');
    const page = await windowOf(browser, baseURL!, 'applicant', PASSWORD, language);
    await page.goto(`/main/form/initiation/Modify/${id}?myCode=zb`);
    const { submit, rule } = WORDS[language];
    const end = box(page, 'plan_end');
    await end.fill('2027-02-28');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: submit, exact: true }).click();
    await expect(place(page, 'plan_end')).toContainText(rule);
    await expect(end).toHaveAttribute('aria-invalid', 'true');
    // the beginning may be what is wrong: mended there, the end is right
    await box(page, 'plan_begin').fill('2027-01-01');
    await page.keyboard.press('Tab');
    await expect(place(page, 'plan_end')).not.toContainText(rule);
  });
