import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#protocol/codes.ts';
import type { Reply } from '#protocol/wire/envelope.ts';
import { type Admit, checkSignedIn, type Dispatch, type Incoming, signInFirst } from '#server/ops/dispatch.ts';
import type { Caller, Op, OpReply, StreamReply } from '#server/ops/op.ts';
import { callerOf, deviceCookie } from './caller.ts';
import { envelope, refused } from './envelope.ts';
import { decodeForm, decodeJson } from './form.ts';
import { type Admission, Busy, rankOf } from './load/admission.ts';
import { type Answers, createAnswers } from './load/answers.ts';
import { type Bodies, bytesAhead, createBodies, SMALL } from './load/bodies.ts';
import type { Leaving } from './load/leave.ts';
import { awaitBody, type Patience, whileAtWork } from './load/patience.ts';
import { recordsOf } from './load/records.ts';
import { createTurns, type TakeTurn } from './load/turns.ts';
import { sendStream } from './stream.ts';
import { uploaded } from './upload.ts';

/** What http needs of the house: the ops, how one runs, and who a token belongs to. */
export interface Api {
  ops: ReadonlyMap<string, Op>;
  dispatch: Dispatch;
  /** when a call may begin, of all the calls of this process */
  admission: Admission;
  /** while the server stops, a call of many actions begins none of them any more */
  leaving?: Readonly<Leaving>;
  /** the session of a live token; null for any other */
  findSession(token: string, seen: { background: boolean; caller: Caller }): Promise<Incoming['session']>;
}

/** One request, stage by stage: path and op, body, session, the op's checklist, envelope. */
export function registerApi(app: FastifyInstance, api: Api, patience: Patience): void {
  const waits: Waits = {
    api,
    patience,
    turn: createTurns(CALLS),
    fileTurn: createTurns(FILES),
    bodies: createBodies(),
    answers: createAnswers(),
  };
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
    waits.bodies.apart(request, () => decodeForm(body, (values) => waits.bodies.unfold(values, request))),
  );
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
    waits.bodies.apart(request, () => decodeJson(body, (values) => waits.bodies.unfold(values, request))),
  );
  app.addHook('preParsing', async (request, reply, body) => {
    // nothing is unpacked: a small body stays one
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') throw new UnsupportedBody();
    // a GET has no body to wait for, and its answer may take as long as the file is large
    if (request.method === 'GET' || isUpload(request)) return body;
    awaitBody(request.raw, patience.body);
    if (bytesAhead(request) <= SMALL) return body;
    return waits.bodies.read(await senderOf(waits, request), body, request, reply);
  });
  const paths = new Set([...api.ops.values()].map((op) => op.def.path));
  for (const path of paths) {
    app.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: path,
      handler: (request, reply) => waits.bodies.work(request, answer(waits, path, request, reply)),
    });
  }
}

/** By its head: isMultipart knows only when the body is about to be read. */
const isUpload = (request: FastifyRequest): boolean => /^\s*multipart\//i.test(request.headers['content-type'] ?? '');

interface Waits {
  api: Api;
  patience: Patience;
  turn: TakeTurn;
  fileTurn: TakeTurn;
  bodies: Bodies;
  answers: Answers;
}
/** Of one person, on one process (F3). */
const CALLS = { running: 4, waiting: 60, within: 20_000 };
const FILES = { running: 6, waiting: 60, within: 20_000 };

/** Whose a large body is: it is read from signed-in people only. */
async function senderOf({ api }: Waits, request: FastifyRequest): Promise<string> {
  const token = tokenOf(request);
  const session = token ? await api.findSession(token, { background: true, caller: callerOf(request) }) : null;
  if (session) return personOf(session);
  const op = opOf(api, request.routeOptions.url!, queryOf(request));
  throw op && !op.def.free ? signInFirst(token) : new TooLarge();
}

const queryOf = (request: FastifyRequest) => new URLSearchParams(/\?.*/s.exec(request.url)?.[0] ?? '');
const opOf = ({ ops }: Api, path: string, query: URLSearchParams): Op | undefined =>
  query.getAll('op').length === 1 ? ops.get(`${path}?op=${query.get('op')}`) : undefined;
const personOf = ({ company, user, eyes }: NonNullable<Incoming['session']>): string => `${company.id} ${eyes?.by ?? user.id}`;

async function answer(waits: Waits, path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { api } = waits;
  const started = process.hrtime.bigint();
  const since = performance.now();
  const query = queryOf(request);
  const op = opOf(api, path, query);
  if (request.method !== 'POST' && !(request.method === 'GET' && op?.def.get))
    return reply
      .code(405)
      .header('allow', op?.def.get ? 'GET, POST' : 'POST')
      .send(envelope({ code: 403 }, started));
  if (!op) return reply.send(envelope({ code: 403 }, started));
  try {
    const caller = callerOf(request);
    const token = tokenOf(request);
    const find = async (background: boolean) => (token ? api.findSession(token, { background, caller }) : null);
    // the body of an upload is read from signed-in people only
    const uploader = op.def.upload ? await find(false) : undefined;
    if (uploader === null) throw signInFirst(token);
    const incoming = await receive(op, request, query);
    const background = incoming.form._bg === '1' || incoming.form._bg === 1;
    const session = uploader ?? (await find(background));
    const again = () => find(background);
    checkSignedIn(op, { session, form: incoming.form, ...(token ? { token } : {}) });
    const person = session ? personOf(session) : ticketHolder(op, incoming.form.tk);
    const isFull = (): boolean => person !== null && waits.answers.isFull(person);
    const hold = (letters: number): void => void (person !== null && waits.answers.hold(person, reply.raw, letters));
    if (isFull()) throw new Busy();
    const wanted = (): boolean => !reply.raw.destroyed && !api.leaving?.begun && !isFull();
    const answered = await inTurn(waits, op, person, request, reply, (waited) => {
      const by = { signedIn: session !== null, background, address: caller.address };
      const enter: Admit = async (each, form, work, came) => {
        const records = session ? recordsOf(each.def, form, session.company.id) : [];
        const done = await admitted(api, each, { ...by, records }, reply, work, came);
        if (op.def.several) hold(JSON.stringify(done).length);
        return done;
      };
      const run = async (stood: boolean) => {
        const now = (waited || stood) && session ? await again() : session;
        if (session && !now) throw new Refusal(401);
        const actions = { ...(op.def.several ? { admit: enter, wanted } : {}), ...rangeOf(request) };
        return api.dispatch(op, { ...incoming, caller, session: now, again, background, ...actions, ...(token ? { token } : {}) });
      };
      return op.def.several ? run(false) : enter(op, incoming.form, run, waited ? undefined : since);
    });
    if (isStream(answered)) {
      if (!isFile(op.def)) hold(answered.length);
      return await sendStream(reply, answered);
    }
    if (answered.setDevice) reply.header('set-cookie', deviceCookie(answered.setDevice, request.protocol === 'https'));
    const said = envelope(answered, started);
    const text = JSON.stringify(op.def.textCode ? { ...said, code: String(said.code) } : said);
    hold(text.length);
    return reply.type('application/json; charset=utf-8').send(text);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refuse(request, reply, error, started);
  }
}

/**
 * Runs the call when it is its person's turn, which lasts until its work is done and its answer has gone out: who reads slowly holds up
 * himself, and so does who hangs up. Files have turns of their own, so that a large one leaves the pages working. `work` hears whether it
 * waited: much may have changed by then.
 */
async function inTurn<T>(
  { patience, turn, fileTurn }: Waits,
  { def }: Op,
  person: string | null,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (waited: boolean) => Promise<T>,
): Promise<T> {
  const patiently = <U>(what: () => Promise<U>) => whileAtWork(request.raw, patience.silence, what);
  const take = isFile(def) ? fileTurn : turn;
  const hisTurn = async () => (person === null ? null : await take(person, reply.raw));
  const working = (his: Awaited<ReturnType<typeof hisTurn>>): Promise<T> => {
    const at = work(his?.waited ?? false);
    if (his) void at.then(nothing, nothing).then(() => onceClosed(reply.raw, his.end));
    return at;
  };
  return def.upload ? working(await patiently(hisTurn)) : patiently(async () => working(await hisTurn()));
}
const nothing = (): void => undefined;
/** Bytes that lie there, or come to lie there: what is made for its reader is work like any other. */
const isFile = (def: Op['def']): boolean => def.upload === true || def.ticket === true;
/** An answer is over when it has gone out, and when its reader has hung up. */
const onceClosed = (raw: FastifyReply['raw'], over: () => void): void => void (raw.closed ? over() : raw.once('close', over));

/**
 * Runs what stood in the line of calls until it could begin; `came` is since when. Files have turns of their own, and their work is mostly
 * the wait for a reader or a sender: they do not stand in it. Strangers have no turns of a person: their addresses take turns in the line.
 */
async function admitted<T>(
  { admission }: Api,
  { def }: Op,
  by: { signedIn: boolean; background: boolean; address: string; records: readonly string[] },
  reply: FastifyReply,
  work: (stood: boolean) => Promise<T>,
  came?: number,
): Promise<T> {
  if (isFile(def)) return work(false);
  const { end, waited } = await admission.enter(rankOf(def, by), came, by.signedIn ? '' : by.address, by.records);
  try {
    if (waited && reply.raw.destroyed) throw new Refusal(103);
    return await work(waited);
  } finally {
    end();
  }
}

/** Whose turn a link with a ticket takes: a ticket begins with its session (records/files/ticket.ts), and one that is forged opens nothing. */
const ticketHolder = (op: Op, ticket: unknown): string | null =>
  op.def.ticket && typeof ticket === 'string' ? `ticket ${ticket.slice(0, 10)}` : null;

/** A refusal with `status` (429 too many) is refused HTTP; any other is a business answer. */
export function refuse(request: FastifyRequest, reply: FastifyReply, error: Refusal, started: bigint): FastifyReply {
  const { status, retryAfter } = error as Refusal & { status?: number; retryAfter?: number };
  if (status) reply.code(status);
  // a stranger's upload, or one that nothing takes: what is left of it is not read
  if (request.isMultipart() && (status === 415 || error.code === 401)) reply.header('connection', 'close');
  // who is still sending hears it: the rest is thrown away as it comes, and the connection lives on
  if (error instanceof Busy) reply.removeHeader('connection');
  if (retryAfter) reply.header('retry-after', String(Math.ceil(retryAfter)));
  return reply.send(envelope(refused(error) as Reply, started));
}

async function receive(op: Op, request: FastifyRequest, query: URLSearchParams): Promise<Pick<Incoming, 'form' | 'file'>> {
  if (request.method === 'GET') return { form: queryForm(query) };
  if (op.def.upload) return uploaded(request);
  if (request.isMultipart()) throw new UnsupportedBody();
  return { form: (request.body ?? {}) as Record<string, unknown> };
}

/** A large body from who is not signed in, for what needs no session. */
class TooLarge extends Refusal {
  readonly status = 413;
  constructor() {
    super(316);
  }
}

/** A multipart body where no file is expected, a compressed one: as any other unknown type. */
class UnsupportedBody extends Refusal {
  readonly status = 415;
  constructor() {
    super(317);
  }
}

function queryForm(query: URLSearchParams): Record<string, unknown> {
  query.delete('op');
  const names = [...query.keys()];
  if (new Set(names).size !== names.length) throw new Refusal(317);
  return Object.fromEntries(query);
}

function tokenOf(request: FastifyRequest): string | null {
  const token = request.headers.token;
  return typeof token === 'string' && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : null;
}

/** The part that is asked for; one that depends on a mark of the file is none, as files have none. */
const rangeOf = ({ headers }: FastifyRequest): { range?: string } =>
  headers.range !== undefined && headers['if-range'] === undefined ? { range: headers.range } : {};

const isStream = (answered: OpReply | StreamReply): answered is StreamReply => 'stream' in answered;
