import { Refusal } from '#protocol/codes.ts';
import type { Guard } from './guard.ts';

/** Saves of dictionaries: suites bring them, and a company changes what they are called. */
export const guardDict: Guard = async ({ act, changes }) => {
  if (act !== 'Modify' || 'code' in changes || 'suite' in changes || 'status' in changes) throw new Refusal(312, '$dictOfSuite');
};
