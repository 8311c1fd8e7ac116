/** How often a call that a busy server did not begin is sent again: half a minute in all, about. */
export const MOST_TURNS = 5;
/** Waits grow up to eight times the first. */
const MOST_DOUBLED = 3;

const listeners = new Set<() => void>();
let waiting = 0;

/** Calls that wait to be sent again. */
export const callsInLine = (): number => waiting;
export function onCallsInLine(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Waits ever longer, and never as long as the others: a thousand people who were sent away must not come back as one. */
export async function waitInLine(turn: number, seconds: number, signal?: AbortSignal): Promise<void> {
  const wait = seconds * 1_000 * 2 ** Math.min(turn, MOST_DOUBLED) * (0.5 + Math.random());
  tell(1);
  try {
    await new Promise<void>((resolve, reject) => {
      const gone = () => {
        clearTimeout(timer);
        reject(signal!.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', gone);
        resolve();
      }, wait);
      if (signal?.aborted) gone();
      else signal?.addEventListener('abort', gone, { once: true });
    });
  } finally {
    tell(-1);
  }
}

function tell(more: number): void {
  waiting += more;
  for (const listener of listeners) listener();
}
