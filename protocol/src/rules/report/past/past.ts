import type { ReportDef, ReportSourceDef } from '#protocol/meta/report.ts';
import { instantOf } from '#protocol/wire/clock.ts';
import { daysOf } from '../ranges.ts';

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
