/** Requests under way at a stop may take this long, then what else a process closes, then the embedded database. */
const FINISH_MS = 10_000;
const CLOSE_MS = 10_000;
const DATABASE_MS = 20_000;

/** How long each part of a stop may take (milliseconds): none is cut off by the limit of the part around it. */
export interface StopTimes {
  notice: number;
  finish: number;
  /** All that one server process does. */
  process: number;
  /** The installation: its processes and the embedded database. */
  whole: number;
}

/** All limits of a stop, from the notice that the setting `LEAVE_SECONDS` gives callers. */
export function stopTimes(leaveSeconds: number): StopTimes {
  const notice = leaveSeconds * 1_000;
  const process = notice + FINISH_MS + CLOSE_MS;
  return { notice, finish: FINISH_MS, process, whole: process + DATABASE_MS };
}
