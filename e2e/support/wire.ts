import { createHash, createHmac, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { messageOf, type Primitives, passwordKeys, proofOf, saltOf, signatureOf } from '#protocol/signin/proof.ts';

const derive = promisify<Buffer, Uint8Array, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt as never);

const primitives: Primitives = {
  sha256: (bytes) => createHash('sha256').update(bytes).digest(),
  hmac: (key, bytes) => createHmac('sha256', key).update(bytes).digest(),
  scrypt: (password, salt, kdf) => derive(Buffer.from(password), salt, 32, { ...kdf, maxmem: 256 * 1024 * 1024 }),
};

export interface Answer {
  code: number;
  remark: string;
  data: Record<string, unknown>;
  rows: Record<string, unknown>[];
  total?: number;
}

/** A person who talks to the server as a program does: form-encoded calls with a token. */
export class Person {
  private constructor(
    readonly url: string,
    readonly token: string,
    readonly user: Record<string, unknown>,
  ) {}

  /** Signs in with protocol P1; the server's own proof is checked too. */
  static async signIn(url: string, username: string, subname: string, password: string): Promise<Person> {
    const domain = await post(url, '/cloud/app/apaas/account/api/AccountApi', 'Domain', { host: '' });
    const auth = domain.data.auth as { realm: string; salt: string; kdf: { N: number; r: number; p: number }; now: number };
    const now = new Date(auth.now).toISOString();
    const time = now.slice(5, 13).replace('T', '-');
    const random = String(1_000_000_000 + Math.floor(Math.random() * 8_999_999_999));
    const who = { subname, username };
    const salt = saltOf(primitives, Buffer.from(auth.salt, 'base64url'), who);
    const keys = await passwordKeys(primitives, password, salt, auth.kdf);
    const message = messageOf({ ...who, op: 'Login', time: `${now.slice(0, 4)}-${time}`, random, locale: 'zh_CN', realm: auth.realm });
    const answer = await post(url, '/sys', 'Login', {
      ...who,
      password: proofOf(primitives, keys, message),
      random,
      time,
      locale: 'zh_CN',
    });
    if (answer.code !== 200) throw new Error(`${username} is not let in: ${answer.code} ${answer.remark}`);
    if (answer.data.sign !== signatureOf(primitives, keys.serverKey, message)) throw new Error('the server could not prove itself');
    return new Person(url, String(answer.data.token), answer.data);
  }

  /** The same person at work in another of his domains. */
  async inDomain(name: string): Promise<Person> {
    const domain = (this.user.domains as { id: number; key_name: string }[]).find((one) => one.key_name === name);
    if (!domain) throw new Error(`${this.user.login_name} does not work in ${name}`);
    const { data } = await this.call('/cloud/app/sys/user/api/UserApi', 'SetDomain', { id: domain.id });
    return new Person(this.url, String(data.token), { ...this.user, token: data.token, domain });
  }

  /** Uploads a small PDF for a field; answers the key that a save names. */
  async upload(cloud: string, field: string): Promise<string> {
    const form = new FormData();
    for (const [name, value] of Object.entries({ _os: 'web', cloud, field })) form.append(name, value);
    const pdf = '%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n';
    form.append('file', new Blob([pdf], { type: 'application/pdf' }), '项目建议书.pdf');
    const answer = await fetch(`${this.url}/app?op=Upload`, { method: 'POST', body: form, headers: { token: this.token } });
    return String(((await answer.json()) as Answer).data.key_name);
  }

  call(path: string, op: string, form: Record<string, unknown> = {}): Promise<Answer> {
    return post(this.url, path, op, form, this.token);
  }
}

export async function post(url: string, path: string, op: string, form: Record<string, unknown>, token?: string): Promise<Answer> {
  const body = new URLSearchParams({ _os: 'web' });
  for (const [name, value] of Object.entries(form)) {
    if (value !== undefined) body.set(name, typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? ''));
  }
  const answer = await fetch(`${url}${path}?op=${op}`, { method: 'POST', body, headers: token ? { token } : {} });
  return { data: {}, rows: [], ...((await answer.json()) as Omit<Answer, 'data' | 'rows'>) };
}
