import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The client's own addresses (capex specification section 2), case-sensitive. All are the one page. */
const PAGES = ['/', '/login', '/setup', '/Home', '/main', '/main/*'];

/** The built client from `folder`: hashed assets are kept for a year, the page itself is asked for each time. */
export async function registerPages(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    wildcard: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  for (const page of PAGES) app.get(page, (_, reply) => reply.sendFile('index.html'));
}

/**
 * Whether a request for an address that is none is answered by the page, which says that it does not exist: a browser that opens an address
 * wants something to read. All else gets the envelope.
 */
export const wantsPage = (request: FastifyRequest, reply: FastifyReply): boolean =>
  request.method === 'GET' && typeof reply.sendFile === 'function' && takesHtml(request.headers.accept ?? '');

/** `text/html` is named, and not refused by `q=0`; that anything is taken (any type) is no wish for a page. */
const takesHtml = (accept: string): boolean =>
  accept.split(',').some((range) => {
    const [type, ...rest] = range.split(';').map((part) => part.trim().toLowerCase());
    return type === 'text/html' && !rest.some((part) => /^q=0(\.0{0,3})?$/.test(part));
  });
