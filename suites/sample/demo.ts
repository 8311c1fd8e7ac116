import type { DemoDef } from '#protocol/meta/demo.ts';
import { letters, materials, orders, requests, shares } from './seed/orders.ts';
import { classes, devices, sites, steps, stocks, visits } from './seed/sites.ts';

/** A year of upkeep of the invented group's substations: what the show house is looked at with. */
export const sampleDemo: DemoDef = {
  requires: ['capex'],
  companies: [],
  seeds: [classes, sites, devices, visits, steps, stocks, orders, materials, letters, requests, shares],
};
