import { createHash } from 'node:crypto';
import type { Answered } from '#protocol/testing-person.ts';
import type { FaultPoint } from '#server/ports/fault.ts';
import { SIGNERS, type Tokens } from '../lab.ts';
import { client, upload } from '../run/client.ts';
import { newRid, shipmentForm, voyageForm } from './forms.ts';
import type { Wish } from './history.ts';
import { PARTS, STEPS } from './suite.ts';

export interface At {
  url: string;
  tokens: Tokens;
}
/** One write that a fault meets: what is there before it, made without faults, and the call itself, which may be sent again. */
export interface Scenario {
  name: string;
  /** where it can die, in the order it passes them */
  points: readonly string[];
  prepare(at: At): Promise<{ wish: Wish; call: (at: At) => Promise<Answered> }>;
}

const SAVE: readonly FaultPoint[] = ['tx.begun', 'rid.noted', 'save.planned'];
const END: readonly FaultPoint[] = ['rid.answered', 'tx.commit', 'tx.committed'];
const FLOW: readonly FaultPoint[] = ['flow.decided', 'flow.moved'];
/** Of these the answer was lost after all was done. */
export const DONE: readonly string[] = ['tx.committed', 'file.noted', 'file.claimed'];

const ann = ({ url, tokens }: At) => client(url, tokens.ann);
const must = (answer: Answered): Answered => {
  if (answer.code !== 200) throw new Error(`a scenario's ground is refused: ${JSON.stringify(answer)}`);
  return answer;
};
const newShip = async (at: At): Promise<number> => must(await ann(at)('Add', shipmentForm(newRid()))).data!.id as number;
const newVoyage = async (at: At): Promise<number> => must(await ann(at)('Add', voyageForm(newRid()))).data!.id as number;

/** A voyage before its last vote: the next one ends it and writes the ledger. */
async function almostThere(at: At): Promise<number> {
  const id = await newVoyage(at);
  const need = { all: 4, '2/3': 3, seq: 4, any: 1, '1/2': 1 } as const;
  for (const [rule, step] of Object.entries(STEPS) as [keyof typeof STEPS, number][])
    for (const who of SIGNERS.slice(0, need[rule]))
      must(await client(at.url, at.tokens[who])('Modify', { cloud: 'voyage', id, _event: step * 10 + 1 }));
  return id;
}

/** An amount goes round: each sub-table gives one to the next, takes one row in and lets one go. */
async function movedForm(at: At, rid: string): Promise<Record<string, unknown>> {
  const id = await newShip(at);
  const data = must(await ann(at)('Show', { cloud: 'shipment', id })).data!;
  const rows = data._subtables as Record<string, { id: number; price: string }[]>;
  const changed = PARTS.map((part) => {
    const [first] = rows[`${part}.shipment_entity`]!;
    return [
      `${part}.shipment_entity`,
      [
        { op: 'Modify', id: first!.id, price: String(Number(first!.price) - 1) },
        { op: 'Add', price: '1' },
      ],
    ];
  });
  return { cloud: 'shipment', id, version: 1, _rid: rid, memo: rid, _subtables: Object.fromEntries(changed) };
}

const BYTES = Buffer.alloc(300_000, 'paper ');

export const SCENARIOS: readonly Scenario[] = [
  {
    name: '1 a new form with three sub-tables',
    points: [...SAVE, 'save.record', 'save.rows', ...END],
    prepare: async () => {
      const form = shipmentForm(newRid());
      return { wish: { who: 'ann', kind: 'Add', rid: String(form._rid) }, call: (at) => ann(at)('Add', form) };
    },
  },
  {
    name: '1 a changed form with three sub-tables',
    points: [...SAVE, 'save.rows', ...END],
    prepare: async (at) => {
      const form = await movedForm(at, newRid());
      const wish = { who: 'ann', kind: 'Modify', rid: String(form._rid), id: Number(form.id), sent: 1 } as const;
      return { wish, call: (there) => ann(there)('Modify', form) };
    },
  },
  {
    name: '1 a removal with three sub-tables',
    points: ['tx.begun', 'rid.noted', 'remove.rows', ...END],
    prepare: async (at) => {
      const id = await newShip(at);
      const rid = newRid();
      const wish = { who: 'ann', kind: 'Delete', rid, id, sent: 1 } as const;
      return { wish, call: (there) => ann(there)('Delete', { cloud: 'shipment', id: String(id), version: 1, _rid: rid }) };
    },
  },
  {
    name: '2 a submit',
    points: [...SAVE, 'save.record', 'save.rows', ...FLOW, 'flow.written', ...END],
    prepare: async () => {
      const form = voyageForm(newRid());
      return { wish: { who: 'ann', kind: 'Decide', rid: String(form._rid) }, call: (at) => ann(at)('Add', form) };
    },
  },
  {
    name: '2 one of four votes',
    points: [...SAVE, 'save.rows', ...FLOW, 'flow.written', ...END],
    prepare: async (at) => {
      const id = await newVoyage(at);
      const rid = newRid();
      const wish = { who: 'sig1', kind: 'Decide', rid, id } as const;
      const form = { cloud: 'voyage', id, _event: 21, _rid: rid, memo: rid, remark: 'yes' };
      return { wish, call: (there) => client(there.url, there.tokens.sig1)('Modify', form) };
    },
  },
  {
    name: '2 the last vote, which writes the ledger',
    points: ['save.planned@2', 'save.record', 'flow.moved', 'flow.written', 'tx.commit', 'tx.committed'],
    prepare: async (at) => {
      const id = await almostThere(at);
      const rid = newRid();
      const wish = { who: 'sig2', kind: 'Decide', rid, id } as const;
      const form = { cloud: 'voyage', id, _event: 61, _rid: rid, memo: rid, remark: 'yes' };
      return { wish, call: (there) => client(there.url, there.tokens.sig2)('Modify', form) };
    },
  },
  {
    name: '3 an upload',
    points: ['file.part', 'file.part@2', 'file.part@3', 'file.part@4', 'file.flushed', 'file.kept', 'file.noted', 'file.claimed'],
    prepare: async () => {
      const file: { sha256: string; key: string | null } = { sha256: createHash('sha256').update(BYTES).digest('hex'), key: null };
      const call = async ({ url, tokens }: At) => {
        const answer = await upload(url, tokens.ann, BYTES);
        file.key = (answer.data?.key_name as string | undefined) ?? null;
        return answer;
      };
      return { wish: { who: 'ann', kind: 'Upload', rid: newRid(), file }, call };
    },
  },
];
