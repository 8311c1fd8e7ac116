import type { SeedDef } from '#protocol/meta/suite.ts';
import cityProject from './seed/city-project.json' with { type: 'json' };
import cityReport from './seed/city-report.json' with { type: 'json' };
import cityStage from './seed/city-stage.json' with { type: 'json' };
import powerUnit from './seed/power-unit.json' with { type: 'json' };

/** What scripts/pack-opendata.ts writes: rows by columns, empty tails cut. */
interface Pack {
  table: string;
  fields: string[];
  rows: unknown[][];
}

/** The packed rows spread out; what is empty is left out. */
const spread = (pack: Pack, domain: string): SeedDef => ({
  table: pack.table,
  company: 'demo',
  domain,
  rows: pack.rows.map((row) => Object.fromEntries(row.map((cell, at) => [pack.fields[at]!, cell]).filter(([, cell]) => cell !== null))),
});

/** Rows of the domains `nyc` and `power` of the demonstration company; their departments and entities are the demo suite's. */
export const openDataSeeds: readonly SeedDef[] = [
  spread(cityProject as Pack, 'nyc'),
  spread(cityStage as Pack, 'nyc'),
  spread(cityReport as Pack, 'nyc'),
  spread(powerUnit as Pack, 'power'),
];
