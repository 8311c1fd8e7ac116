import { type AuthParameters, isSafeKdf } from '#protocol/signin/proof.ts';
import { call } from '#web/api/call.ts';
import { ApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { say } from '#web/i18n/use-text.ts';

export interface AppPlace {
  system: 'ios' | 'android';
  url: string;
}

/** What the sign-in page of this host shows (AUTH-03). */
export interface HostPage {
  app_name: string;
  app_name_en?: string;
  company?: string;
  company_en?: string;
  logo?: string;
  copyright?: string;
  copyright_en?: string;
  /** the sub-account of this host: not asked for then */
  subname?: string;
  /** 1 while nobody exists: the platform is to be set up */
  set_up?: 1;
  /** 1 where companies may register */
  register?: 1;
  /** where the app for phones is had */
  apps?: readonly AppPlace[];
  /** a picture of this site, in place of the drawing */
  banner?: string;
  /** 1 where mails are sent: who forgot his password gets a link */
  mail?: 1;
}

/** What a proof is made with: `now` is the server's clock, at each call as it stands then. */
export interface Proving {
  auth: AuthParameters;
  now: () => Date;
}

const lookUp = async () => (await call(ops.domain, { host: location.host })).data as unknown as HostPage & { auth: AuthParameters };

export const loadHostPage = (): Promise<HostPage> => lookUp();

/** Asks how a password is proved here. Throws when the server asks for less than is safe. */
export async function lookUpProving(): Promise<Proving> {
  const { auth } = await lookUp();
  const asked = performance.now();
  if (auth.v !== 'P1' || !isSafeKdf(auth.kdf)) throw new ApiError(300, say('signin.unsafe'));
  return { auth, now: () => new Date(auth.now + performance.now() - asked) };
}
