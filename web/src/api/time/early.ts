import type { Envelope } from '#protocol/wire/envelope.ts';
import { call } from '../call.ts';
import { type OpRef, refKey } from '../op-ref.ts';
import type { ClientRequest } from '../request.ts';
import { sessionState } from '../session.ts';

/** What was asked before the page that shows it was there, for the session that was known then. */
interface Early {
  key: string;
  token: string | undefined;
  at: number;
  answer: Promise<Envelope>;
}
let asked: readonly Early[] = [];

/** ms for which an answer waits for its page: a later one asks itself. */
const WAITS = 10_000;

const keyOf = (op: OpRef, request: unknown): string => `${refKey(op)} ${JSON.stringify(request)}`;

/** Asks ahead of a page whose scripts are still on their way; it takes the answer, whatever that is, in place of asking itself. */
export function askEarly<R extends OpRef>(op: R, request: ClientRequest<R>): Promise<Envelope> {
  const answer = call(op, request);
  // said where it is taken
  answer.catch(() => undefined);
  asked = [...asked, { key: keyOf(op, request), token: sessionState().session?.token, at: Date.now(), answer }];
  return answer;
}

/** The answer to this very request, once, by the session that asked it; null where nobody did, or too long ago. */
export function takeEarly<R extends OpRef>(op: R, request: ClientRequest<R>): Promise<Envelope> | null {
  if (asked.length === 0) return null;
  const key = keyOf(op, request);
  const found = asked.find((each) => each.key === key);
  asked = asked.filter((each) => each !== found);
  const isTheirs = found !== undefined && found.token === sessionState().session?.token && Date.now() - found.at < WAITS;
  return isTheirs ? found.answer : null;
}
