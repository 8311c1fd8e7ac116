import { expect, it } from 'vitest';
import type { SuiteDef } from '#protocol/meta/suite.ts';
import { loadCatalogue } from '#server/meta/load.ts';
import { capex } from '#suites/capex/suite.ts';
import { sample } from '#suites/sample/suite.ts';
import { sys } from '#suites/sys/suite.ts';
import { mayBeStale } from './subtables.ts';

it('FLOW-05 what is calculated from rows that may be saved alone is calculated again at a review, also at one that sends nothing', () => {
  const of = (...suites: SuiteDef[]) => loadCatalogue([sys, ...suites]);
  // its rows must add up to the record, so none is saved alone
  expect(mayBeStale(of(capex).table('initiation')!)).toBe(false);
  expect(mayBeStale(of(sample).table('sample_type')!)).toBe(true);
  expect(mayBeStale(of(sample).table('sample_line')!)).toBe(false);
});
