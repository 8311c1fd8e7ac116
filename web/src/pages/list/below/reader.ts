import type { WireRow } from '#protocol/wire/envelope.ts';

interface Waiting {
  id: number;
  done: (row: WireRow | null) => void;
  failed: (why: unknown) => void;
}

/** Records that are asked for in one turn are read by one request, so many at most; one that is no more is null. */
export function createReader(ask: (ids: readonly number[]) => Promise<readonly WireRow[]>, most = 100) {
  let waiting: Waiting[] = [];
  const send = async (part: readonly Waiting[]): Promise<void> => {
    try {
      const rows = await ask(part.map(({ id }) => id));
      for (const { id, done } of part) done(rows.find((row) => row.id === id) ?? null);
    } catch (why) {
      for (const { failed } of part) failed(why);
    }
  };
  const sendAll = () => {
    const all = waiting;
    waiting = [];
    for (let at = 0; at < all.length; at += most) void send(all.slice(at, at + most));
  };
  return (id: number): Promise<WireRow | null> =>
    new Promise((done, failed) => {
      if (waiting.length === 0) setTimeout(sendAll);
      waiting.push({ id, done, failed });
    });
}
