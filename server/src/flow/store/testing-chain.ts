import { createHash } from 'node:crypto';
import type { Tx } from '#server/db/db.ts';

interface Row {
  company_id: number;
  case_id: number;
  seq: number;
  op: string;
  actor: number;
  behalf: number | null;
  todo_id: number | null;
  event_id: number | null;
  from_state: number;
  to_state: number;
  remark: string;
  data: unknown;
  request_id: string | null;
  at: string;
  hash: Buffer | null;
}
interface Whose {
  company_id: number;
  id: number;
  rowid: number;
  seq: number;
  hash: Buffer | null;
}
/** A case, and the first thing in its log that is not as it was written. */
export type Found = [case_id: number, seq: number, what: string];

const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** A value as the database writes it: keys by their length in bytes, and those of one length byte by byte. */
function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const keys = Object.entries(value).map(([key, of]) => ({ key, bytes: Buffer.from(key), of }));
  keys.sort((one, other) => one.bytes.length - other.bytes.length || Buffer.compare(one.bytes, other.bytes));
  return `{${keys.map(({ key, of }) => `${JSON.stringify(key)}: ${written(of)}`).join(', ')}}`;
}

/** Microseconds since 1970 of `2026-11-21T02:20:00.123456Z`. */
function microseconds(at: string): number {
  const [, whole, part = ''] = /^(.*?)(?:\.(\d+))?Z$/.exec(at)!;
  return Date.parse(`${whole}Z`) * 1000 + Number(part.padEnd(6, '0'));
}

export const bytesOfRow = (l: Omit<Row, 'hash' | 'case_id'>, rowid: number): Buffer =>
  Buffer.from(
    written([
      ...[l.company_id, rowid, l.seq, l.op, l.actor, l.behalf, l.todo_id, l.event_id, l.from_state, l.to_state],
      ...[l.remark, l.data, l.request_id, microseconds(l.at)],
    ]),
  );
export const hashOfRow = (before: Uint8Array | null, row: Omit<Row, 'hash' | 'case_id'>, rowid: number): Buffer =>
  sha256(before ?? Buffer.alloc(0), bytesOfRow(row, rowid));

/** What the chain's verifier has to say of a company, found here step by step and by nothing of the product. */
export async function oracle(tx: Tx, company: number): Promise<Found[]> {
  const cases = await tx.query<Whose>('select company_id, id, rowid, seq, hash from fw.flow_case where company_id = $1 order by id', [
    company,
  ]);
  const found: Found[] = [];
  for (const one of cases) {
    const log = await tx.query<Row>('select * from fw.flow_log where company_id = $1 and case_id = $2 order by seq', [company, one.id]);
    const anchors = await tx.query<{ seq: number; hash: Buffer }>(
      'select seq, hash from fw.flow_anchor where company_id = $1 and case_id = $2',
      [company, one.id],
    );
    const first = firstOf(one, log, anchors[0]);
    if (first) found.push([one.id, ...first]);
  }
  return found;
}

function firstOf(of: Whose, log: readonly Row[], anchor?: { seq: number; hash: Buffer }): [number, string] | null {
  const old = anchor?.seq ?? 0;
  const early = log.find((row) => row.seq < 1);
  if (early) return [early.seq, 'inserted'];
  const before: Buffer[] = [];
  let last: Buffer | null = null;
  for (let seq = 1; seq <= of.seq; seq += 1) {
    const row = log.find((one) => one.seq === seq);
    if (!row) return [seq, 'missing'];
    if (seq <= old) before.push(sha256(bytesOfRow(row, of.rowid)));
    if (seq === old && !sha256(...before).equals(anchor!.hash)) return [seq, 'anchor'];
    if (seq <= old && row.hash) return [seq, 'changed'];
    if (seq > old && !row.hash) return [seq, 'inserted'];
    if (seq > old && !hashOfRow(last, row, of.rowid).equals(row.hash!)) return [seq, 'changed'];
    last = seq < old ? null : seq === old ? anchor!.hash : row.hash;
  }
  if (!last || !of.hash?.equals(last)) return [of.seq, 'head'];
  const late = log.find((row) => row.seq > of.seq);
  return late ? [late.seq, 'inserted'] : null;
}
