import { asApiError } from './error.ts';
import { newRid } from './rid.ts';

/** Sends a request for `what`; where one for the same was not answered, just that again. */
export type Once = <Request extends object, Answer>(
  what: object,
  request: Request,
  send: (request: Request & { _rid: string }) => Promise<Answer>,
) => Promise<Answer>;

/**
 * What is pressed again because no answer came is the same request, whatever has been read since, and done once (R5). A refusal is an answer; what was
 * too busy, or away, may have done it.
 */
export function createOnce(): Once {
  const unanswered = new Map<string, object>();
  return async (what, request, send) => {
    const key = JSON.stringify(what);
    const sent = (unanswered.get(key) ?? { ...request, _rid: newRid() }) as typeof request & { _rid: string };
    unanswered.set(key, sent);
    try {
      const answer = await send(sent);
      unanswered.delete(key);
      return answer;
    } catch (failure) {
      const { network, code } = asApiError(failure);
      if (!network && code !== 103) unanswered.delete(key);
      throw failure;
    }
  };
}
