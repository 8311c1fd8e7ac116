import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** How long the server waits for a client, in milliseconds (F4). */
export interface Patience {
  /** for the head of a request, from its first byte; of the first one of a connection, from when it was opened */
  head: number;
  /** for the whole body of a call; an upload has `upload` */
  body: number;
  upload: number;
  /** for the next byte, in either direction; not while the call itself is at work */
  silence: number;
}
export const PATIENCE: Patience = { head: 10_000, body: 20_000, upload: 900_000, silence: 25_000 };

/** What Node watches by itself. */
export const serverOptions = ({ head, upload, silence }: Patience) => ({
  connectionTimeout: silence,
  requestTimeout: upload,
  http: { headersTimeout: head, connectionsCheckingInterval: Math.min(1_000, head) },
});

/** Ends a connection whose body does not come; to be called when the head is there. */
export function awaitBody(request: IncomingMessage, within: number): void {
  const timer = setTimeout(() => request.destroy(), within).unref();
  for (const end of ['end', 'close'] as const) request.once(end, () => clearTimeout(timer));
}

/** Runs the work of a call without counting the client's silence meanwhile: he has said everything. */
export async function whileAtWork<T>(request: IncomingMessage, silence: number, work: () => Promise<T>): Promise<T> {
  const socket = request.socket as Partial<Pick<Socket, 'setTimeout'>> | undefined;
  socket?.setTimeout?.(0);
  try {
    return await work();
  } finally {
    socket?.setTimeout?.(silence);
  }
}
