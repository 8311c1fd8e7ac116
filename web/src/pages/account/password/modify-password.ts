import { sealVerifier } from '#protocol/signin/sealed.ts';
import { call } from '#web/api/call.ts';
import { ops } from '#web/api/ops.ts';
import { primitives } from '#web/proof/crypto.ts';
import { keysOf } from '#web/proof/keys.ts';
import { checkServer, type Owner, proveOwn } from '#web/proof/own.ts';

/** Proves the old password and hands over what is kept of the new one, sealed with the old: neither leaves the page. Throws ApiError with a remark to be shown. */
export async function modifyPassword(owner: Owner, old: string, next: string): Promise<void> {
  const by = await proveOwn('ModifyPwd', owner, old);
  const verifier = await keysOf(by.auth, owner, next);
  const { data } = await call(ops.modifyPwd, {
    ...by.said,
    old_password: by.proof,
    new_password: sealVerifier(primitives, by.keys.clientKey, by.message, verifier),
  });
  checkServer(data?.sign, by);
}
