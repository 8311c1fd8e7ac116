import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { type Answered, asForm, asUpload, Person, peopleOf } from '#protocol/testing-person.ts';
import { openJobs, openServer } from '#server/compose.ts';
import { diskFiles } from '#server/ports/files-disk.ts';
import { authOf, serve, type TestApp, testApp } from '#server/testing-app.ts';
import { laidDatabase, laidOver } from './lay.ts';

/** What came back, and its very bytes: only the duration is masked. */
export interface Heard extends Answered {
  bytes: string;
  headers: Readonly<Record<string, unknown>>;
}
export interface Said {
  token?: string | null;
  headers?: Record<string, string>;
  remoteAddress?: string;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
}
export type Form = Readonly<Record<string, string>>;

/** The whole server on the demonstration as a stranger meets it, with a clock that a test may move and a log that it may read. */
export interface Outside {
  app: TestApp;
  /** folder of the uploaded files */
  folder: string;
  /** milliseconds that the server's clock is ahead */
  skew: number;
  /** everything that was logged, a line each */
  log: string[];
  /** `POST url` with a form; `url` is path and op, such as `/app?op=Page`. */
  say(url: string, form?: Form | string | Buffer, said?: Said): Promise<Heard>;
  /** A token of a session of its own. */
  signIn(username: string, subname?: string): Promise<string>;
  /** A call in this person's name, in the domain of his last switch. */
  as(username: string, url: string, form?: Form, subname?: string): Promise<Heard>;
  sql<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
  /** One number or text. */
  one<T = number>(text: string, values?: unknown[]): Promise<T>;
  close(): Promise<void>;
}

const mask = (body: string): string => body.replace(/"duration":[0-9.]+/, '"duration":0');
const parsed = (body: string): Record<string, unknown> => {
  try {
    return JSON.parse(body);
  } catch {
    return {};
  }
};

let callers = 0;
/** An address that nobody has used in this process. */
export const stranger = (): string => {
  callers += 1;
  return `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`;
};

/** `laid`: with what is laid over the shipped suites. */
export async function openOutside({ laid = false } = {}): Promise<Outside> {
  const folder = await mkdtemp(join(tmpdir(), 'formwork-attack-'));
  const log: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line: string) => void log.push(line) });
  const it = { skew: 0 };
  const options = { clock: { now: () => new Date(Date.now() + it.skew) }, logger };
  const files = diskFiles(folder);
  const app = laid ? await serve(await laidDatabase(files), files, { ...laidOver(), ...options }) : await testApp(files, options);
  const say: Outside['say'] = async (url, form = {}, { token, headers = {}, remoteAddress, method = 'POST' } = {}) => {
    const raw = typeof form === 'string' || Buffer.isBuffer(form);
    const sent = asForm(url, raw ? {} : form, token);
    const body = method === 'GET' ? undefined : raw ? form : sent.body;
    const told = await app.server.send({ ...sent, method, headers: { ...sent.headers, ...headers }, body, from: remoteAddress });
    const { status, headers: answered } = told;
    return { ...(parsed(told.body) as unknown as Answered), status, headers: answered, bytes: mask(told.body) };
  };
  const enter = async (username: string, subname = 'demo') =>
    Person.signIn(app.server, username, subname, undefined, { auth: await authOf(app.house), from: stranger() });
  const person = peopleOf(enter);
  const sql: Outside['sql'] = (text, values) => app.base.db.query(text, values) as never;
  return Object.assign(it, {
    app,
    folder,
    log,
    say,
    signIn: async (username: string, subname?: string) => (await enter(username, subname)).token,
    sql,
    as: async (username: string, url: string, form: Form = {}, subname = 'demo') => {
      const { token } = await person(username, subname);
      const told = await say(url, form, { token });
      // a test may have changed the person meanwhile, which ended his sessions
      return told.code === 401 ? say(url, form, { token: (await person(username, subname, true)).token }) : told;
    },
    one: async <T>(text: string, values?: unknown[]) => Object.values((await sql(text, values))[0] ?? {})[0] as T,
    close: async () => {
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  }) satisfies Outside as Outside;
}

/** The same house on a port of this machine, with what runs beside requests: the live channel, reminders, sweeping. */
export async function listen(it: Outside): Promise<{ port: number; close(): Promise<void> }> {
  const server = await openServer(it.app.house, { web: '/nonexistent', logger: false });
  const stopJobs = await openJobs(it.app.house, server.server, (error) => void it.log.push(String(error)));
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  return {
    port: Number(new URL(url).port),
    close: async () => {
      await stopJobs();
      await server.close();
    },
  };
}

/** Sends one file; `name` is what stands between the quotes of its part. */
export function upload(it: Outside, token: string, fields: Form, name = 'a.txt', content: string | Buffer = 'text'): Promise<Heard> {
  const { url, body, headers } = asUpload('/app?op=Upload', fields, { name, content });
  return it.say(url, body, { token, headers: { ...headers } });
}

/** The form of an initiation as the applicant's page sends it, with a proposal that this token uploaded; funding adds up to the amount. */
export async function initiation(it: Outside, token: string, price: string, rest: Form = {}): Promise<Form> {
  const id = (text: string) => it.one<number>(text).then(String);
  const proposal = await upload(it, token, { cloud: 'initiation', field: 'proposal' });
  return {
    cloud: 'initiation',
    key_name: `attack ${price}`,
    project_type: '2',
    department_entity: await id(`select department_entity from app."user" where login_name = 'applicant'`),
    invest_subject_entity: await id(`select min(id) from app.invest_subject where company_id = 1`),
    industry: '1',
    construct_nature: '1',
    benefit_type: '1',
    province_entity: await id('select min(id) from app.province'),
    manager_entity: await id(`select id from app."user" where login_name = 'applicant'`),
    est_price: price,
    plan_begin: '2027-01-01',
    plan_end: '2028-12-31',
    in_year_plan: '1',
    scale: 'two halls',
    necessity: 'the old ones are full',
    proposal: String(proposal.data?.key_name),
    _subtables: JSON.stringify({ 'initiation_fund.initiation_entity': [{ op: 'Add', fund_source: 1, price }] }),
    ...rest,
  };
}
