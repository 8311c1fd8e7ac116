import { type Code, Refusal } from '#protocol/codes.ts';

interface DriverError extends Error {
  code?: string;
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
const LOST_TEXT = /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/;

/** Turns an error of the driver into a refusal without its text; the error itself stays as `cause` for the log. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const refusal = new Refusal(codeOf(error as DriverError));
  refusal.cause = error;
  return refusal;
}

function codeOf(error: DriverError): Code {
  const state = String(error?.code ?? '');
  const known = STATES[state];
  if (known) return known;
  return state.startsWith('08') || LOST.has(state) || LOST_TEXT.test(String(error?.message)) ? 103 : 331;
}

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
