import { Refusal } from '#protocol/codes.ts';
import { opKey } from '#protocol/ops/op.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { recordRefused } from '#server/signin/security-log.ts';
import type { Caller, Op, OpCall, OpReply, StreamReply } from './op.ts';
import { parseRequest } from './request.ts';

/** What arrived, decoded but not yet checked against the op's declaration. */
export interface Incoming {
  form: Record<string, unknown>;
  caller: Caller;
  session: Session | null;
  token?: string;
  /** nobody is behind it (`_bg`) */
  background?: boolean;
  /** who the token belongs to by now: for what takes long after the call began */
  again?: () => Promise<Session | null>;
  file?: OpCall['file'];
  range?: string;
  /** for a call of several actions: how each of them stands in the line of calls */
  admit?: Admit;
  /** whether to begin another action: somebody waits for the answer, and the server does not stop */
  wanted?: () => boolean;
}

/** Runs the work of an op when its turn in the line of all calls has come, and that of the records of its form; hears whether it waited. `came` is since when. */
export type Admit = <T>(op: Op, form: Incoming['form'], work: (stood: boolean) => Promise<T>, came?: number) => Promise<T>;

/** Finds, checks and runs one op: the stages of every request between http and the op's own checklist. Throws `Refusal`. */
export type Dispatch = (op: Op, incoming: Incoming) => Promise<OpReply | StreamReply>;

/** All ops by `path?op=Op`; two of one name are a programming error, found at start. */
export function indexOps(ops: readonly Op[]): ReadonlyMap<string, Op> {
  const byKey = new Map<string, Op>();
  for (const each of ops) {
    if (byKey.has(opKey(each.def))) throw new Error(`two ops answer ${opKey(each.def)}`);
    byKey.set(opKey(each.def), each);
  }
  return byKey;
}

/** 401: who sends no token has not signed in, whose token opens nothing has a session no more. */
export const signInFirst = (token: string | null | undefined): Refusal => new Refusal(401, token ? '' : '$notSignedIn');

export function createDispatch(house: House, ops: ReadonlyMap<string, Op>): Dispatch {
  const run: Dispatch = async (op, incoming) => {
    try {
      const reply = await answer(op, incoming);
      const refused = refusedParts(reply);
      if (refused.length > 0 && incoming.session) await recordRefused(house, refusedCall(op, incoming, refused.join()));
      return reply;
    } catch (error) {
      if (error instanceof Refusal && error.code === 312 && incoming.session) await recordRefused(house, refusedCall(op, incoming));
      throw error;
    }
  };
  const answer: Dispatch = async (op, incoming) => {
    checkSignedIn(op, incoming);
    checkEyes(op, incoming.session);
    const request = parseRequest(op.def, incoming.form);
    return op.run(house, {
      request,
      session: incoming.session as Session,
      caller: incoming.caller,
      ...(incoming.token ? { token: incoming.token } : {}),
      ...(incoming.file ? { file: incoming.file } : {}),
      ...(incoming.range ? { range: incoming.range } : {}),
      ...(incoming.again ? { again: incoming.again } : {}),
      ...(incoming.background ? { background: true } : {}),
      ...(incoming.wanted ? { wanted: incoming.wanted } : {}),
      dispatch: (path, name, form) => runInner(path, name, { ...incoming, form }),
    });
  };
  const runInner = async (path: string, name: string, incoming: Incoming): Promise<OpReply | Refusal> => {
    const op = ops.get(`${path}?op=${name}`);
    if (!op || op.def.stream || op.def.upload || op.def.free || op.def.alone) return new Refusal(403);
    const act = async (): Promise<OpReply> => {
      const session = incoming.again ? await incoming.again() : incoming.session;
      if (!session) throw new Refusal(401);
      return (await run(op, { ...incoming, session })) as OpReply;
    };
    try {
      return await (incoming.admit ? incoming.admit(op, incoming.form, act) : act());
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  };
  return run;
}

/** 401 to who has no session, where the op needs one. */
export function checkSignedIn({ def }: Op, { session, form, token }: Pick<Incoming, 'session' | 'form' | 'token'>): void {
  const ticketed = def.ticket && form.tk !== undefined;
  if (!def.free && !session && !ticketed) throw signInFirst(token);
}

/** Through somebody's eyes one looks: 312 for every op that does not say that it only does that. What needs no session gets nothing of one. */
function checkEyes({ def }: Op, session: Session | null): void {
  if (session?.eyes && !def.eyes && !def.free) throw new Refusal(312, '$eyesOnly');
}

/** The ids that an act upon several was refused for want of right; each action of a Queue is a call by itself, and was heard by itself. */
function refusedParts(reply: OpReply | StreamReply): unknown[] {
  if ('stream' in reply || (reply.code !== 300 && reply.code !== 343)) return [];
  return (reply.rows ?? []).filter(({ code }) => code === 312).map(({ id }) => id);
}

/** Who was refused what, for the security log: of a call through somebody's eyes, who looks through them. */
function refusedCall({ def }: Op, { session, caller, form }: Incoming, ids = form.id): Parameters<typeof recordRefused>[1] {
  const said = [form.cloud ?? form.key_name ?? form.module, ids].filter((one) => typeof one === 'string' || typeof one === 'number');
  return {
    op: opKey(def),
    reason: '312',
    company: session!.company.id,
    actor: session!.eyes?.by ?? session!.user.id,
    target: said.join(' '),
    address: caller.address,
    sid: session!.sid,
  };
}
