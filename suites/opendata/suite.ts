import { defineSuite } from '#protocol/meta/suite.ts';
import { cityPhase } from './dicts/city.ts';
import { placeAccuracy, powerKind, powerStatus, powerTechnology } from './dicts/power.ts';
import { openData } from './modules.ts';
import { cityBudgets, cityByAgency } from './reports/city.ts';
import { powerMap } from './reports/power.ts';
import { dataAnalyst } from './roles/data-analyst.ts';
import { dataReader } from './roles/data-reader.ts';
import { cityProjectReport } from './tables/city-project-report.ts';
import { powerUnit } from './tables/power-unit.ts';

/** Real open data beside the ledger. Its rows are in seed.ts: only the demonstration company has them. */
export const opendata = defineSuite({
  uid: 'opendata',
  code: 'opendata',
  version: '0.1.0',
  key_name: '公开数据',
  key_name_en: 'Open data',
  requires: ['sys', 'capex'],
  modules: [openData],
  dicts: [powerKind, powerStatus, powerTechnology, placeAccuracy, cityPhase],
  roles: [dataReader, dataAnalyst],
  tables: [powerUnit, cityProjectReport],
  reports: [powerMap, cityByAgency, cityBudgets],
  seed: [],
});
