import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Refusal } from '#protocol/codes.ts';
import type { FileStore } from '#server/ports/files.ts';

/**
 * Files in memory. A key that was never written here answers `file <key>`, so that worlds whose rows were copied have the bytes to
 * them; `changed` answers other bytes of the same length for a key.
 */
export function memoryFiles(changed: (key: string) => Buffer | undefined = () => undefined): FileStore {
  const kept = new Map<string, Buffer>();
  const put: FileStore['put'] = async (key, bytes, limit) => {
    const parts: Buffer[] = [];
    for await (const part of bytes) parts.push(part as Buffer);
    const whole = Buffer.concat(parts);
    if (whole.length > limit) throw new Refusal(316);
    kept.set(key, whole);
    return { length: whole.length, sha256: createHash('sha256').update(whole).digest('hex') };
  };
  return {
    put,
    stage: put,
    isStaged: async (key) => kept.has(key),
    claim: async () => undefined,
    open: async (key) => Readable.from([kept.get(key) ?? changed(key) ?? Buffer.from(`file ${key}`)]),
    remove: async (key) => {
      kept.delete(key);
    },
    room: async () => null,
    stagedBefore: async () => [],
    keysBefore: async () => [],
  };
}
