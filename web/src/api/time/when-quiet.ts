import { queryClient } from '../use-op.ts';

/** How long nothing has been asked before that. */
const QUIET = 3_000;
/** ms after a turn of the wheel, a key or a press in which its reader may go on with it. */
const GOES_ON = 1_000;
/** A page that never rests gets it all the same. */
const PATIENCE = 10_000;

const ACTS = ['wheel', 'scroll', 'touchmove', 'keydown', 'pointerdown'] as const;
const HEARD = { capture: true, passive: true } as const;

/**
 * Once the first page stands, nothing is being asked, nobody scrolls, types or presses and the browser is idle: what is
 * heavy and is not seen can wait, so that what it takes (a tenth of a second on a slow machine) falls into no movement.
 * Answers how to call it off.
 */
export function whenQuiet(run: () => void): () => void {
  const begun = performance.now();
  let [acted, idle] = [-GOES_ON, 0];
  const hear = () => {
    acted = performance.now();
  };
  const end = () => {
    clearTimeout(timer);
    if (idle) cancelIdleCallback(idle);
    for (const act of ACTS) removeEventListener(act, hear, HEARD);
  };
  const goesOn = () => performance.now() - acted < GOES_ON && performance.now() - begun < PATIENCE;
  const rest = () => {
    if (goesOn()) return wait(GOES_ON);
    end();
    run();
  };
  const look = () => {
    if (queryClient.isFetching() > 0) wait(QUIET);
    else if (goesOn()) wait(GOES_ON);
    else if (typeof requestIdleCallback === 'function') idle = requestIdleCallback(rest, { timeout: PATIENCE });
    else rest();
  };
  const wait = (ms: number) => {
    timer = setTimeout(look, ms);
  };
  for (const act of ACTS) addEventListener(act, hear, HEARD);
  let timer = setTimeout(look, QUIET);
  return end;
}
