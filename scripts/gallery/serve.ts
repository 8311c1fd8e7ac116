import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';

const root = new URL('../..', import.meta.url).pathname;

export interface Served {
  url: string;
  close: () => Promise<void>;
}

/** The gallery from its sources, on loopback; it is no part of what is delivered. */
export async function serve(port: number): Promise<Served> {
  const server = await createServer({
    configFile: false,
    root: join(root, 'web/gallery'),
    cacheDir: join(root, '.cache/gallery-vite'),
    plugins: [react()],
    logLevel: 'warn',
    server: { host: '127.0.0.1', port, strictPort: port !== 0, fs: { allow: [root] } },
  });
  await server.listen();
  return { url: server.resolvedUrls!.local[0]!, close: () => server.close() };
}
