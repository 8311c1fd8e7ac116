/** A process of its own: opens a live channel for each listener that it is told on its standard input, and says what it heard. */
import { readFileSync } from 'node:fs';
import mqtt from 'mqtt';

interface Listener {
  username: string;
  password: string;
  topic: string;
  address: string;
}
const { port, listeners } = JSON.parse(readFileSync(0, 'utf8')) as { port: number; listeners: Listener[] };
const met = { open: 0, heard: 0, closed: 0 };

for (const [at, { username, password, topic, address }] of listeners.entries()) {
  // ten a millisecond would be a storm that no office makes
  await new Promise((resolve) => setTimeout(resolve, 3));
  const client = mqtt.connect(`ws://127.0.0.1:${port}/mqtt`, {
    ...{ username, password, clientId: `crowd${at}`, clean: true, keepalive: 60, protocolVersion: 4, reconnectPeriod: 5_000 },
    wsOptions: { headers: { 'x-forwarded-for': address } },
  });
  client.on('connect', () => {
    met.open += 1;
    client.subscribe(topic, { qos: 1 });
    if (met.open === listeners.length) process.stdout.write('all are open\n');
  });
  client.on('close', () => {
    met.closed += 1;
  });
  client.on('error', () => undefined);
  client.on('message', () => {
    met.heard += 1;
  });
}
process.on('SIGTERM', () => {
  process.stdout.write(`${JSON.stringify(met)}\n`);
  process.exit(0);
});
