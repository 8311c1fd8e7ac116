import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Busy } from './admission.ts';

/** Up to here a body is read from anybody, and not counted: every free call fits in it, and connections are bounded. */
export const SMALL = 16 * 1024;

/** Bytes of larger bodies that a process holds at once, being read or not answered yet: of all, and of one person. */
const MOST = { all: 64 * 2 ** 20, ofOne: 16 * 2 ** 20 };

/** Makes room for a body until its call is answered; Busy where there is none. */
export type HoldBody = (person: string, bytes: number, reply: FastifyReply) => void;

export function createBodies({ all, ofOne } = MOST): HoldBody {
  const held = new Map<string, number>();
  let sum = 0;
  return (person, bytes, reply) => {
    const his = held.get(person) ?? 0;
    if (sum + bytes > all || his + bytes > ofOne) throw new Busy();
    sum += bytes;
    held.set(person, his + bytes);
    finished(reply.raw, () => {
      sum -= bytes;
      const left = held.get(person)! - bytes;
      if (left > 0) held.set(person, left);
      else held.delete(person);
    });
  };
}

/** How much of a body may come, by its head: one that does not say may have no end. */
export const bytesAhead = ({ headers }: FastifyRequest): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Number.POSITIVE_INFINITY;
