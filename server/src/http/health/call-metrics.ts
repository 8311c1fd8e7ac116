import { Counter, Gauge, type Metric } from 'prom-client';
import type { Admission } from '../load/admission.ts';

/** What waits for its turn, and what was refused for want of one. */
export function callMetrics({ standing }: Pick<Admission, 'standing'>): Metric[] {
  const of = { labelNames: ['rank'], registers: [] };
  const waiting = new Gauge({
    ...of,
    name: 'calls_waiting',
    help: 'calls that wait for others to end',
    collect: () => {
      for (const [rank, { waiting: count }] of Object.entries(standing())) waiting.set({ rank }, count);
    },
  });
  const refused = new Counter({
    ...of,
    name: 'calls_refused_total',
    help: 'calls that could not begin in time and were sent away',
    collect: () => {
      refused.reset();
      for (const [rank, { refused: count }] of Object.entries(standing())) refused.inc({ rank }, count);
    },
  });
  return [waiting, refused];
}
