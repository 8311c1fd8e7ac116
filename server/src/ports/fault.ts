/**
 * Places at which a test may kill, break or delay the server: beside each await around a commit, a write, a link, a message. They
 * are data so that a test walks them all; a place that nothing reaches any more fails it.
 */
export const FAULT_POINTS = {
  'tx.begun': 'a transaction has its connection, nothing was asked yet',
  'tx.commit': 'all is written, COMMIT not yet sent',
  'tx.committed': 'COMMIT was answered, the caller not yet',
  'rid.noted': 'the request id is noted, its work not begun',
  'rid.answered': 'the answer lies beside the request id',
  'save.planned': 'a form is read and checked, nothing of it written',
  'save.record': 'a new record is inserted, and its rows before it',
  'save.rows': 'the rows of the sub-tables are written, a changed record is not',
  'remove.rows': 'the rows of a record are in the recycle bin, the record is not',
  'flow.decided': 'a decision is made, nothing of it written',
  'flow.moved': 'log, case, to-dos, outbox and the record in its new step are written, as one; the write-back is not begun',
  'flow.written': 'the write-back is done',
  'file.part': 'a part of a file is written',
  'file.flushed': 'a staged file is whole and flushed, its folder is not',
  'file.kept': 'a staged file is durable, its row does not exist',
  'file.noted': 'the row of a file is committed, the file is still staged',
  'file.claimed': 'a file is moved to its place, its folder is not flushed and the caller not answered',
  'outbox.read': 'messages are read, none is sent',
  'outbox.sent': 'messages are sent, the place has not moved',
} as const;
export type FaultPoint = keyof typeof FAULT_POINTS;

export type Fault = (point: FaultPoint) => Promise<void> | undefined;

let injected: Fault | undefined;

/** Does nothing, unless a test has put something in its place. */
export function faultPoint(point: FaultPoint): Promise<void> | undefined {
  return injected?.(point);
}

/** For tests: what happens at every point from now on; without an argument nothing. */
export function injectFault(at?: Fault): void {
  injected = at;
}

const SPEC = /^([a-z.]+):(exit|throw|delay=(\d{1,6}))(?:@(\d{1,6}))?$/;

/** Whether `point:action` is one: a known point, then exit, throw or delay=ms, then `@n` for its n-th pass (the first). */
export const isFault = (spec: string): boolean => Object.hasOwn(FAULT_POINTS, SPEC.exec(spec)?.[1] ?? '');

/** What `FAULT=point:action` means: once, at the n-th pass of the point, the process is killed, the call fails, or it waits. */
export function faultOf(spec: string): Fault {
  const [, wanted, action, ms, nth] = SPEC.exec(spec) ?? [];
  if (!isFault(spec)) throw new Error(`no fault: ${spec}`);
  let left = Number(nth ?? 1);
  return (point) => {
    if (point !== wanted) return undefined;
    left -= 1;
    return left === 0 ? act(point, action!, Number(ms)) : undefined;
  };
}

async function act(point: FaultPoint, action: string, ms: number): Promise<void> {
  if (action === 'exit') process.kill(process.pid, 'SIGKILL');
  if (action === 'throw') throw new Error(`fault at ${point}`);
  await new Promise((resolve) => setTimeout(resolve, ms));
}
