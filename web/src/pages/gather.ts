/** Runs at the first call at once, and once more for all that are made within `rest` ms of a run. `stop` calls off what has still to come. */
export function gather(run: () => unknown, rest: number): { call(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isCalled = false;
  const call = () => {
    isCalled = timer !== undefined;
    if (isCalled) return;
    timer = setTimeout(() => {
      timer = undefined;
      if (isCalled) call();
    }, rest);
    run();
  };
  return { call, stop: () => clearTimeout(timer) };
}
