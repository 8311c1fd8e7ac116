import type { ActState, ProcessRow } from '#protocol/wire/process.ts';
import { ops } from '#web/api/ops.ts';
import type { IconName } from '#web/ui/Icon.tsx';

/** What is done with a case beside deciding it, from the bar's menu. */
export type MenuAct = 'Relay' | 'AddSign' | 'Assign' | 'Copy' | 'Urge' | 'Revoke' | 'RevokeRelay';
/** The same, and what is done about one row of the process. */
export type BesideAct = MenuAct | 'RemoveSign';

type Group = 'ask' | 'tell' | 'back';

interface ActDef {
  icon: IconName;
  group: Group;
  /** the field that names people */
  whom?: 'reviewers' | 'copies';
  /** files may go with it */
  files?: true;
}

/** In the order of the menu. */
export const ACTS: Readonly<Record<MenuAct, ActDef>> = {
  Relay: { icon: 'comment', group: 'ask', whom: 'reviewers', files: true },
  AddSign: { icon: 'users', group: 'ask', whom: 'reviewers' },
  Assign: { icon: 'forward', group: 'ask', whom: 'reviewers', files: true },
  Copy: { icon: 'copy', group: 'tell', whom: 'copies' },
  Urge: { icon: 'bell', group: 'tell' },
  Revoke: { icon: 'undo', group: 'back' },
  RevokeRelay: { icon: 'close', group: 'back' },
};
export const GROUPS: readonly { group: Group; name: 'beside.groupAsk' | 'beside.groupTell' | 'beside.groupBack' }[] = [
  { group: 'ask', name: 'beside.groupAsk' },
  { group: 'tell', name: 'beside.groupTell' },
  { group: 'back', name: 'beside.groupBack' },
];

/** What each is sent as. */
export const CALLS = {
  ...{ Relay: ops.relay, AddSign: ops.addSign, Assign: ops.assign, Copy: ops.copy, Urge: ops.urge },
  ...{ Revoke: ops.revoke, RevokeRelay: ops.revokeRelay, RemoveSign: ops.removeSign },
} as const;

/** How many people may be named at once, as the server takes them. */
export const MOST_PEOPLE = 20;

/** An act that is begun: with whom, where it is about one row. */
export interface Begun {
  op: BesideAct;
  row?: ProcessRow;
}

/** One that is offered to the reader, and why it is off. */
export interface Offered extends ActState {
  op: MenuAct;
}

/** What the reader finds in the menu, in its order. */
export function offeredOf(acts: readonly ActState[]): Offered[] {
  return (Object.keys(ACTS) as MenuAct[]).flatMap((op) => {
    const found = acts.find((act) => act.op === op);
    return found ? [{ ...found, op }] : [];
  });
}

/** Most wanted first: who decides asks and adds, who has applied hurries and takes back. */
const WANTED: readonly MenuAct[] = ['Relay', 'AddSign', 'Urge', 'Revoke', 'Copy'];

/** The two that stand as buttons beside the menu: of those that are not off. */
export const quickOf = (offered: readonly Offered[]): Offered[] =>
  WANTED.flatMap((op) => offered.find((one) => one.op === op && !one.off) ?? []).slice(0, 2);
