import type { FastifyBaseLogger } from 'fastify';
import { Histogram } from 'prom-client';

/** What callers report of slow calls (WIRE-12): a line of the process log each, and a measure of them all, which names no call and nobody. */
export function delayMeter(log: FastifyBaseLogger | false): { metric: Histogram; tell(call: { ms: number }): void } {
  const metric = new Histogram({
    name: 'client_delay_seconds',
    help: 'how much longer than the server a call took its caller, where that was more than a second',
    buckets: [1, 2.5, 5, 10, 30, 60],
    registers: [],
  });
  return {
    metric,
    tell: (slow) => {
      metric.observe(slow.ms / 1_000);
      if (log) log.info({ slow }, 'slow for its caller');
    },
  };
}
