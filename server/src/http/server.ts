import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import multipart from '@fastify/multipart';
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { Refusal } from '#protocol/codes.ts';
import { type Api, refuse, registerApi } from './api.ts';
import { STATUS_CODES as CODES_OF, envelope } from './envelope.ts';
import { HEADERS, HSTS } from './headers.ts';
import { boundConnections, MOST_CONNECTIONS } from './load/connections.ts';
import { oneAtATime } from './load/one-at-a-time.ts';
import { PATIENCE, type Patience, serverOptions } from './load/patience.ts';
import { registerOpenApi } from './openapi.ts';
import { loadPage, type PageFacts, registerPages, wantsPage } from './pages.ts';

export interface ServerOptions extends PageFacts {
  api: Api;
  /** folder of the built client */
  web: string;
  logger: FastifyBaseLogger | false;
  /** addresses and networks (CIDR) of reverse proxies: X-Forwarded-For and -Proto count from these, and from nobody else */
  trustedProxies?: readonly string[];
  /** largest body of a call in bytes; files have a limit of their own */
  bodyLimit?: number;
  /** how long clients are waited for (PATIENCE) */
  patience?: Patience;
  /** connections of this process at most (MOST_CONNECTIONS); an address that is no trusted proxy has a quarter of them */
  mostConnections?: number;
  /** further plugins: health and metrics, the channel; first, so that their hooks see every answer */
  plugins?: readonly ((app: FastifyInstance) => Promise<void> | void)[];
}

/** The HTTP server, not yet listening. Answers an envelope to everything but pages, files and the machine's own addresses. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const patience = options.patience ?? PATIENCE;
  const app = fastify({
    ...(options.logger === false ? { logger: false } : { loggerInstance: discreet(options.logger) }),
    logController: new LogController({ disableRequestLogging: true }),
    // requests are not logged, so none needs a logger that knows its number
    childLoggerFactory: (log, of, options) => (options.level ? log.child(of, options) : log),
    trustProxy: options.trustedProxies?.length ? [...options.trustedProxies] : false,
    bodyLimit: options.bodyLimit ?? 2 * 1024 * 1024,
    keepAliveTimeout: 72_000,
    ...serverOptions(patience),
    clientErrorHandler: answerGarbage,
    // an address that no hook ever sees
    frameworkErrors: (_, __, reply) => void notFound(reply.headers(BARE)),
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, ignoreDuplicateSlashes: false, maxParamLength: 200 },
    return503OnClosing: true,
  });
  oneAtATime(app.server);
  boundConnections(app.server, {
    most: options.mostConnections ?? MOST_CONNECTIONS,
    trustedProxies: options.trustedProxies ?? [],
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(HEADERS);
    if (request.protocol === 'https') reply.header('strict-transport-security', HSTS);
    done();
  });
  app.setErrorHandler((error, request, reply) => answerFault(app, error, request, reply));
  // a body is read by the calls alone
  app.removeAllContentTypeParsers();
  const sendPage = await loadPage(options.web, options);
  app.setNotFoundHandler((request, reply) => (sendPage && wantsPage(request) ? sendPage(request, reply.code(404)) : notFound(reply)));
  for (const plugin of options.plugins ?? []) await plugin(app);
  await app.register(async (scope) => {
    scope.addHook('onRequest', (_, reply, done) => {
      reply.header('cache-control', 'no-store');
      done();
    });
    await scope.register(multipart, { throwFileSizeLimit: false });
    registerApi(scope, options.api, patience);
    registerOpenApi(
      scope,
      [...options.api.ops.values()].map((op) => op.def),
    );
  });
  if (sendPage) await registerPages(app, options.web, sendPage);
  return app;
}

const notFound = (reply: FastifyReply): FastifyReply => reply.code(404).send(envelope({ code: 403 }, process.hrtime.bigint()));

const BARE = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store', 'content-security-policy': "default-src 'none'" };

/** What is no HTTP at all, or comes too slowly: answered where that is still possible, then cut. */
function answerGarbage(error: Error & { code?: string }, socket: Socket): void {
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400;
  const body = JSON.stringify(envelope({ code: 317 }, process.hrtime.bigint()));
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    'x-content-type-options: nosniff',
    'cache-control: no-store',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  if (socket.writable && error.code !== 'ECONNRESET') socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}

function answerFault(app: FastifyInstance, error: unknown, request: FastifyRequest, reply: FastifyReply): unknown {
  const started = process.hrtime.bigint();
  if (error instanceof Refusal) return refuse(request, reply, error, started);
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  const code = CODES_OF[status];
  if (code) return reply.code(status).send(envelope({ code }, started));
  const left = (error as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE';
  if (left) app.log.info('a reader went away before the end of his file');
  else app.log.error({ err: error }, 'a fault of ours');
  return reply.code(status < 500 ? 400 : 200).send(envelope({ code: status < 500 ? 317 : 306 }, started));
}

/** The headers of a request hold a token: what a library logs of them, however finely, is left out (E20). */
const discreet = (logger: FastifyBaseLogger): FastifyBaseLogger =>
  logger.child({}, { redact: { paths: ['headers', '*.headers', 'token', '*.token'], remove: true } });
