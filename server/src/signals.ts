/** npm and a terminal each pass a Ctrl-C on: what comes this soon after the first is the same wish. */
const SAME_WISH_MS = 1_000;

/**
 * At the first of these signals runs `stop` and ends the process: with 0 when all went in order. A second signal, or `withinMs`,
 * ends it at once with 1, after `force`.
 */
export function stopOnSignal(
  signals: readonly NodeJS.Signals[],
  stop: (signal: NodeJS.Signals) => Promise<boolean>,
  withinMs: number,
  force: () => void = () => undefined,
): void {
  let begun: number | undefined;
  const end = () => {
    force();
    process.exit(1);
  };
  const hear = (signal: NodeJS.Signals) => {
    if (begun !== undefined) {
      if (performance.now() - begun > SAME_WISH_MS) end();
      return;
    }
    begun = performance.now();
    setTimeout(end, withinMs).unref();
    stop(signal).then((inOrder) => process.exit(inOrder ? 0 : 1), end);
  };
  for (const signal of signals) process.on(signal, hear);
}
