import type { Db, Tx } from '#server/db/db.ts';
import type { Clock } from '#server/ports/clock.ts';
import type { FileStore } from '#server/ports/files.ts';
import type { Catalogue } from './catalogue.ts';

/** What the rooms work with, composed once in main. */
export interface House {
  db: Db;
  catalogue: Catalogue;
  clock: Clock;
  files: FileStore;
  /** keys that never lie in the database: sealing of credentials, tickets, channel (32 bytes each) */
  keys: { seal: Buffer; ticket: Buffer; channel: Buffer; pepper: Buffer };
  settings: { realm: string; kdfN: number; mqttUrl: string | null };
}

/** The house as one transaction sees it: what reads through it reads there. */
export const houseAt = (house: House, tx: Tx): House => ({ ...house, db: { ...house.db, query: tx.query } });
