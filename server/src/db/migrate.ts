import { createHash } from 'node:crypto';
import type { Db, Tx } from './db.ts';

/** One step of a room's engine tables. Once landed it is never edited: what changes is a new step. */
export interface MigrationStep {
  /** Unique in its room; steps run in the order of the list. */
  id: string;
  /** Several statements may stand in it. Engine tables live in schema `fw`. */
  sql: string;
}

export interface MigrationRoom {
  room: string;
  steps: readonly MigrationStep[];
}

/** Schemas: `fw` the engine's own tables, `app` the tables of definitions, `hist` their closed versions. */
const GROUND = `
create schema if not exists fw;
create schema if not exists app;
create schema if not exists hist;
create table if not exists fw.migration (
  room text not null,
  id text not null,
  checksum text not null,
  applied_at timestamptz not null default now(),
  primary key (room, id)
);`;

/** Waits for other servers, and for tables that are large. */
const PATIENT = { patient: true };
const LOCK_KEY = 7_041_777;

/**
 * Brings the engine's tables to the state that the rooms declare: all missing steps in one transaction, rooms in the order given.
 * Servers that start together wait for each other. Answers the steps applied, as `room/id`. Throws when an applied step was edited
 * or is unknown here (the database was made by a newer version).
 */
export function migrate(db: Db, rooms: readonly MigrationRoom[]): Promise<string[]> {
  const wanted = stepsOf(rooms);
  return db.tx((tx) => applyMissing(tx, wanted), PATIENT);
}

/** The same in a transaction of the caller's. */
export const migrateIn = (tx: Tx, rooms: readonly MigrationRoom[]): Promise<string[]> => applyMissing(tx, stepsOf(rooms));

interface Keyed extends MigrationStep {
  key: string;
  room: string;
  checksum: string;
}

function stepsOf(rooms: readonly MigrationRoom[]): Keyed[] {
  const wanted = rooms.flatMap(({ room, steps }) =>
    steps.map((step) => ({ key: `${room}/${step.id}`, room, ...step, checksum: checksum(step.sql) })),
  );
  const doubled = wanted.find((step, at) => wanted.findIndex((other) => other.key === step.key) !== at);
  if (doubled) throw new Error(`migration ${doubled.key} is declared twice`);
  return wanted;
}

async function applyMissing(tx: Tx, wanted: readonly Keyed[]): Promise<string[]> {
  await tx.query(`select pg_advisory_xact_lock(${LOCK_KEY})`);
  await tx.query(GROUND);
  const applied = await readApplied(tx);
  const known = new Set(wanted.map((step) => step.key));
  const unknown = [...applied.keys()].filter((key) => !known.has(key));
  if (unknown.length > 0) throw new Error(`this database was made by a newer version: it has ${unknown.join(', ')}`);
  const done: string[] = [];
  for (const step of wanted) {
    const before = applied.get(step.key);
    if (before === step.checksum) continue;
    if (before) throw new Error(`migration ${step.key} was edited after it had been applied: write a new step instead`);
    await apply(tx, step);
    done.push(step.key);
  }
  return done;
}

async function readApplied(tx: Tx): Promise<Map<string, string>> {
  const rows = await tx.query<{ key: string; checksum: string }>(`select room || '/' || id as key, checksum from fw.migration`);
  return new Map(rows.map((row) => [row.key, row.checksum]));
}

async function apply(tx: Tx, step: { key: string; room: string; id: string; sql: string; checksum: string }): Promise<void> {
  try {
    await tx.query(step.sql);
  } catch (error) {
    const said = (error as Error).cause as Error | undefined;
    throw new Error(`migration ${step.key}: ${said?.message ?? (error as Error).message}`, { cause: error });
  }
  await tx.query('insert into fw.migration (room, id, checksum) values ($1, $2, $3)', [step.room, step.id, step.checksum]);
}

function checksum(sql: string): string {
  return createHash('sha256').update(sql.replaceAll(/\s+/g, ' ').trim()).digest('hex').slice(0, 16);
}
