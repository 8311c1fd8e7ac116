import { type Code, Refusal } from '#protocol/codes.ts';

interface DriverError extends Error {
  code?: string;
  detail?: string;
  constraint?: string;
  routine?: string;
}

/** What the database says and how the wire hears it; all else is 331. Classes are the first two letters of SQLSTATE. */
const STATES: Record<string, Code> = {
  '23505': 310,
  '55P03': 103,
  '57014': 103,
  '40001': 103,
  '40P01': 103,
  '53300': 103,
  '57P01': 103,
  '57P02': 103,
  '57P03': 103,
  '57P05': 103,
  '25P03': 103,
  '22021': 317,
  '22P05': 317,
};
const LOST = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN']);
const LOST_TEXT =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|Query read timeout|timeout expired|after calling end on the pool/;
/** No answer at all, where an answer or a refusal was due: the network swallows what is sent, or the other side is stopped. */
const SILENT_TEXT = /Query read timeout|timeout expired|connection timeout/;
/** Waited in vain: for a connection, a lock, the end of a statement. */
const LATE = new Set(['55P03', '57014', '53300']);
const LATE_TEXT = /timeout exceeded when trying to connect|Query read timeout|connection timeout/;
/** The server ends this connection. */
const ENDED = new Set(['57P01', '57P02', '57P03', '57P05', '25P03']);

/** Turns an error of the driver into a refusal without its text; the error itself stays as `cause` for the log. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const refusal = isSeatless(error)
    ? new Refusal(307, '$users_full', { max: Number(error.detail) })
    : isFull(error)
      ? new Refusal(331, '$disk_full')
      : new Refusal(codeOf(error as DriverError), isAway(error) ? '$away' : '');
  refusal.cause = error;
  return refusal;
}

/** Of a trigger of ours (signin/migrations.ts): more active people than their company's licence allows. */
const isSeatless = (error: unknown): error is DriverError => (error as DriverError | null)?.code === 'FW307';

function codeOf(error: DriverError): Code {
  return STATES[String(error?.code ?? '')] ?? (isLost(error) ? 103 : 331);
}

/** The connection is of no more use: it broke, the server ended it, or nothing came back in time and something may still come. */
export function isLost(error: unknown): boolean {
  const { code, message } = (causeOf(error) as DriverError) ?? {};
  const state = String(code ?? '');
  return state.startsWith('08') || LOST.has(state) || ENDED.has(state) || LOST_TEXT.test(String(message));
}

/** Nobody was there to answer, and may be soon: no word of what took too long, which would again. */
const isAway = (error: unknown): boolean => isLost(error) && !isSilence(error);

/** The database's disk has no room left. */
export function isFull(error: unknown): boolean {
  return (causeOf(error) as DriverError)?.code === '53100';
}

/** Nothing came back in time, not even a refusal. */
export function isSilence(error: unknown): boolean {
  return SILENT_TEXT.test(String((causeOf(error) as DriverError)?.message));
}

/** It took too long, here or there. */
export function isLate(error: unknown): boolean {
  const { code, message } = (causeOf(error) as DriverError) ?? {};
  return LATE.has(String(code)) || LATE_TEXT.test(String(message));
}

/** A statement that took too long, on a connection that is as good as before: nothing that waited for a connection. */
export const isSlow = (error: unknown): boolean =>
  isLate(error) && !isLost(error) && (causeOf(error) as DriverError | null)?.code !== '53300';

/** Serialisation failures, deadlocks and outdated plans: the database asks to run the same again. */
export function isTransient(error: unknown): boolean {
  const state = (causeOf(error) as DriverError)?.code;
  return state === '40001' || state === '40P01' || isOutdatedPlan(error);
}

/** A prepared statement whose tables changed their columns meanwhile. */
export function isOutdatedPlan(error: unknown): boolean {
  const { code, routine } = (causeOf(error) as DriverError) ?? {};
  return code === '0A000' && routine === 'RevalidateCachedQuery';
}

/** The constraint that a refused statement broke, for those who name the field (310). */
export function constraintOf(error: unknown): string | undefined {
  return (causeOf(error) as DriverError)?.constraint;
}

function causeOf(error: unknown): unknown {
  return error instanceof Refusal ? error.cause : error;
}
