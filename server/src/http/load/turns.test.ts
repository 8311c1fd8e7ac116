import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

const here = new PassThrough();
const tick = () => new Promise((resolve) => setImmediate(resolve));

it('F3 one person has two calls at work, the third waits for one to end, and others wait for nobody', async () => {
  const take = createTurns({ running: 2, waiting: 10, within: 60_000 });
  const ends = [await take('a', here), await take('a', here)];
  const third = take('a', here);
  let began = false;
  void third.then(() => {
    began = true;
  });
  await take('b', here);
  await tick();
  expect(began).toBe(false);
  ends[0]!.end();
  ends[0]!.end();
  expect((await third).waited).toBe(true);
  expect(ends.map(({ waited }) => waited)).toEqual([false, false]);
  let isFourth = false;
  const fourth = take('a', here).then(() => {
    isFourth = true;
  });
  await tick();
  expect(isFourth).toBe(false);
  // nobody is left waiting: he would be refused while another file's tests run
  ends[1]!.end();
  await fourth;
});

it('F3 who asks beyond the queue is refused, and the queue goes on', async () => {
  const take = createTurns({ running: 1, waiting: 1, within: 60_000 });
  const { end } = await take('a', here);
  const second = take('a', here);
  await expect(take('a', here)).rejects.toMatchObject({ code: 103 });
  end();
  (await second).end();
  await take('a', here);
});

it('F3 who is gone when his turn comes gives it on', async () => {
  const take = createTurns({ running: 1, waiting: 5, within: 60_000 });
  const away = new PassThrough().destroy();
  await once(away, 'close');
  await expect(take('a', away)).rejects.toMatchObject({ code: 103 });
  const { end } = await take('a', here);
  const gone = take('a', away);
  const last = take('a', here);
  end();
  await expect(gone).rejects.toMatchObject({ code: 103 });
  await last;
});

it('F3 who goes while he waits leaves the queue at once, and his place is free', async () => {
  const take = createTurns({ running: 1, waiting: 1, within: 60_000 });
  const { end } = await take('a', here);
  const goes = new PassThrough();
  const gone = take('a', goes);
  goes.destroy();
  await expect(gone).rejects.toMatchObject({ code: 103 });
  const next = take('a', here);
  end();
  (await next).end();
  await take('a', here);
});

it('F3 who waits in vain is refused, and takes no turn later', async () => {
  const take = createTurns({ running: 1, waiting: 5, within: 5 });
  const { end } = await take('a', here);
  await expect(take('a', here)).rejects.toMatchObject({ code: 103 });
  end();
  (await take('a', here)).end();
});

it('F3 who has waited is listened to no more', async () => {
  const take = createTurns({ running: 1, waiting: 5, within: 60_000 });
  const { end } = await take('a', here);
  const waits = new PassThrough();
  const before = waits.listenerCount('close');
  const second = take('a', waits);
  expect(waits.listenerCount('close')).toBe(before + 1);
  end();
  await second;
  expect(waits.listenerCount('close')).toBe(before);
});
