import type { Readable } from 'node:stream';

/** Bytes of a file, both ends within it. */
export interface Part {
  from: number;
  to: number;
}

/**
 * Where the bytes of files lie. Keys are made by the server (at least 128 random bits); a key that exists is never written again.
 * An upload is staged first, then its row is committed, then it is claimed: what lies in its place has had a row, and what waits
 * staged without one belongs to nobody after a while.
 */
export interface FileStore {
  /** Bytes that are left for more, and of how many; null where nobody counts them. */
  room(): Promise<{ free: number; whole: number } | null>;
  /**
   * Writes the stream whole and durable or not at all; answers its size in bytes and SHA-256 in hex. Over `limit` bytes it refuses with 316, on
   * a full disk with 321 and `$disk_full`. `look` sees its first 64 bytes, or all of a smaller one, before any of them is written, and may refuse.
   */
  stage(key: string, bytes: Readable, limit: number, look?: (head: Buffer) => void): Promise<{ length: number; sha256: string }>;
  isStaged(key: string): Promise<boolean>;
  /** Moves what is staged to its place; nothing where it lies there already. Whoever dies meanwhile leaves it in one of the two. */
  claim(key: string): Promise<void>;
  /** Staged and claimed at once, for what has its row already. */
  put(key: string, bytes: Readable, limit: number): Promise<{ length: number; sha256: string }>;
  /** Staged or claimed, whole or a part of it; 340 when it is neither. */
  open(key: string, part?: Part): Promise<Readable>;
  remove(key: string): Promise<void>;
  /** Keys staged, half-written ones too, whose last byte came before an instant. */
  stagedBefore(then: Date): Promise<string[]>;
  /** Keys claimed that were written before an instant, for the sweep of bytes whose row is gone. What an older version left half-written there goes meanwhile. */
  keysBefore(then: Date): Promise<string[]>;
}
