import { Counter, Gauge, type Metric } from 'prom-client';

export interface Disk {
  /** bytes left on the disk of the files, where somebody counts them */
  room(): Promise<{ free: number } | null>;
  /** what the database could not write for want of room */
  fullDisk(): number;
}

/** How much room is left, and what was refused because there was none. */
export function diskMetrics({ room, fullDisk }: Disk): Metric[] {
  const free = new Gauge({
    name: 'disk_free_bytes',
    help: 'room on the disk of DATA_DIR: files, keys, the embedded database',
    registers: [],
    async collect() {
      const left = await room().catch(() => null);
      if (left) free.set(left.free);
      else free.reset();
    },
  });
  const refused = new Counter({
    name: 'database_disk_full_total',
    help: 'statements that the database refused because its disk is full',
    registers: [],
    collect: () => {
      refused.reset();
      refused.inc(fullDisk());
    },
  });
  return [free, refused];
}
