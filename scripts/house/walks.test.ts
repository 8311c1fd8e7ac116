import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = new URL('../..', import.meta.url).pathname;
const [, section = ''] = readFileSync(join(root, 'docs/architecture.md'), 'utf8').split('\n## Three walks\n');
const walks = (section.split('\n## ')[0] ?? '').split('\n**').slice(1);
const stopsOf = (walk: string): string[] => [...walk.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path]) => path!);

describe('the walks of docs/architecture.md', () => {
  it('are written down', () => expect(walks.map((walk) => /`([a-z_]+)`/.exec(walk)?.[1])).toEqual(['filters', '_event', 'need_where']));

  it.each(walks)('%s', (walk) => {
    const stops = stopsOf(walk);
    expect(stops.length).toBeGreaterThan(4);
    expect(stops.length).toBeLessThanOrEqual(10);
    expect(stops.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
