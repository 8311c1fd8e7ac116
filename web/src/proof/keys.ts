import { fromBase64url } from '#protocol/signin/bytes.ts';
import { foldName, foldPassword } from '#protocol/signin/names.ts';
import { type AuthParameters, type Identity, type PasswordKeys, passwordKeys, saltOf } from '#protocol/signin/proof.ts';
import { primitives } from './crypto.ts';

/**
 * The keys of a person's password: `storedKey` and `serverKey` are the verifier that a server may keep of it, `clientKey` never leaves the
 * page. Names and password as they were typed. Takes about a second, by the installation's cost.
 */
export const keysOf = ({ salt, kdf }: AuthParameters, { subname, username }: Identity, password: string): Promise<PasswordKeys> => {
  const who = { subname: foldName(subname), username: foldName(username) };
  return passwordKeys(primitives, foldPassword(password), saltOf(primitives, fromBase64url(salt) ?? new Uint8Array(), who), kdf);
};
