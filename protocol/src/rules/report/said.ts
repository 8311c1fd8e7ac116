import { decimalsOf, placesIn, writeExact } from '#protocol/fields/figure.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { MeasureKind } from '#protocol/meta/report/kinds.ts';
import type { ReportTargetDef } from '#protocol/meta/report.ts';
import { isAlone, type Key } from './drill.ts';

/** What a line stands for in a target, as the wire has it; of a band its bounds. */
export interface NamedKey {
  id: Key;
  key_name: string;
  key_name_en?: string;
  from?: string;
  to?: string;
  /** of a tree: the node alone, without what stands below it */
  own?: 1;
  /** of a record: further fields of it, those alone that its reader sees */
  attr?: Readonly<Record<string, unknown>>;
}

/** The key that was told so. */
export const keyIn = (named: NamedKey | undefined): Key => (named?.own === 1 ? -Number(named.id) : (named?.id ?? null));
/** The node of a key, as the wire has it. */
export const nodeOf = (key: number): Pick<NamedKey, 'own'> & { id: number } => (isAlone(key) ? { id: -key, own: 1 } : { id: key });

/** What a key is called: by a text of the catalogues with its places, or by its own name. */
export type KeySaid =
  | { text: 'none' }
  | { text: 'under'; places: { to: string } }
  | { text: 'least'; places: { from: string } }
  | { text: 'between'; places: { from: string; to: string } }
  | { text: 'quarter'; places: { year: string; quarter: string } }
  | { named: NamedKey; own?: 1 };

const QUARTER = /^(\d{4})-Q([1-4])$/;

export function keySaid(key: NamedKey | undefined, { type }: Pick<ReportTargetDef, 'type'>): KeySaid {
  if (!key || key.id === null) return { text: 'none' };
  if (type === 'BAND') {
    const [from, to] = [writeExact(key.from), writeExact(key.to)];
    if (from === '') return { text: 'under', places: { to } };
    return to === '' ? { text: 'least', places: { from } } : { text: 'between', places: { from, to } };
  }
  const [, year, quarter] = (type === 'DATE' && QUARTER.exec(String(key.id))) || [];
  if (year) return { text: 'quarter', places: { year, quarter: quarter! } };
  if (!key.key_name && !key.key_name_en) return { text: 'none' };
  return { named: key, ...(key.own === 1 ? { own: 1 as const } : {}) };
}

/** Decimals of what is told in parts of 100. */
export const PERCENT_DECIMALS = 1;
/** Decimals of what is reckoned of other figures. */
const RECKONED = 2;

/** Decimals with which a figure that is not told in parts of 100 is shown: its field's, and every one beyond them; none of a count. */
export function decimalsIn({ field_def, kind }: { field_def?: FieldDef; kind: MeasureKind }, figure: string): number {
  if (field_def) return Math.max(decimalsOf(field_def), placesIn(figure));
  return kind === 'add' || kind === 'level' || kind === 'last' ? 0 : RECKONED;
}
