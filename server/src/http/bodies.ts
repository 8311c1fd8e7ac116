import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Busy } from './admission.ts';

/** Up to here a body is read from anybody, and not counted: every free call fits in it, and connections are bounded. */
export const SMALL = 16 * 1024;

/** Bytes of larger bodies, and of the values in them, that a process holds at once, being read, at work or not answered yet: of all, and of one person. */
const MOST = { all: 64 * 2 ** 20, ofOne: 16 * 2 ** 20 };

/** What a small value of JSON becomes in memory. */
const VALUE = 64;

export interface Bodies {
  /** Makes room for a body until its answer has gone out, or nobody hears it, and its work is done; Busy where there is none. */
  hold(person: string, bytes: number, request: FastifyRequest, reply: FastifyReply): void;
  /** Makes room for the values that a held body is about to become, for as long; Busy where there is none. */
  unfold(values: number, request: FastifyRequest): void;
  /** Says what the work on a body is: who hangs up leaves it in memory until then. */
  work<T>(request: FastifyRequest, at: Promise<T>): Promise<T>;
}

export function createBodies({ all, ofOne } = MOST): Bodies {
  const held = new Map<string, number>();
  const under = new WeakMap<FastifyRequest, { person: string; bytes: number }>();
  const works = new WeakMap<FastifyRequest, Promise<unknown>>();
  let sum = 0;
  const take = (person: string, bytes: number): void => {
    const his = held.get(person) ?? 0;
    if (sum + bytes > all || his + bytes > ofOne) throw new Busy();
    sum += bytes;
    held.set(person, his + bytes);
  };
  const release = ({ person, bytes }: { person: string; bytes: number }): void => {
    sum -= bytes;
    const left = held.get(person)! - bytes;
    if (left > 0) held.set(person, left);
    else held.delete(person);
  };
  return {
    hold: (person, bytes, request, reply) => {
      take(person, bytes);
      const one = { person, bytes };
      under.set(request, one);
      const over = () => release(one);
      finished(reply.raw, () => void Promise.resolve(works.get(request)).then(over, over));
    },
    unfold: (values, request) => {
      const one = under.get(request);
      if (!one) return;
      take(one.person, values * VALUE);
      one.bytes += values * VALUE;
    },
    work: (request, at) => {
      works.set(request, at);
      return at;
    },
  };
}

/** How much of a body may come, by its head: one that does not say may have no end. */
export const bytesAhead = ({ headers }: FastifyRequest): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Number.POSITIVE_INFINITY;
