import { finished, type Readable, Transform } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Busy } from './admission.ts';
import { createPace } from './pace.ts';

/** Up to here a body is read from anybody, and not counted: every free call fits in it, and connections are bounded. */
export const SMALL = 16 * 1024;

/** Bytes of larger bodies, and of the values in them, that a process holds at once, being read, at work or not answered yet: of all, and of one person. */
const MOST = { all: 64 * 2 ** 20, ofOne: 16 * 2 ** 20 };

/** What a small value of JSON becomes in memory. */
const VALUE = 64;

export interface Bodies {
  /**
   * The body of a person, as it comes: each part takes room until the answer has gone out, or nobody hears it, and its work is done. Where
   * there is none for a part it fails with Busy, gives back what it had, and the rest is thrown away as it comes.
   */
  read(person: string, body: Readable, request: FastifyRequest, reply: FastifyReply): Readable;
  /** Takes a body that was read apart: a large one when it is its person's turn, since it takes the loop before its call has a place in the line. */
  apart<T>(request: FastifyRequest, work: () => T): Promise<T>;
  /** Makes room for the values that a body which was read is about to become, for as long; Busy where there is none. */
  unfold(values: number, request: FastifyRequest): void;
  /** Says what the work on a body is: who hangs up leaves it in memory until then. */
  work<T>(request: FastifyRequest, at: Promise<T>): Promise<T>;
}

interface Held {
  person: string;
  reader: FastifyReply['raw'];
  bytes: number;
}

export function createBodies({ all, ofOne } = MOST): Bodies {
  const people = new Map<string, number>();
  const under = new WeakMap<FastifyRequest, Held>();
  const works = new WeakMap<FastifyRequest, Promise<unknown>>();
  const paced = createPace();
  let sum = 0;
  // nobody holds more than stays free: however many fill the room, who comes next finds some
  const take = (one: Held, bytes: number): void => {
    const his = (people.get(one.person) ?? 0) + bytes;
    if (his > Math.min(ofOne, all - sum - bytes)) throw new Busy();
    sum += bytes;
    one.bytes += bytes;
    people.set(one.person, his);
  };
  const release = (one: Held): void => {
    const left = (people.get(one.person) ?? 0) - one.bytes;
    sum -= one.bytes;
    one.bytes = 0;
    if (left > 0) people.set(one.person, left);
    else people.delete(one.person);
  };
  return {
    read: (person, body, request, reply) => {
      const one: Held = { person, reader: reply.raw, bytes: 0 };
      under.set(request, one);
      const over = () => release(one);
      finished(reply.raw, () => void Promise.resolve(works.get(request)).then(over, over));
      return counted(body, (bytes) => take(one, bytes), over);
    },
    apart: async (request, work) => {
      const one = under.get(request);
      return one ? paced(one.person, one.reader, work) : work();
    },
    unfold: (values, request) => {
      const one = under.get(request);
      if (one) take(one, values * VALUE);
    },
    work: (request, at) => {
      works.set(request, at);
      return at;
    },
  };
}

/** What comes, after `take` has heard how much of it; what it refuses ends it, and the rest of what comes is read to nobody. */
function counted(body: Readable, take: (bytes: number) => void, over: () => void): Readable {
  const parts = new Transform({
    transform: (part: Buffer, _, done) => {
      try {
        take(part.length);
        done(null, part);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  parts.once('error', () => {
    over();
    body.unpipe(parts);
    body.resume();
  });
  body.once('error', (error) => parts.destroy(error));
  return body.pipe(parts);
}

/** How much of a body may come, by its head: one that does not say may have no end. */
export const bytesAhead = ({ headers }: FastifyRequest): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Number.POSITIVE_INFINITY;
