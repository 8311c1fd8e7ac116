import { queryClient } from '../use-op.ts';

/** How long nothing has been asked before that. */
const QUIET = 3_000;
/** A page that never rests gets it all the same. */
const PATIENCE = 10_000;

/** Once the first page stands, nothing is being asked and the browser is idle: what is heavy and is not seen can wait. Answers how to call it off. */
export function whenQuiet(run: () => void): () => void {
  let idle = 0;
  const look = () => {
    if (queryClient.isFetching() > 0) timer = setTimeout(look, QUIET);
    else if (typeof requestIdleCallback === 'function') idle = requestIdleCallback(run, { timeout: PATIENCE });
    else run();
  };
  let timer = setTimeout(look, QUIET);
  return () => {
    clearTimeout(timer);
    if (idle) cancelIdleCallback(idle);
  };
}
