import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cityReports, histories, parseReport } from './opendata/city.ts';
import { cityProject } from './opendata/city-project.ts';
import { parseCsv } from './opendata/csv.ts';
import { pack, write } from './opendata/pack.ts';
import { powerUnits } from './opendata/power.ts';

/** `tsx scripts/pack-opendata.ts FOLDER`: packs the four CSV files of FOLDER into suites/opendata/seed/*.json. */
const folder = process.argv[2];
if (!folder) {
  console.error('usage: tsx scripts/pack-opendata.ts FOLDER   (with gem_china_*.csv and nyc_capital_projects_*.csv)');
  process.exit(2);
}

const read = (name: string) => parseCsv(readFileSync(join(folder, name), 'utf8'));
const save = (name: string, table: string, rows: readonly Record<string, unknown>[]) => {
  writeFileSync(new URL(`../suites/opendata/seed/${name}.json`, import.meta.url), write(pack(table, rows)));
  console.log(`${table}: ${rows.length}`);
};

const reports = read('nyc_capital_projects_2013-2019.csv').map(parseReport);
const projects = histories(reports).map(cityProject);
save(
  'city-project',
  'project',
  projects.map((one) => one.project),
);
save(
  'city-stage',
  'project_stage',
  projects.flatMap((one) => one.stages),
);
save('city-report', 'city_project_report', cityReports(reports));
save(
  'power-unit',
  'power_unit',
  powerUnits({
    coal: read('gem_china_coal_units_2023-07.csv'),
    hydro: read('gem_china_hydropower_2023-05.csv'),
    nuclear: read('gem_china_nuclear_2023-10.csv'),
  }),
);
