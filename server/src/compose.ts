import { accessMigrations } from '#server/access/migrations.ts';
import type { Db } from '#server/db/db.ts';
import { type MigrationRoom, migrate } from '#server/db/migrate.ts';
import { checkFlows } from '#server/flow/check-flows.ts';
import { flowMigrations } from '#server/flow/migrations.ts';
import { health } from '#server/http/health.ts';
import { createServer, type ServerOptions } from '#server/http/server.ts';
import type { House } from '#server/meta/house.ts';
import { DefinitionError, loadCatalogue } from '#server/meta/load.ts';
import { metaMigrations } from '#server/meta/migrations.ts';
import { applySync } from '#server/meta/sync/apply.ts';
import { createDispatch, indexOps } from '#server/ops/dispatch.ts';
import { ALL_OPS } from '#server/ops/registry.ts';
import { recordsMigrations } from '#server/records/migrations.ts';
import { signinMigrations } from '#server/signin/migrations.ts';
import { findSession } from '#server/signin/session.ts';
import { capex } from '#suites/capex/suite.ts';
import { opendata } from '#suites/opendata/suite.ts';
import { sys } from '#suites/sys/suite.ts';

/** The suites of this installation, requirements first. */
const SUITES = [sys, capex, opendata];

/** Engine tables, a room after those whose tables it names. */
const MIGRATIONS: readonly MigrationRoom[] = [metaMigrations, accessMigrations, signinMigrations, recordsMigrations, flowMigrations];

/** What a house is built from; the catalogue is this module's own. */
export type Parts = Omit<House, 'catalogue'>;

/** Brings the database to what this version's definitions say, and answers the house that works on it. */
export async function openHouse(parts: Parts, say: (line: string) => void): Promise<House> {
  const catalogue = loadCatalogue(SUITES);
  const { errors } = checkFlows(catalogue);
  if (errors.length) throw new DefinitionError(errors);
  const steps = await migrate(parts.db, MIGRATIONS);
  const plan = await applySync(parts.db, catalogue);
  if (steps.length + plan.steps.length > 0) say(`database: ${steps.length} engine steps, ${plan.steps.length} table steps`);
  return { ...parts, catalogue };
}

/** The server of a house, not yet listening. */
export function openServer(house: House, options: Pick<ServerOptions, 'web' | 'logger'>): ReturnType<typeof createServer> {
  const ops = indexOps(ALL_OPS);
  return createServer({
    ...options,
    api: {
      ops,
      dispatch: createDispatch(house, ops),
      findSession: (token, { background }) => findSession(house, token, { background }),
      secure: false,
    },
    plugins: [health({ check: () => isWell(house.db) })],
  });
}

const isWell = (db: Db): Promise<unknown> => db.query('select 1');
