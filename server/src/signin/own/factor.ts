import { Refusal } from '#protocol/codes.ts';
import { veil } from '#protocol/signin/factor.ts';
import { type OwnProof, signatureOf } from '#protocol/signin/proof.ts';
import { wallAt } from '#protocol/wire/clock.ts';
import type { Tx } from '#server/db/db.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { countAttempt, limitsOfOwnCodes, limitsOfSetUp } from '../attempts/limits.ts';
import { primitives, seal, unseal } from '../crypto.ts';
import type { LoginCaller } from '../entering.ts';
import {
  drawSeed,
  drawSetUp,
  dropFactor,
  isDemanded,
  keepFactor,
  readFactor,
  renewRecovery,
  spendFactor,
  splitSetUp,
  type Whose,
} from '../factor/factor.ts';
import { recordRefused, tellEvent, writeEvent } from '../security-log.ts';
import { once, type ProofRequest, type Proven, withProof } from './prove.ts';

/** How long a set-up waits for the code that confirms it. */
const PENDING = 10 * 60_000;

const whoseOf = ({ company, user }: Session): Whose => ({ company: company.id, user: user.id });
const boundTo = ({ company, user }: Whose): string => `factor pending ${company} ${user}`;

/** How one's second factor stands; `since` is yyyy-MM-dd HH:mm:ss in the company's time zone, '' without one. */
export async function ownFactor({ db }: House, session: Session) {
  const found = await readFactor(db, whoseOf(session));
  const since = found ? wallAt(Date.parse(found.since), session.company.time_zone) : '';
  const demanded = await isDemanded(db, whoseOf(session));
  return { on: found ? 1 : 0, since, left: found?.left ?? 0, demanded: demanded ? 1 : 0 };
}

/** The payload of what is done to one's second factor with a proof of the password; `code` of the factor that stands, '' without one. */
export interface FactorRequest extends ProofRequest {
  password: string;
  code: string;
}

const proving = <T>(
  house: House,
  session: Session,
  op: OwnProof,
  request: FactorRequest,
  caller: LoginCaller,
  work: (by: Proven) => Promise<T>,
) =>
  withProof(house, session, { op, proof: request.password, request, caller }, async (by) => ({
    sign: signatureOf(primitives, by.account.serverKey, by.message),
    ...(await work(by)),
  }));
/** Does it once, by who passes the second factor that he has, too: a session and a password alone neither replace nor end one. */
async function passing<T>(house: House, by: Proven, code: string, work: (tx: Tx, whose: Whose) => Promise<T>): Promise<T> {
  const whose = { company: by.user.company_id, user: by.user.id };
  const tried = code === '' ? [] : limitsOfOwnCodes(house, whose);
  await countAttempt(house, tried);
  const done = await once(house, by, async (tx) => {
    if (await readFactor(tx, whose)) {
      if (code === '') throw new Refusal(314, '', { field: 'code' });
      if (!(await spendFactor(tx, house, whose, code))) throw new Refusal(301);
    }
    return work(tx, whose);
  });
  await countAttempt(house, tried, -1);
  return done;
}

const veiled = ({ account, message }: Proven, bytes: Uint8Array): string => veil(primitives, account.serverKey, message, bytes);

/** A secret and a seed of recovery codes, which count when a code of the secret was confirmed. In place of those before that were not; a factor that he has stays until then. */
export const beginFactor = (house: House, session: Session, request: FactorRequest, caller: LoginCaller) =>
  proving(house, session, 'BeginFactor', request, caller, async (by) => {
    const drawn = drawSetUp();
    const until = new Date(house.clock.now().getTime() + PENDING);
    await passing(house, by, request.code, (tx, whose) =>
      tx.query(
        `insert into fw.factor_pending (company_id, user_id, sealed, expires_at) values ($1, $2, $3, $4)
         on conflict (company_id, user_id) do update set sealed = excluded.sealed, expires_at = excluded.expires_at`,
        [whose.company, whose.user, seal(house.keys.seal, drawn, boundTo(whose)), until],
      ),
    );
    return { set_up: veiled(by, drawn) };
  });

/** From now on a sign-in asks for its codes. 301 for a code that is not of what was begun, 311 where nothing waits for one. */
export async function confirmFactor(house: House, session: Session, code: string, { address }: LoginCaller): Promise<void> {
  const event = {
    ...{ op: 'ConfirmFactor', reason: 'ok', company: session.company.id, actor: session.user.id, sid: session.sid },
    ...{ target: `user ${session.user.id}`, address },
  };
  const whose = whoseOf(session);
  await countAttempt(house, limitsOfSetUp(house, whose));
  try {
    await house.db.tx(async (tx) => {
      await demandLive(tx, session);
      // another device in place of the one before
      event.op = (await readFactor(tx, whose)) ? 'ChangeFactor' : 'ConfirmFactor';
      await confirm(tx, house, whose, code);
      await writeEvent(tx, event, house.clock.now());
    });
  } catch (error) {
    if (error instanceof Refusal) await recordRefused(house, { ...event, reason: String(error.code) });
    throw error;
  }
  tellEvent(house, event);
}

/** The session still stands, and nothing ends it before this is done: 401. */
async function demandLive(tx: Tx, { company, user, sid }: Session): Promise<void> {
  const live = await tx.query(
    `select from fw.credential k join fw.session s on s.company_id = k.company_id and s.user_id = k.user_id and s.epoch = k.epoch
      where k.company_id = $1 and k.user_id = $2 and s.sid = $3 for update of k`,
    [company.id, user.id, sid],
  );
  if (live.length === 0) throw new Refusal(401);
}

async function confirm(tx: Tx, house: House, whose: Whose, code: string): Promise<void> {
  const [pending] = await tx.query<{ sealed: Buffer }>(
    'delete from fw.factor_pending where company_id = $1 and user_id = $2 and expires_at > $3 returning sealed',
    [whose.company, whose.user, house.clock.now()],
  );
  if (!pending) throw new Refusal(311, '$factorPendingOver');
  const setUp = splitSetUp(unseal(house.keys.seal, pending.sealed, boundTo(whose)));
  if ((await keepFactor(tx, house, whose, setUp, code, { first: false })) !== 'kept') throw new Refusal(301);
}

/** Takes one's second factor off. 311 where there is none, 312 where a role demands one. */
export const endFactor = (house: House, session: Session, request: FactorRequest, caller: LoginCaller) =>
  proving(house, session, 'EndFactor', request, caller, async (by) => {
    await passing(house, by, request.code, async (tx, whose) => {
      if (await isDemanded(tx, whose)) throw new Refusal(312, '$factorDemanded');
      if (!(await dropFactor(tx, whose))) throw new Refusal(311, '$factorNone');
    });
    return {};
  });

/** Ten new recovery codes; those before are over. 311 without a second factor. */
export const newRecoveryCodes = (house: House, session: Session, request: FactorRequest, caller: LoginCaller) =>
  proving(house, session, 'RecoveryCodes', request, caller, async (by) => {
    const seed = drawSeed();
    await passing(house, by, request.code, async (tx, whose) => {
      if (!(await renewRecovery(tx, house, whose, seed))) throw new Refusal(311, '$factorNone');
    });
    return { recovery: veiled(by, seed) };
  });
