import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, type Metric, Registry } from 'prom-client';
import { cacheBytes } from '#server/cache/cache.ts';

export interface HealthOptions {
  /** Throws when the server cannot do its work, for instance when the database does not answer. */
  check: () => Promise<unknown>;
  /** Whether it works, but calls were refused lately because something took too long. */
  strained?: () => boolean;
  /** Whether it was told to stop: a balancer sends its callers elsewhere. */
  leaving?: () => boolean;
  /** Opens `/metrics` to who is not on the machine itself; absent: to nobody. */
  metricsKey?: string | undefined;
  /** what else is measured */
  metrics?: readonly Metric[];
}

/** Both are free of sign-in: asked a thousand times a second they still look only once in this time. */
const FRESH_MS = 1_000;

/**
 * `/health`: 200 `{"status":"ok"}` or `degraded`, 503 `unavailable` or `leaving`, no detail. `/metrics`: Prometheus text of this
 * process, routes without ops or data, for who asks on the machine itself or has the key; for others it is not there.
 */
export function health({
  check,
  strained = () => false,
  leaving = () => false,
  metricsKey,
  metrics = [],
}: HealthOptions): (app: FastifyInstance) => void {
  const isWell = fresh(() =>
    check().then(
      () => true,
      () => false,
    ),
  );
  const { registry, took } = measures(metrics);
  const text = fresh(() => registry.metrics());

  return (app) => {
    app.addHook('onResponse', (request, reply, done) => {
      took(request.routeOptions.url ?? 'unknown', reply.statusCode, reply.elapsedTime / 1_000);
      done();
    });
    app.get('/health', { logLevel: 'silent' }, async (_, reply) => {
      const status = leaving() ? 'leaving' : !(await isWell()) ? 'unavailable' : strained() ? 'degraded' : 'ok';
      return reply
        .code(status === 'ok' || status === 'degraded' ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({ status });
    });
    app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
      if (!isOnMachine(request) && !hasKey(request, metricsKey)) return reply.callNotFound();
      return reply
        .type(registry.contentType)
        .header('cache-control', 'no-store')
        .send(await text());
    });
  };
}

/** What is measured of a process; `took` hears how long an answer took. */
function measures(metrics: readonly Metric[]): { registry: Registry; took(route: string, status: number, s: number): void } {
  const registry = new Registry();
  for (const metric of metrics) registry.registerMetric(metric);
  collectDefaultMetrics({ register: registry });
  // whoever asks, asks without signing in: which Node this is concerns nobody
  registry.removeSingleMetric('nodejs_version_info');
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'time from request to answer',
    labelNames: ['route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const faults = new Counter({ name: 'http_faults_total', help: 'answers with a status of 500 or more, but 503', registers: [registry] });
  const caches = new Gauge({
    name: 'cache_bytes',
    help: 'what the entries of a cache weigh, about',
    labelNames: ['cache'],
    registers: [registry],
    collect: () => {
      for (const [cache, bytes] of Object.entries(cacheBytes())) caches.set({ cache }, bytes);
    },
  });
  const known = new Map<string, ReturnType<typeof seconds.labels>>();
  const secondsOf = (route: string, status: number) => {
    const key = `${status} ${route}`;
    const of = known.get(key) ?? seconds.labels({ route, status: String(status) });
    known.set(key, of);
    return of;
  };
  return {
    registry,
    took: (route, status, s) => {
      secondsOf(route, status).observe(s);
      if (status >= 500 && status !== 503) faults.inc();
    },
  };
}

/** A proxy speaks for somebody else, trusted or not: what it passes on is not from here. */
const PASSED_ON = /^(x-forwarded-.*|x-real-ip|forwarded|via)$/;
const isOnMachine = ({ socket, headers }: FastifyRequest): boolean =>
  /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/i.test(socket.remoteAddress ?? '') && !Object.keys(headers).some((name) => PASSED_ON.test(name));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const hasKey = ({ headers }: FastifyRequest, key: string | undefined): boolean =>
  key !== undefined && timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${key}`));

/** Asks again only when the last answer is older than FRESH_MS; who asks meanwhile shares one question. */
function fresh<T>(ask: () => Promise<T>): () => Promise<T> {
  let at = Number.NEGATIVE_INFINITY;
  let answer: Promise<T> | undefined;
  return () => {
    if (!answer || performance.now() - at > FRESH_MS) {
      at = performance.now();
      answer = ask();
    }
    return answer;
  };
}
