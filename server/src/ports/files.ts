import type { Readable } from 'node:stream';

/** Where the bytes of files lie. Keys are made by the server (at least 128 random bits); a key that exists is never written again. */
export interface FileStore {
  /** Writes the stream whole and durable or not at all; answers its size in bytes and SHA-256 in hex. Over `limit` bytes it refuses with 316, on a full disk with 321. */
  put(key: string, bytes: Readable, limit: number): Promise<{ length: number; sha256: string }>;
  /** 340 when it is not there. */
  open(key: string): Promise<Readable>;
  remove(key: string): Promise<void>;
  /** Keys written before an instant, for the sweep of bytes whose row never came; half-written ones of that age are taken away. */
  keysBefore(then: Date): Promise<string[]>;
}
