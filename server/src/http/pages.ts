import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The client's own addresses (capex specification section 2), case-sensitive. All are the one page. */
const PAGES = [
  ...['/', '/login', '/setup', '/register', '/enter', '/forgot', '/eyes', '/password'],
  ...['/Home', '/EI', '/main', '/main/*'],
];

/** What the installation says to the page, which must know it before it can ask anything: attributes of its root. */
export interface PageFacts {
  /** `browser`: who has not chosen a language reads that of his browser, not Chinese */
  locale?: 'zh_CN' | 'browser';
}

/** Answers with the page, or with 304 to who has it. */
type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** The built client's page from `folder`, asked for each time; that of /EI names its files (scripts/ahead). Null where nothing was built. */
export async function loadPage(folder: string, { locale = 'zh_CN' }: PageFacts): Promise<SendPage | null> {
  const page = await pageOf(join(folder, 'index.html'), locale);
  if (!page) return null;
  const leader = await pageOf(join(folder, 'EI.html'), locale);
  return (request, reply) => {
    const { html, etag } = (request.routeOptions.url === '/EI' && leader) || page;
    reply.headers({ 'cache-control': 'no-cache', etag });
    if (request.headers['if-none-match'] === etag && reply.statusCode === 200) return reply.code(304).send();
    return reply.type('text/html; charset=utf-8').send(html);
  };
}

async function pageOf(file: string, locale: string): Promise<{ html: string; etag: string } | null> {
  if (!existsSync(file)) return null;
  const html = (await readFile(file, 'utf8')).replace('<html', `<html data-locale="${locale}"`);
  return { html, etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"` };
}

/** The page at its addresses, and its assets: these have hashes for names and are kept for a year. */
export async function registerPages(app: FastifyInstance, folder: string, sendPage: SendPage): Promise<void> {
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
  for (const page of PAGES) app.get(page, sendPage);
}

/**
 * Whether a request for an address that is none is answered by the page, which says that it does not exist: a browser that opens an address
 * wants something to read. All else gets the envelope.
 */
export const wantsPage = ({ method, headers }: FastifyRequest): boolean => method === 'GET' && takesHtml(headers.accept ?? '');

/** `text/html` is named, and not refused by `q=0`; that anything is taken (any type) is no wish for a page. */
const takesHtml = (accept: string): boolean =>
  accept.split(',').some((range) => {
    const [type, ...rest] = range.split(';').map((part) => part.trim().toLowerCase());
    return type === 'text/html' && !rest.some((part) => /^q=0(\.0{0,3})?$/.test(part));
  });
