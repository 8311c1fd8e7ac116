import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * A connection is answered before it is heard again. Node takes up what comes behind a request that is not answered yet (HTTP pipelining)
 * and gives its answer no socket: where the connection goes meanwhile it never hears of it, and all that was begun for it stays for good.
 * What comes too early is not begun: the connection ends with the answer before it, upon which a client sends again (RFC 9112, 9.3.2).
 */
export function oneAtATime(server: Server): void {
  const handlers = server.listeners('request') as RequestListener[];
  const answering = new WeakMap<Socket, { response: ServerResponse; isLast: boolean }>();
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const first = answering.get(socket);
    if (!first) {
      answering.set(socket, { response, isLast: false });
      for (const end of ['finish', 'close'] as const) response.once(end, () => answering.delete(socket));
      for (const handle of handlers) handle.call(server, request, response);
      return;
    }
    // what was read already is still parsed; nothing more is
    socket.pause();
    if (first.isLast) return;
    first.isLast = true;
    if (!first.response.headersSent) first.response.setHeader('connection', 'close');
    first.response.once('finish', () => socket.destroySoon());
  });
}
