import type { ReportDef, ReportSourceDef } from '#protocol/meta/report.ts';
import { instantOf } from '#protocol/wire/clock.ts';
import { bucketOf, daysOf } from './ranges.ts';

/** A month at whose end something is asked for, from 1900 to 2999. */
const MONTH = /^(19|2\d)\d\d-(0[1-9]|1[0-2])$/;

/** Whether it is a month, yyyy-MM, that has ended on this day: of one that has not nobody knows how it will end. */
export const hasEnded = (month: string, today: string): boolean => MONTH.test(month) && month < bucketOf('MONTH', today);

/** The day on which it is asked: today, of a month of the past its last one. */
export const dayAsked = (month: string | undefined, today: string): string => (month === undefined ? today : daysOf(month)[1]);

/** The last instant of a month on the clock of a zone, in ISO 8601 with the microseconds that the database has. */
export function endOf(month: string, zone: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
  const begins = instantOf(`${next}-01 00:00:00`, zone)!;
  return new Date(begins - 1).toISOString().replace('Z', '999Z');
}

/** Whether a report can be asked for as of a month: all of its sources know a past, or none does (check/report). */
export const knowsPast = ({ sources }: Pick<ReportDef, 'sources'>): boolean => sources.some(({ past }) => past !== undefined);

/** The month at whose end the rows of a source are read, as they stood then; undefined where they are read as they are known now. */
export const stoodAt = ({ past }: Pick<ReportSourceDef, 'past'>, month: string | undefined): string | undefined =>
  past === 'history' ? month : undefined;
