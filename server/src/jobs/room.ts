import type { FileStore } from '#server/ports/files.ts';

/** Less than this is little, whatever the disk's size. */
const LITTLE = 1_073_741_824;
const EVERY_MS = 60_000;
const AGAIN_MS = 3_600_000;

/**
 * Warns while the disk of the files, which is the embedded database's too, is nearly full: when that begins, and every hour. By a timer of
 * its own and not as a tick: a tick needs room in the database.
 */
export function watchRoom({ room }: Pick<FileStore, 'room'>, warn: (error: Error) => void): () => void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  const look = async (): Promise<void> => {
    const left = await room().catch(() => null);
    if (!left || left.free >= LITTLE) {
      warnedAt = Number.NEGATIVE_INFINITY;
      return;
    }
    if (performance.now() - warnedAt < AGAIN_MS) return;
    warnedAt = performance.now();
    const megabytes = Math.floor(left.free / 1_048_576);
    warn(new Error(`the disk of DATA_DIR has ${megabytes} MiB left: when it is full nothing can be saved`));
  };
  void look();
  const timer = setInterval(() => void look(), EVERY_MS).unref();
  return () => clearInterval(timer);
}
