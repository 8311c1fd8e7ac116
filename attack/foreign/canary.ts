import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/**
 * A server with the two holes that every scanner must find, beside the one under attack: SQL put together from text, and a page that
 * says back what it was told. It proves that a scan which finds nothing could have found something. It stands on a database of the test.
 */
export async function openCanary(url: string): Promise<{ port: number; close(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  const server = createServer(async (request, response) => {
    const asked = new URL(request.url ?? '/', 'http://canary');
    const word = asked.searchParams.get('q') ?? new URLSearchParams(await bodyOf(request)).get('q') ?? '';
    if (asked.pathname === '/page') {
      response.setHeader('content-type', 'text/html');
      return response.end(`<html><body><form action="/page"><input name="q" value="${word}"></form><p>${word}</p></body></html>`);
    }
    const { rows } = await pool
      .query(`select id from app.project where key_name = '${word}' limit 5`)
      .catch((error) => ({ rows: [String(error)] }));
    response.setHeader('content-type', 'application/json');
    return response.end(JSON.stringify({ code: 200, rows }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await pool.end();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += part;
  return text;
}
