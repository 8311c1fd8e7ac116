import type { DemoDef } from '#protocol/meta/demo.ts';
import { demoCompanies } from './companies.ts';
import { demoSeeds } from './seed.ts';

/** The invented group and its counterpart, with people for the seven steps. */
export const demo: DemoDef = { requires: ['capex'], companies: demoCompanies, seeds: demoSeeds };
