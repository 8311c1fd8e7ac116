import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Every rule of every sheet: its selector and what it says. */
const rules = readdirSync('web/src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.css'))
  .flatMap((path) =>
    [...readFileSync(`web/src/${path}`, 'utf8').matchAll(/([^{}]+)\{([^{}]*)\}/g)].map((found) => ({
      at: `${path} ${found[1]!.trim()}`,
      says: found[2]!,
    })),
  );

it('quality: no flex or grid box is told to end its words with an ellipsis: it cuts them instead, only a box inside can', () => {
  expect(rules.length).toBeGreaterThan(300);
  const cut = rules.filter(({ says }) => /display:\s*(?:inline-)?(?:flex|grid)/.test(says) && /text-overflow:\s*ellipsis/.test(says));
  expect(cut.map(({ at }) => at)).toEqual([]);
});
