const MS = 86_400_000;

/** Days as yyyy-MM-dd, without a clock: text in, text out. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * MS).toISOString().slice(0, 10);
export const between = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / MS);
/** The last day of the month a number of months later: planned dates end with months. */
export function monthEnd(day: string, months: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month + months, 0)).toISOString().slice(0, 10);
}
