import type { Db, Tx } from '#server/db/db.ts';
import type { Clock } from '#server/ports/clock.ts';
import type { FileStore } from '#server/ports/files.ts';
import type { Mailer } from '#server/ports/mail.ts';
import type { Catalogue } from './catalogue.ts';
import type { HandlersOf } from './handler.ts';
import type { Session } from './session.ts';

/** An entry of the security log as it stands in the log of the process; texts are cleaned of control characters. */
export interface SecurityLine {
  company: number | null;
  actor: number | null;
  login: string;
  op: string;
  target: string;
  reason: string;
  /** as somebody typed it */
  said: string;
  address: string;
  sid: string;
}

/** A call that took its caller long, as he reports it. */
export interface SlowCall {
  company: number;
  actor: number;
  /** `path?op=Op`, '' for one that is none */
  op: string;
  /** milliseconds beyond what the server needed */
  ms: number;
}

/** What the rooms work with, composed once in main. */
export interface House {
  db: Db;
  /**
   * The definitions that someone works with, and null for nobody: start-up, jobs, setting up. Whoever works for a person asks his access for
   * them (`access.catalogue`); a test names the few that ask here.
   */
  catalogueOf(session: Session | null): Catalogue;
  /** what actions of op Call do, by suite and `code`; absent: no suite brings code */
  handlers?: HandlersOf;
  clock: Clock;
  files: FileStore;
  /** keys that never lie in the database: sealing of credentials, tickets, channel (32 bytes each) */
  keys: { seal: Buffer; ticket: Buffer; channel: Buffer; pepper: Buffer };
  settings: {
    realm: string;
    kdfN: number;
    mqttUrl: string | null;
    /** endings of files that no field takes unless its definition names them; absent: programs and scripts; none: everything is taken */
    refusedFiles?: readonly string[] | undefined;
    /** bytes of one person's uploads that wait for a save; absent: 1,000 MiB */
    mostWaiting?: number | undefined;
    /** bytes of all files of one company; absent: no bound */
    mostStored?: number | undefined;
    /** whether strangers may make companies */
    registration?: boolean | undefined;
    /** how many active people a company has at most that strangers make; absent: no bound */
    maxUsers?: number | undefined;
    /** megabytes that the files of such a company may have together; absent: as any other's */
    fileMb?: number | undefined;
    /** where the app for phones is had, by system */
    apps?: { ios?: string | undefined; android?: string | undefined } | undefined;
    /** how maps are drawn: with shapes, under the number of their review, or as tiles alone */
    map?: { tiles?: boolean; review?: string | undefined } | undefined;
    /** where people reach this server: links in mails begin with it; absent only where no mail is sent */
    publicUrl?: string | undefined;
  };
  /** absent: mails wait in the outbox */
  mail?: Mailer | undefined;
  /** the process log's share of each entry of the security log */
  security?: ((line: SecurityLine) => void) | undefined;
  /** where reports of slow calls go; absent: nowhere */
  slow?: ((call: SlowCall) => void) | undefined;
}

/** The house as one transaction sees it: what reads through it reads there. */
export const houseAt = (house: House, tx: Tx): House => ({ ...house, db: { ...house.db, query: tx.query } });
