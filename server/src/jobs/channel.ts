import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Aedes, type AuthenticateError, type Client } from 'aedes';
import { createWebSocketStream, WebSocketServer } from 'ws';
import type { Locale } from '#protocol/codes.ts';

/** Whom a connection of the channel belongs to. */
export interface Listener {
  sid: string;
  company: number;
  user: number;
  /** `login_name@subname`, the only topic he may subscribe */
  topic: string;
  locale: Locale;
}

/** What a person hears: shown when it has a title; `data` says what to fetch anew. */
export interface LiveMessage {
  title: string;
  content: string;
  data: Record<string, unknown>;
}

export interface ChannelOptions {
  /** who a session id and its channel password are, while the session lives; else null. Given by main: the broker knows no sessions. */
  verify(sid: string, password: string): Promise<Listener | null>;
  /** connections at most (2,000); more are refused */
  most?: number;
}

/** The embedded MQTT broker on WebSocket at /mqtt. It only speaks: nobody publishes, everyone hears his own topic. */
export interface Channel {
  attach(server: Server): void;
  /** Sends to every connection of a person on this process; answers to how many. */
  send(company: number, user: number, message: (locale: Locale) => LiveMessage): number;
  isListening(company: number, user: number): boolean;
  readonly size: number;
  /** Asks again of every connection that fits whether its session still lives, and ends those that do not. */
  recheck(fits: (listener: Listener) => boolean): Promise<void>;
  close(): Promise<void>;
}

interface Seat {
  listener: Listener;
  password: string;
}
const LARGEST = 64 * 1024;
const ADDRESS = '/mqtt';

export async function openChannel({ verify, most = 2000 }: ChannelOptions): Promise<Channel> {
  const seats = new Map<Client, Seat>();
  const broker = await Aedes.createBroker({
    connectTimeout: 10_000,
    keepaliveLimit: 300,
    queueLimit: 50,
    maxClientsIdLength: 64,
    authenticate: (client, username, password, done) => {
      // an MQTT session that survives its connection would keep messages for nobody
      if (!client.clean || seats.size >= most) return done(denied(client.clean ? 3 : 2), false);
      const said = password?.toString() ?? '';
      verify(username ?? '', said).then(
        (listener) => {
          if (!listener) return done(denied(4), false);
          seats.set(client, { listener, password: said });
          done(null, true);
        },
        () => done(denied(3), false),
      );
    },
    authorizePublish: (_, __, done) => done(new Error('nobody publishes here')),
    authorizeSubscribe: (client, subscription, done) =>
      seats.get(client)?.listener.topic === subscription.topic ? done(null, subscription) : done(new Error('not your topic')),
  });
  broker.on('clientDisconnect', (client) => seats.delete(client));
  broker.on('clientError', (client) => client.close());
  broker.on('connectionError', (client) => client.close());
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LARGEST,
    perMessageDeflate: false,
    handleProtocols: (protocols) => (protocols.has('mqtt') ? 'mqtt' : false),
  });
  const of = (company: number, user: number) =>
    [...seats].filter(([, { listener }]) => listener.company === company && listener.user === user);
  return {
    attach: (server) => {
      server.on('upgrade', (request, socket, head) => upgrade(broker, sockets, request, socket, head));
    },
    send: (company, user, message) => {
      const mine = of(company, user);
      for (const [client, { listener }] of mine) {
        const payload = JSON.stringify(message(listener.locale));
        client.publish({ cmd: 'publish', topic: listener.topic, payload, qos: 1, dup: false, retain: false }, () => undefined);
      }
      return mine.length;
    },
    isListening: (company, user) => of(company, user).length > 0,
    get size() {
      return seats.size;
    },
    recheck: async (fits) => {
      for (const [client, { listener, password }] of [...seats]) {
        if (!fits(listener) || (await verify(listener.sid, password).catch(() => listener))) continue;
        seats.delete(client);
        client.close();
      }
    },
    close: async () => {
      for (const socket of sockets.clients) socket.terminate();
      await new Promise<void>((resolve) => broker.close(resolve));
    },
  };
}

function denied(code: number): AuthenticateError {
  return Object.assign(new Error('denied'), { returnCode: code });
}

/** A connection that is not for us is left to others, or ended where there are none. */
function upgrade(broker: Aedes, sockets: WebSocketServer, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  if (request.url?.split('?')[0] !== ADDRESS) return void socket.destroy();
  sockets.handleUpgrade(request, socket, head, (web) => {
    const stream = createWebSocketStream(web);
    stream.on('error', () => web.terminate());
    broker.handle(stream, request);
  });
}
