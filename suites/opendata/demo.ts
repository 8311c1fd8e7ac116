import type { DemoDef } from '#protocol/meta/demo.ts';
import { openDataSeeds } from './seed.ts';

/** Real open data in domains of the demonstration company. */
export const openDataDemo: DemoDef = { requires: ['capex'], companies: [], seeds: openDataSeeds };
