import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('I18N-01 a reader is addressed in one way', () => {
  const rooms = [new URL('./zh_CN/', import.meta.url), new URL('../../../protocol/src/texts/', import.meta.url)];
  const familiar = rooms.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && readFileSync(new URL(name, room), 'utf8').includes('你'),
    ),
  );
  expect(familiar).toEqual([]);
});
