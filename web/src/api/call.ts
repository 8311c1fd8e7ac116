import type { Envelope } from '#protocol/wire/envelope.ts';
import { MOST_TURNS, waitInLine } from './busy.ts';
import { reportDelay } from './delay.ts';
import { ApiError, networkError, remarkOf } from './error.ts';
import { type OpRef, refKey } from './op-ref.ts';
import { type ClientRequest, encodeForm } from './request.ts';
import { expireSession, isLooking, sessionState } from './session.ts';

export interface CallOptions {
  /** nobody is behind this call: it keeps no session alive, and its 401 asks nobody to sign in */
  background?: boolean;
  signal?: AbortSignal | undefined;
  /** codes besides 200 that are answers, not failures; 100, 102 and 343 where the caller handles them */
  accept?: readonly number[];
  /** asked when the server wants a confirmation (100); the call is sent again when it answers true (WIRE-11) */
  confirm?: (remark: string) => Promise<boolean>;
}

/**
 * One call of the wire. Answers the envelope of a success; throws ApiError for a refusal and when no answer came. An expired
 * session (401) waits until the person has signed in again, then the call is sent once more. What a busy server did not begin is sent
 * again by itself, unless nobody is behind it.
 */
export async function call<R extends OpRef>(op: R, request: ClientRequest<R>, options: CallOptions = {}): Promise<Answer> {
  // what the server refuses to who looks through somebody's eyes is not asked
  if (isLooking() && !op.eyes && !op.free) return refuse({ code: 312, remark: '$eyesOnly' } as Answer);
  const form = encodeForm(request as Record<string, unknown>);
  if (options.background) form.set('_bg', '1');
  for (let turn = 0; ; ) {
    const token = op.free && op.op !== 'Logout' ? undefined : sessionState().session?.token;
    const answer = await send(op, form, token, options.signal);
    if (answer.code === 401 && !op.free && !options.background) {
      await expireSession(token).catch(() => refuse(answer));
      continue;
    }
    if (isBusy(answer) && !options.background && turn < MOST_TURNS) {
      await waitInLine(turn, answer.retryAfter, options.signal);
      turn += 1;
      continue;
    }
    if (answer.code === 100 && options.confirm) {
      if (!(await options.confirm(remarkOf(answer)))) return refuse(answer);
      form.set('_confirm', '1');
      continue;
    }
    if (answer.code === 200 || options.accept?.includes(answer.code)) return answer;
    return refuse(answer);
  }
}

function refuse(answer: Answer): never {
  throw new ApiError(answer.code, remarkOf(answer), {
    said: answer.remark ?? '',
    ...(answer.data ? { data: answer.data } : {}),
    ...(answer.rows ? { rows: answer.rows } : {}),
    ...(answer.retryAfter ? { retryAfter: answer.retryAfter } : {}),
  });
}

/** What an op with bytes answers stands in `file`, not read yet. */
export type Answer = Envelope & { retryAfter?: number; file?: Response };

/** Nothing of the call was begun: any other 103 says no such thing. */
const isBusy = (answer: Answer): answer is Answer & { retryAfter: number } => answer.code === 103 && answer.retryAfter !== undefined;

async function send(op: OpRef, form: URLSearchParams, token: string | undefined, signal: AbortSignal | undefined): Promise<Answer> {
  const started = performance.now();
  let answer: Answer;
  try {
    const response = await fetch(refKey(op), {
      method: 'POST',
      body: form,
      headers: token ? { token } : {},
      credentials: 'same-origin',
      ...(signal ? { signal } : {}),
    });
    answer = response.headers.has('content-disposition')
      ? { code: 200, remark: '', duration: 0, file: response }
      : ((await response.json()) as Answer);
    const wait = Number(response.headers.get('retry-after'));
    if (wait > 0) answer.retryAfter = wait;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw networkError();
  }
  // ModifyPwd says it as text
  if (typeof answer?.code === 'string') answer.code = Number(answer.code) as Answer['code'];
  if (typeof answer?.code !== 'number') throw networkError();
  if (token && !isLooking() && !answer.file) reportDelay(op, performance.now() - started, answer.duration, token);
  return answer;
}
