import { type ClientSession, EYES_PATH, isLooking, keepSession, leaveSession, onSession, sessionState } from './session.ts';

type Message = { ask: true } | { give: ClientSession } | { end: 'choice' | 'away' };

/**
 * Tabs of one browser share the session without keeping it on disk: a new tab asks the open ones, its end is told to all. Resolves when
 * the session is known, at the latest after `patience` ms. A window that looks through somebody's eyes, or is about to, neither asks nor tells.
 */
export function shareSession(patience = 150): Promise<void> {
  if (typeof BroadcastChannel === 'undefined' || isLooking() || location.pathname === EYES_PATH) return Promise.resolve();
  const channel = new BroadcastChannel('fw.session');
  const send = (message: Message) => channel.postMessage(message);
  let last = sessionState().session?.token;
  onSession(() => {
    const { session: now, left } = sessionState();
    if (last && !now) send({ end: left ? 'choice' : 'away' });
    else if (now && now.token !== last && !left) send({ give: now });
    last = left ? undefined : now?.token;
  });
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, sessionState().session ? 0 : patience);
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      const { session, expired } = sessionState();
      if ('ask' in data && session && !expired) send({ give: session });
      if ('end' in data && session) {
        last = undefined;
        leaveSession(data.end === 'choice');
      }
      if ('give' in data && accepts(data.give)) {
        last = data.give.token;
        keepSession(data.give);
        clearTimeout(timer);
        resolve();
      }
    };
    if (!sessionState().session) send({ ask: true });
  });
}

/** Another tab's session is taken by a tab without one, and replaces one of the same person. */
function accepts(offered: ClientSession): boolean {
  const { session } = sessionState();
  return !session || session.user.id === offered.user.id;
}
