import { concat, toBase64url } from '#protocol/signin/bytes.ts';
import { foldName, type NameFault, nameFault } from '#protocol/signin/names.ts';
import { call } from '#web/api/call.ts';
import { asApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { type NewPasswordFault, newPasswordFaults } from '#web/entry/new-password.ts';
import { lookUpProving } from '#web/proof/host.ts';
import { keysOf } from '#web/proof/keys.ts';

export const FIELDS = ['login_name', 'key_name', 'person', 'username', 'password', 'again', 'captcha'] as const;
export type Field = (typeof FIELDS)[number];
export type Typed = Record<Field, string>;
export type Fault = NameFault | NewPasswordFault;

/** What is wrong with the input, by field; `digits` are those that are shown. */
export function faultsOf(typed: Typed, digits: string): Partial<Record<Field, Fault>> {
  const { captcha, login_name, username } = typed;
  const faults: Partial<Record<Field, Fault | null>> = {
    login_name: nameFault(login_name),
    key_name: typed.key_name === '' ? 'empty' : null,
    person: typed.person === '' ? 'empty' : null,
    username: nameFault(username),
    ...newPasswordFaults(typed, { names: [login_name, username] }),
    captcha: captcha === '' ? 'empty' : captcha.normalize('NFKC') === digits ? null : 'differs',
  };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault)) as Partial<Record<Field, Fault>>;
}

/** Four digits, for the comfort of people: programs are bounded by the server. */
export const drawDigits = (): string => String(10_000 + (crypto.getRandomValues(new Uint16Array(1))[0]! % 10_000)).slice(1);

/** The zone of this device, by its IANA name. */
export const zoneHere = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Makes company and administrator. The password stays here; what goes out signs nobody in. Sent again with the same `random` it is made
 * once. Throws ApiError with a remark to be shown.
 */
export async function register(typed: Typed, random: string): Promise<void> {
  const { auth } = await lookUpProving();
  const who = { subname: typed.login_name, username: typed.username };
  const { storedKey, serverKey } = await keysOf(auth, who, typed.password);
  const { key_name, person } = typed;
  const wanted = {
    ...{ login_name: foldName(typed.login_name), username: foldName(typed.username), key_name, person, random },
    ...{ captcha: typed.captcha.normalize('NFKC'), verifier: toBase64url(concat(storedKey, serverKey)) },
  };
  const send = (time_zone: string) => call(ops.register, { ...wanted, time_zone });
  await send(zoneHere()).catch((error) => {
    // a zone that only this browser knows keeps nobody out
    if (asApiError(error).data.field !== 'time_zone') throw error;
    return send('');
  });
}
