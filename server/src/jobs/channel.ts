import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Aedes, type AuthenticateError, type Client } from 'aedes';
import { createWebSocketStream, type WebSocket, WebSocketServer } from 'ws';
import type { Locale } from '#protocol/codes.ts';
import { type Followed, followPackets } from './packets.ts';
import { createSeats, type Seats } from './seats.ts';
import { createSilent, type Origin, type Silent } from './silent.ts';

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
  /** where a connection comes from: main knows proxies and devices */
  callerOf(request: IncomingMessage): Origin;
  /** people's connections at most (2,000), and of one person (20); more are refused */
  most?: number;
  mostOfOne?: number;
  /** connections at most (1,000) that have not said yet whose they are, and of one address (50) */
  mostSilent?: number;
  mostSilentOfOne?: number;
}

/** The embedded MQTT broker on WebSocket at /mqtt. It only speaks: nobody publishes, everyone hears his own topic. */
export interface Channel {
  attach(server: Server): void;
  /** Sends to every connection of a person on this process; answers to how many. */
  send(company: number, user: number, message: (locale: Locale) => LiveMessage): number;
  /** Sends the same to every connection on this process that fits. */
  announce(message: LiveMessage, fits: Fits): void;
  isListening(company: number, user: number): boolean;
  readonly size: number;
  /** how many have not said yet whose they are */
  readonly silent: number;
  /** Asks again of every connection that fits whether its session still lives, and ends those that do not; the others follow its language. */
  recheck(fits: Fits): Promise<void>;
  /** Tells every client that the server goes, and ends. */
  close(): Promise<void>;
}

const FAREWELL_MS = 1_000;
const LARGEST = 64 * 1024;
/** pieces of a message: a page sends each as one */
const MOST_PIECES = 16;
const NOTHING = new Uint8Array();
const ADDRESS = '/mqtt';

/** Whether somebody is of those of whom is asked again. */
type Fits = (listener: Listener) => boolean;

/** Who is connected: over what, and whose he is once he has said it. */
interface Hall {
  seats: Seats<Listener & { password: string }>;
  silent: Silent;
  /** of each connection whose session is being read: of whom was asked again since that began */
  proving: Set<Fits[]>;
  socketOf: WeakMap<object, WebSocket>;
  packetsOf: WeakMap<object, Followed>;
  isFull(): boolean;
  hasRoomFor(listener: Listener): boolean;
}

/** Who keeps his side open after the answer keeps no socket of ours by it. */
function refuse(socket: Duplex, refused: string): void {
  socket.end(`HTTP/1.1 ${refused}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`, () => socket.destroy());
}

export async function openChannel(options: ChannelOptions): Promise<Channel> {
  const hall = openHall(options);
  const { seats, silent } = hall;
  const broker = await openBroker(hall, options.verify);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LARGEST,
    maxFragments: MOST_PIECES,
    perMessageDeflate: false,
    handleProtocols: (protocols) => (protocols.has('mqtt') ? 'mqtt' : false),
  });
  return {
    attach: (server) => {
      server.on('upgrade', (request, socket, head) => {
        // node listens no more for errors of what it hands over: one that nobody takes ends the process
        socket.on('error', () => socket.destroy());
        const refused = refusal(request, hall.isFull());
        if (refused) return refuse(socket, refused);
        sockets.handleUpgrade(request, socket, head, (web) => broker.handle(streamOf(hall, web, options.callerOf(request)), request));
      });
    },
    send: (company, user, message) => {
      const mine = seats.of(company, user);
      for (const [client, { topic, locale }] of mine) say(hall, client, topic, message(locale));
      return mine.length;
    },
    announce: (message, fits) => {
      for (const [client, seat] of seats.all()) if (fits(seat)) say(hall, client, seat.topic, message);
    },
    isListening: (company, user) => seats.of(company, user).length > 0,
    get size() {
      return seats.size;
    },
    get silent() {
      return silent.size;
    },
    recheck: async (fits) => {
      for (const since of hall.proving) since.push(fits);
      for (const [client, seat] of seats.all()) {
        if (!fits(seat)) continue;
        const now = await options.verify(seat.sid, seat.password).catch(() => seat);
        if (now && seats.get(client)) seats.set(client, { ...now, password: seat.password });
        if (now) continue;
        seats.delete(client);
        client.close();
      }
    },
    close: async () => {
      await Promise.all([...sockets.clients].map(farewell));
      await new Promise<void>((resolve) => broker.close(resolve));
    },
  };
}

function say({ packetsOf }: Hall, client: Client, topic: string, message: LiveMessage): void {
  packetsOf.get(client.conn)?.told();
  client.publish({ cmd: 'publish', topic, payload: JSON.stringify(message), qos: 1, dup: false, retain: false }, () => undefined);
}

function openHall({ most = 2000, mostOfOne = 20, mostSilent = 1000, mostSilentOfOne = 50 }: ChannelOptions): Hall {
  const seats: Hall['seats'] = createSeats();
  const isFull = () => seats.size >= most;
  return {
    seats,
    silent: createSilent({ most: mostSilent, mostOfOne: mostSilentOfOne }),
    proving: new Set(),
    socketOf: new WeakMap(),
    packetsOf: new WeakMap(),
    isFull,
    hasRoomFor: ({ company, user }) => !isFull() && seats.of(company, user).length < mostOfOne,
  };
}

/** What a client may do: say whose it is, and hear that person's own topic. */
async function openBroker(hall: Hall, verify: ChannelOptions['verify']): Promise<Aedes> {
  const { seats, silent, socketOf } = hall;
  const broker = await Aedes.createBroker({
    connectTimeout: 10_000,
    keepaliveLimit: 300,
    queueLimit: 50,
    maxClientsIdLength: 64,
    // a client id takes the place of its like: bound to the session, whose password is asked before it counts, it is nobody else's
    preConnect: (_, packet, done) => {
      if (packet.clientId) packet.clientId = `${packet.username ?? ''} ${packet.clientId}`;
      done(null, true);
    },
    authenticate: (client, username, password, done) => {
      // an MQTT session that survives its connection would keep messages for nobody
      if (!client.clean) return done(denied(2), false);
      const said = password?.toString() ?? '';
      const take = (listener: Listener | null): void => {
        // who has gone meanwhile is never told to leave: he gets no seat
        const mayCome = listener !== null && !client.closed && hall.hasRoomFor(listener);
        if (mayCome) {
          seats.set(client, { ...listener, password: said });
          silent.leave(socketOf.get(client.conn)!);
          done(null, true);
        } else done(denied(listener ? 3 : 4), false);
      };
      prove(hall, () => verify(username ?? '', said), take).catch(() => done(denied(3), false));
    },
    authorizePublish: (_, __, done) => done(new Error('nobody publishes here')),
    authorizeSubscribe: (client, subscription, done) =>
      seats.get(client)?.topic === subscription.topic ? done(null, subscription) : done(new Error('not your topic')),
  });
  broker.on('clientDisconnect', (client) => seats.delete(client));
  broker.on('clientError', (client) => client.close());
  broker.on('connectionError', (client) => client.close());
  return broker;
}

/** Reads whose a connection is. A session may end, or speak otherwise, while it is read: who has no seat yet is asked again by nobody else. */
async function prove({ proving }: Hall, read: () => Promise<Listener | null>, take: (listener: Listener | null) => void): Promise<void> {
  const since: Fits[] = [];
  proving.add(since);
  try {
    let listener = await read();
    while (isConcerned(listener, since.splice(0))) listener = await read();
    take(listener);
  } finally {
    proving.delete(since);
  }
}

const isConcerned = (listener: Listener | null, asked: readonly Fits[]): boolean =>
  listener !== null && asked.some((fits) => fits(listener));

/** What the broker reads of a socket: only packets that no sender makes many of. */
function streamOf({ silent, socketOf, packetsOf }: Hall, web: WebSocket, from: Origin): Duplex {
  const stream = createWebSocketStream(web);
  stream.on('error', () => web.terminate());
  const packets = followPackets();
  // before the stream hears of it: of what is cut the broker reads nothing
  web.prependListener('message', (came: Buffer) => void (packets.takes(came) || stream.destroy()));
  for (const sign of ['ping', 'pong'] as const) web.on(sign, () => void (packets.takes(NOTHING) || stream.destroy()));
  socketOf.set(stream, web);
  packetsOf.set(stream, packets);
  silent.enter(from, web);
  return stream;
}

function denied(code: number): AuthenticateError {
  return Object.assign(new Error('denied'), { returnCode: code });
}

/** Says "going away", upon which clients connect anew, and waits a moment for the answer. */
function farewell(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const limit = setTimeout(() => socket.terminate(), FAREWELL_MS);
    socket.once('close', () => {
      clearTimeout(limit);
      resolve();
    });
    socket.close(1001);
  });
}

/** Why a connection is not taken up, as an HTTP status. A page of another origin has nothing to hear here; who sends no origin is no page. */
function refusal({ url, headers }: IncomingMessage, isFull: boolean): string | null {
  if (url?.split('?')[0] !== ADDRESS) return '404 Not Found';
  if (headers.origin !== undefined && hostOf(headers.origin) !== headers.host?.toLowerCase()) return '403 Forbidden';
  return isFull ? '503 Service Unavailable' : null;
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
