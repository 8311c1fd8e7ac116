import { test as base } from '@playwright/test';

/** Until when journeys may begin (ms since 1970), `TEST_UNTIL`; none where nobody waits for an end. */
const until = Number(process.env.TEST_UNTIL ?? Number.POSITIVE_INFINITY);

/** Playwright's, but that what no time is left for is skipped, and said so. What clears up after each runs nevertheless: it may find nothing. */
export const test = base.extend<{ inTime: undefined }>({
  inTime: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that one needs from the pattern
    async ({}, use, info) => {
      info.skip(Date.now() > until, 'no time was left');
      await use(undefined);
    },
    { auto: true },
  ],
});
