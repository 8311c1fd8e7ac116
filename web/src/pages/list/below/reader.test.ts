import { expect, it } from 'vitest';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { createReader } from './reader.ts';

const row = (id: number): WireRow => ({ id }) as WireRow;

it('LIST-04 rows that are opened in one turn are read together, those of the next by another request', async () => {
  const asked: (readonly number[])[] = [];
  const read = createReader(async (ids) => {
    asked.push(ids);
    return ids.filter((id) => id !== 3).map(row);
  }, 2);
  expect(await Promise.all([read(1), read(2), read(3)])).toEqual([row(1), row(2), null]);
  expect(asked).toEqual([[1, 2], [3]]);
  expect(await read(4)).toEqual(row(4));
  expect(asked).toEqual([[1, 2], [3], [4]]);
});

it('LIST-04 what is refused is told of each row of that request, and asked anew by the next', async () => {
  let refuses = true;
  const read = createReader(async (ids) => {
    if (refuses) throw new Error('$away');
    return ids.map(row);
  });
  await expect(Promise.allSettled([read(1), read(2)])).resolves.toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  refuses = false;
  expect(await read(1)).toEqual(row(1));
});
