import { createHash, createHmac, scrypt } from 'node:crypto';
import { fromBase64url } from './signin/bytes.ts';
import { timeKey } from './signin/freshness.ts';
import { foldName, foldPassword } from './signin/names.ts';
import { type AuthParameters, messageOf, type Primitives, passwordKeys, proofOf, saltOf, signatureOf } from './signin/proof.ts';
import { sealVerifier } from './signin/sealed.ts';

/** One request as it leaves a client; `from` is the caller's address, where the way there lets it be chosen. */
export interface Sent {
  url: string;
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer | undefined;
  from?: string | undefined;
}
/** What came back, as bytes. */
export interface Heard {
  status: number;
  headers: Readonly<Record<string, unknown>>;
  body: string;
}
/** A server and the way to it. */
export interface Server {
  /** `http://127.0.0.1:8080`; nothing where calls need no port */
  url: string;
  send(sent: Sent): Promise<Heard>;
}

/** The envelope and the status that it came with: what is missing on the wire is missing here. */
export interface Answered {
  status: number;
  code: number;
  remark: string;
  data?: Record<string, unknown>;
  rows?: Record<string, unknown>[];
  total?: number;
  [more: string]: unknown;
}
/** The same to one who reads on without asking whether there are any. */
export interface Answer extends Answered {
  data: Record<string, unknown>;
  rows: Record<string, unknown>[];
}

interface Injected {
  method: NonNullable<Sent['method']>;
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
  remoteAddress?: string;
}
/** A server that is composed in this process: calls go in without a socket. */
export const byInject = (app: { inject(of: Injected): PromiseLike<{ statusCode: number; headers: object; body: string }> }): Server => ({
  url: '',
  send: async ({ url, method = 'POST', headers = {}, body, from }) => {
    const more = { ...(body === undefined ? {} : { payload: body }), ...(from ? { remoteAddress: from } : {}) };
    const answer = await app.inject({ method, url, headers: { ...headers }, ...more });
    return { status: answer.statusCode, headers: { ...answer.headers }, body: answer.body };
  },
});

/** A server that listens. A connection that breaks throws: whether the call was done is unknown. */
export const byAddress = (url: string): Server => ({
  url,
  send: async ({ url: path, method = 'POST', headers = {}, body }) => {
    const bytes = Buffer.isBuffer(body) ? new Uint8Array(body) : (body ?? null);
    const answer = await fetch(`${url}${path}`, { method, headers, body: bytes, signal: AbortSignal.timeout(120_000) });
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() };
  },
});

const withToken = (type: string, token: string | null | undefined) => ({ 'content-type': type, ...(token ? { token } : {}) });

/** A call in the client's own writing: form-encoded, with a token where somebody is signed in; objects are JSON, undefined is not sent. */
export function asForm(url: string, form: Readonly<Record<string, unknown>>, token?: string | null): Sent {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(form)) {
    if (value !== undefined) body.set(name, typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? ''));
  }
  return { url, headers: withToken('application/x-www-form-urlencoded', token), body: body.toString() };
}

/** The same as JSON. */
export const asJson = (url: string, body: unknown, token?: string | null): Sent => ({
  url,
  headers: withToken('application/json', token),
  body: JSON.stringify(body),
});

/** A call that brings one file; `name` is what stands between the quotes of its part. */
export function asUpload(
  url: string,
  fields: Readonly<Record<string, string>>,
  file: { name: string; content: string | Buffer; type?: string },
  token?: string | null,
): Sent {
  const mark = 'xXxXx';
  const head = (more: string) => `--${mark}\r\nContent-Disposition: form-data; ${more}\r\n`;
  const texts = Object.entries(fields).map(([name, value]) => `${head(`name="${name}"`)}\r\n${value}\r\n`);
  const type = file.type ? `Content-Type: ${file.type}\r\n` : '';
  const begin = `${texts.join('')}${head(`name="file"; filename="${file.name}"`)}${type}\r\n`;
  const body = Buffer.concat([Buffer.from(begin), Buffer.from(file.content as string), Buffer.from(`\r\n--${mark}--\r\n`)]);
  return { url, headers: withToken(`multipart/form-data; boundary=${mark}`, token), body };
}

/** Throws where no envelope came back. */
export const answered = ({ status, body }: Heard): Answered => ({ ...JSON.parse(body), status });

/** One call of the web client. */
export const call = async (server: Server, path: string, op: string, form: Readonly<Record<string, unknown>> = {}, token?: string | null) =>
  answered(await server.send(asForm(`${path}?op=${op}`, { _os: 'web', ...form }, token)));

/** P1's primitives, none of the product's own. */
const primitives: Primitives = {
  sha256: (bytes) => createHash('sha256').update(bytes).digest(),
  hmac: (key, bytes) => createHmac('sha256', key).update(bytes).digest(),
  scrypt: (password, salt, { N, r, p }) =>
    new Promise((resolve, reject) =>
      scrypt(password, salt, 32, { N, r, p, maxmem: 256 * N * r }, (error, key) => (error ? reject(error) : resolve(key))),
    ),
};

/** Everybody's of the demonstration. */
export const PASSWORD = 'Passw0rd-1';

/** What a server asks of a proof; the demonstration's own is read by those who serve it, others ask on the wire. */
export const parametersOf = async (server: Server): Promise<AuthParameters> =>
  (await call(server, '/cloud/app/apaas/account/api/AccountApi', 'Domain', { host: '' })).data?.auth as AuthParameters;

/** What the sign-in page sends, each time anew, and the signature with which the server proves that it knows this person. */
export async function proveSignIn(auth: AuthParameters, username: string, subname: string, password: string) {
  const who = { subname: foldName(subname), username: foldName(username) };
  const salt = saltOf(primitives, fromBase64url(auth.salt) ?? new Uint8Array(), who);
  const keys = await passwordKeys(primitives, foldPassword(password), salt, auth.kdf);
  const now = new Date(auth.now);
  const random = String(1_000_000_000 + Math.floor(Math.random() * 8_999_999_999));
  const attempt = { ...who, random, locale: 'zh_CN' };
  const message = messageOf({ op: 'Login', ...attempt, time: `${now.getUTCFullYear()}-${timeKey(now)}`, realm: auth.realm });
  const form = { ...attempt, time: timeKey(now), password: proofOf(primitives, keys, message) };
  return { form, sign: signatureOf(primitives, keys.serverKey, message) };
}

/** What the page sends that changes a password, each time anew, and the signature with which the server proves itself. */
export async function proveChange(auth: AuthParameters, username: string, subname: string, old: string, next: string) {
  const who = { subname: foldName(subname), username: foldName(username) };
  const keysOf = (password: string) =>
    passwordKeys(primitives, foldPassword(password), saltOf(primitives, fromBase64url(auth.salt) ?? new Uint8Array(), who), auth.kdf);
  const [keys, verifier] = [await keysOf(old), await keysOf(next)];
  const now = new Date(auth.now);
  const said = { random: String(1_000_000_000 + Math.floor(Math.random() * 8_999_999_999)), locale: 'zh_CN' };
  const time = `${now.getUTCFullYear()}-${timeKey(now)}`;
  const message = messageOf({ op: 'ModifyPwd', ...who, ...said, time, realm: auth.realm });
  const old_password = proofOf(primitives, keys, message);
  const form = { ...said, time: timeKey(now), old_password, new_password: sealVerifier(primitives, keys.clientKey, message, verifier) };
  return { form, sign: signatureOf(primitives, keys.serverKey, message) };
}

/** Somebody who is signed in and talks to the server as the client does. */
export class Person {
  constructor(
    readonly server: Server,
    readonly token: string,
    /** what the sign-in said of him */
    readonly user: Readonly<Record<string, unknown>> = {},
  ) {}

  /** By protocol P1; the server's own proof is checked too. */
  static async signIn(
    at: Server | string,
    username: string,
    subname = 'demo',
    password = PASSWORD,
    { auth, from }: { auth?: AuthParameters; from?: string } = {},
  ): Promise<Person> {
    const server = typeof at === 'string' ? byAddress(at) : at;
    const { form, sign } = await proveSignIn(auth ?? (await parametersOf(server)), username, subname, password);
    const { code, remark, data = {} } = answered(await server.send({ ...asForm('/sys?op=Login', { _os: 'web', ...form }), from }));
    if (code !== 200) throw new Error(`${subname}/${username} is not let in: ${code} ${remark}`);
    if (data.sign !== sign) throw new Error('the server could not prove itself');
    return new Person(server, String(data.token), data);
  }

  async call(path: string, op: string, form: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
    return { data: {}, rows: [], ...(await call(this.server, path, op, form, this.token)) };
  }

  /** The same person at work in another of his domains, by its name or its id. */
  async inDomain(which: string | number): Promise<Person> {
    const domains = (this.user.domains ?? []) as { id: number; key_name: string }[];
    const domain = domains.find(({ id, key_name }) => id === which || key_name === which);
    if (!domain) throw new Error(`${this.user.login_name} does not work in ${which}`);
    const { code, data } = await this.call('/cloud/app/sys/user/api/UserApi', 'SetDomain', { id: domain.id });
    if (code !== 200) throw new Error(`${this.user.login_name} is not let into ${which}: ${code}`);
    return new Person(this.server, String(data.token), { ...this.user, token: data.token, domain });
  }

  /** Uploads a small PDF for a field; answers the key that a save names. */
  async upload(cloud: string, field: string, content = '%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'): Promise<string> {
    const file = { name: '项目建议书.pdf', content, type: 'application/pdf' };
    const told = answered(await this.server.send(asUpload('/app?op=Upload', { _os: 'web', cloud, field }, file, this.token)));
    return String(told.data?.key_name);
  }
}

/** People who sign in when they are first asked for; `anew` signs one in again. */
export function peopleOf(signIn: (username: string, subname: string) => Promise<Person>) {
  const known = new Map<string, Promise<Person>>();
  return (username: string, subname = 'demo', anew = false): Promise<Person> => {
    const key = `${subname}/${username}`;
    const person = (anew ? undefined : known.get(key)) ?? signIn(username, subname);
    known.set(key, person);
    return person;
  };
}
