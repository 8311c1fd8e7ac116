import { type AddressInfo, createServer } from 'node:net';
import { WebSocket } from 'ws';

/** A TCP port of loopback that carries its bytes to the live channel and back, for MQTT clients that speak no WebSocket. */
export async function openBridge(port: number): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((socket) => {
    const channel = new WebSocket(`ws://127.0.0.1:${port}/mqtt`, 'mqtt');
    channel.on('open', () => socket.on('data', (bytes) => channel.send(bytes)));
    channel.on('message', (bytes: Buffer) => socket.write(bytes));
    channel.on('close', () => socket.destroy());
    channel.on('error', () => socket.destroy());
    socket.on('close', () => channel.terminate());
    socket.on('error', () => channel.terminate());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
