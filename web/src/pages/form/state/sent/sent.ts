import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { newRid } from '#web/api/rid.ts';
import type { Sent } from '../form-state.ts';

/** The request that `content` is: what was sent before where it is the same, with another field, opinion or goal a new one. */
export function sentFor(before: Sent | undefined, content: object): Sent {
  const of = bytesToHex(sha256(utf8ToBytes(JSON.stringify(content))));
  return before?.of === of ? before : { rid: newRid(), of };
}
