import { connect, createServer, type Socket } from 'node:net';

/** A balancer of connections as simple as they come: asks each server for its health, and gives a new connection to one that is well. */
export interface Balancer {
  url: string;
  /** Changes the servers behind it. */
  serve(urls: readonly string[]): Promise<void>;
  close(): void;
}

export async function openBalancer(urls: readonly string[]): Promise<Balancer> {
  let behind = [...urls];
  let well = [...urls];
  let turn = 0;
  const look = async () => {
    const healthy = await Promise.all(
      behind.map((url) =>
        fetch(`${url}/health`).then(
          async (answer) => [url, answer.ok && (await answer.text()) !== ''] as const,
          () => [url, false] as const,
        ),
      ),
    );
    well = healthy.flatMap(([url, ok]) => (ok ? [url] : []));
  };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    turn += 1;
    const { hostname, port } = new URL(well[turn % well.length] ?? behind[0]!);
    const other = connect(Number(port), hostname);
    for (const [from, to] of [[client, other] as const, [other, client] as const]) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const asking = setInterval(() => void look(), 100);
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    serve: async (next) => {
      behind = [...next];
      await look();
    },
    close: () => {
      clearInterval(asking);
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
