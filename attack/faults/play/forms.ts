import { randomUUID } from 'node:crypto';
import { PARTS } from './suite.ts';

export const newRid = (): string => randomUUID();

/** A new shipment of three sub-tables whose amounts are 100 together. */
export function shipmentForm(rid: string, rest: Record<string, unknown> = {}): Record<string, unknown> {
  const rows = (...prices: number[]) => prices.map((price) => ({ op: 'Add', price: String(price) }));
  const [leg, crate, toll] = PARTS.map((part) => `${part}.shipment_entity`) as [string, string, string];
  return {
    cloud: 'shipment',
    _rid: rid,
    key_name: `ship ${rid}`,
    memo: rid,
    department_entity: 31,
    _subtables: { [leg]: rows(20, 30), [crate]: rows(10, 25), [toll]: rows(15) },
    ...rest,
  };
}

/** A new voyage, submitted: its first step is all four signers'. */
export function voyageForm(rid: string, rest: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    cloud: 'voyage',
    _rid: rid,
    _event: 11,
    key_name: `voyage ${rid}`,
    memo: rid,
    fare: '7',
    _subtables: {
      'voyage_stop.voyage_entity': [
        { op: 'Add', price: '3' },
        { op: 'Add', price: '4' },
      ],
    },
    ...rest,
  };
}
