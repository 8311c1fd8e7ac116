import type { ReportMeasureDef, ReportTargetDef } from '#protocol/meta/report.ts';
import type { StoredRow } from '#server/access/testing-oracle.ts';

/** What random reports are made of, each part with what it means of stored rows, by arithmetic of its own. */
export type Told1 = string | number | null;
/** Targets with what a stored row stands under. */
export const TARGETS: readonly [ReportTargetDef, (row: StoredRow) => Told1][] = [
  [{ name: 'type', fields: 'type' }, (row) => row.type as Told1],
  [{ name: 'code', fields: 'code' }, (row) => (row.code as string | null) || null],
  [{ name: 'unit', fields: 'department_entity' }, (row) => row.department_entity as Told1],
  [{ name: 'owner', fields: 'owner_entity' }, (row) => row.owner_entity as Told1],
  // what may not be read and what is empty cannot be told apart
  [{ name: 'vault', fields: 'vault_entity' }, () => null],
  [
    { name: 'month', fields: 'begin_date', type: 'DATE', periods: ['MONTH'] },
    (row) => (row.begin_date as string | null)?.slice(0, 7) ?? null,
  ],
  [
    { name: 'year', fields: 'begin_date', type: 'DATE', periods: ['YEAR'] },
    (row) => (row.begin_date as string | null)?.slice(0, 4) ?? null,
  ],
  [{ name: 'quarter', fields: 'begin_date', type: 'DATE', periods: ['QUARTER'] }, (row) => quarter(row.begin_date as string | null)],
  [{ name: 'day', fields: 'due_time', type: 'DATE', periods: ['DAILY'] }, (row) => row.due as Told1],
  [
    { name: 'band', fields: 'amount', type: 'BAND', bands: ['0', '10.00001', '100'] },
    (row) => band(row.amount as string | null, [0, 10.00001, 100]),
  ],
  [{ name: 'five', fields: 'num', type: 'BAND', bands: ['5'] }, (row) => band(row.num as string | null, [5])],
];
const quarter = (day: string | null): Told1 =>
  day && `${day.slice(0, 4)}-Q${{ '01': 1, '02': 1, '03': 1, '04': 2, '05': 2, '06': 2, '07': 3, '08': 3, '09': 3 }[day.slice(5, 7)] ?? 4}`;
const band = (value: string | number | null, bounds: readonly number[]): Told1 =>
  value === null ? null : bounds.filter((bound) => Number(value) >= bound).length;

export const WHERES: readonly [string | undefined, (row: StoredRow) => boolean, string?][] = [
  [undefined, () => true],
  ['type=1', (row) => row.type === 1],
  ['type!=2', (row) => row.type !== 2],
  ['type in (1,2)&amount>5', (row) => (row.type === 1 || row.type === 2) && row.amount !== null && Number(row.amount) > 5],
  ['code is not empty', (row) => Boolean(row.code)],
  ['amount is empty', (row) => row.amount === null],
  ['begin_date>=2025-01-01&begin_date<2026-01-01', (row) => String(row.begin_date ?? '').startsWith('2025')],
  ["memo like 'memo 1'", (row) => String(row.memo ?? '').includes('memo 1'), 'memo'],
];
const PRODUCT = { key_name: '积', key_name_en: 'Product' };
export const MEASURES: readonly [ReportMeasureDef, (rows: readonly StoredRow[]) => unknown, string?][] = [
  [{ name: 'num', of: 'count' }, (rows) => rows.length],
  [{ name: 'total', of: 'sum', field: 'amount' }, (rows) => sum(rows, 'amount')],
  [{ name: 'hidden', of: 'sum', field: 'secret' }, (rows) => sum(rows, 'secret'), 'secret'],
  [{ name: 'least', of: 'min', field: 'amount' }, (rows) => extreme(rows, -1)],
  [{ name: 'most', of: 'max', field: 'amount' }, (rows) => extreme(rows, 1)],
  [{ name: 'codes', of: 'distinct', field: 'code' }, (rows) => new Set(rows.map(({ code }) => code).filter((code) => code !== null)).size],
  [
    { name: 'units', of: 'distinct', field: 'department_entity' },
    (rows) => new Set(rows.flatMap(({ department_entity: unit }) => unit ?? [])).size,
  ],
  [{ name: 'worth', of: 'sum', field: 'amount', times: 'num', ...PRODUCT }, (rows) => products(rows, ['amount', 'num'], 6)],
  [{ name: 'kept', of: 'sum', field: 'amount', times: 'secret', ...PRODUCT }, (rows) => products(rows, ['amount', 'secret'], 12), 'secret'],
];
/** Products, multiplied and added as whole numbers of so many decimals; what has one part alone has none. */
function products(rows: readonly StoredRow[], fields: readonly [string, string], places: number): string | null {
  const all = rows.flatMap((row) => {
    const parts = fields.map((field) => row[field]);
    return parts.some((part) => part === null)
      ? []
      : [parts.reduce((one: bigint, part) => one * BigInt(String(part).replace('.', '')), 1n)];
  });
  if (all.length === 0) return null;
  const whole = all.reduce((one, other) => one + other, 0n);
  const text = String(whole < 0n ? -whole : whole).padStart(places + 1, '0');
  return `${whole < 0n ? '-' : ''}${text.slice(0, -places)}.${text.slice(-places)}`;
}
/** Millionths, added as whole numbers. */
function sum(rows: readonly StoredRow[], field: string): string | null {
  const all = rows.flatMap((row) => (row[field] === null ? [] : [BigInt(String(row[field]).replace('.', ''))]));
  if (all.length === 0) return null;
  const whole = all.reduce((one, other) => one + other, 0n);
  const text = String(whole < 0n ? -whole : whole).padStart(7, '0');
  return `${whole < 0n ? '-' : ''}${text.slice(0, -6)}.${text.slice(-6)}`;
}
function extreme(rows: readonly StoredRow[], sign: number): string | null {
  const all = rows.flatMap(({ amount }) => (amount === null ? [] : [String(amount)]));
  return all.sort((a, b) => sign * (Number(b) - Number(a)))[0] ?? null;
}
