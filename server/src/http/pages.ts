import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

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
