import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that may wait behind one that is not answered yet; one more ends the connection with that answer. */
const MOST_WAITING = 8;

/** What came on a connection and is not begun, oldest first. */
interface Standing {
  waiting: [IncomingMessage, ServerResponse][];
  isLast: boolean;
}

/**
 * A connection is answered before it is heard again. Node takes up what comes behind a request that is not answered yet (HTTP pipelining)
 * and gives its answer no socket: where the connection goes meanwhile it never hears of it, and all that was begun for it stays for good.
 * Here it waits, unbegun and unread, until the answer before it is out.
 */
export function oneAtATime(server: Server): void {
  const handlers = server.listeners('request') as RequestListener[];
  const standing = new WeakMap<Socket, Standing>();
  const begin = (socket: Socket, request: IncomingMessage, response: ServerResponse): void => {
    response.once('finish', () => {
      const here = standing.get(socket);
      const next = here?.waiting.shift();
      if (!here || !next || here.isLast || !socket.writable) {
        standing.delete(socket);
        if (here?.isLast) socket.destroySoon();
        return;
      }
      if (here.waiting.length === 0) socket.resume();
      begin(socket, ...next);
    });
    for (const handle of handlers) handle.call(server, request, response);
  };
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const here = standing.get(socket);
    if (!here) {
      standing.set(socket, { waiting: [], isLast: false });
      return begin(socket, request, response);
    }
    // what was read already is still parsed; nothing more is
    socket.pause();
    if (here.waiting.length < MOST_WAITING) here.waiting.push([request, response]);
    else here.isLast = true;
  });
}
