import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Whether this server was told to stop. While it leaves it answers everybody, but each answer is the last of its connection. */
export interface Leaving {
  begun: boolean;
}

/** A caller who keeps his connection would meet its end in the middle of the next request: he is told with the answer before. */
export function lastAnswers(leaving: Leaving): (app: FastifyInstance) => void {
  return (app) => {
    app.addHook('onSend', (_, reply, __, done) => {
      if (leaving.begun) reply.header('connection', 'close');
      done();
    });
  };
}

export interface Departure {
  /** How long callers have to hear of it, in milliseconds: balancers from /health, others from `connection: close`. */
  noticeMs: number;
  /** Whether new connections are taken meanwhile; not where another process takes them on the same port. */
  accepting: boolean;
  /** Requests under way are cut off after this time. */
  withinMs: number;
}

/**
 * Stops taking connections, lets every request under way finish, and ends connections only where none is. `stopped` ends what runs
 * beside them. Answers whether none was cut off and all of that ended in order.
 */
export async function depart(
  server: Server,
  { noticeMs, accepting, withinMs }: Departure,
  stopped: () => Promise<unknown>,
): Promise<boolean> {
  if (accepting) await sleep(noticeMs);
  const ended = new Promise<boolean>((resolve) => {
    // http's own close would end idle connections at once, with the next request perhaps on its way.
    NetServer.prototype.close.call(server, () => resolve(true));
  });
  // Heard at once: a failure that waits for the requests would end the process, and them with it.
  const others = stopped().then(
    () => true,
    () => false,
  );
  if (!accepting) await Promise.race([ended, sleep(noticeMs)]);
  server.closeIdleConnections();
  const whole = await Promise.race([ended, sleep(withinMs, false)]);
  if (!whole) server.closeAllConnections();
  return (await others) && whole;
}
