import { createContext, useContext, useMemo, useState } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import type { FieldDef } from '#protocol/meta/field.ts';
import { shownBelow } from '#protocol/rules/list.ts';
import type { ListController } from '../state/use-list-page.ts';
import { allTurned, areOpen, CLOSED, grown, roomOf, type Stand, turned } from './stand.ts';
import { type Known, useValues } from './use-values.ts';

/** Rows of a list that are opened, and what stands below them. */
export interface Below {
  store: StoreApi<Stand>;
  fields: readonly FieldDef[];
  /** those that are shown now */
  ids: readonly number[];
  isOpen: (id: number) => boolean;
  roomOf: (row: { id: number }) => number;
  turn: (id: number) => void;
  turnAll: () => void;
  setHeight: (id: number, height: number) => void;
  known: (id: number) => Known;
}

const Around = createContext<Below | null>(null);
export const BelowProvider = Around.Provider;
export const useAround = (): Below => useContext(Around)!;

/** Several may be open; they stay so when one turns pages. */
export function useBelow(list: ListController): Below {
  const { table, rows } = list;
  const [store] = useState(() => createStore<Stand>(() => CLOSED));
  const stand = useStore(store);
  const fields = useMemo(() => (table ? shownBelow(table) : []), [table]);
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const known = useValues(
    list,
    fields,
    ids.filter((id) => stand.open.has(id)),
  );
  return {
    ...{ store, fields, ids, known },
    isOpen: (id) => stand.open.has(id),
    roomOf: ({ id }) => roomOf(stand, id),
    turn: (id) => store.setState((now) => turned(now, id)),
    turnAll: () => store.setState((now) => allTurned(now, ids)),
    setHeight: (id, height) => store.setState((now) => grown(now, id, height)),
  };
}

/** Whether all rows that are shown are open. */
export const useAllOpen = ({ store, ids }: Below): boolean => useStore(store, (stand) => areOpen(stand, ids));
