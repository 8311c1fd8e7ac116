import { useCallback, useMemo, useReducer, useRef, useState } from 'react';
import { type Entering, nav } from '#web/nav/store.ts';
import { useTab } from '#web/nav/use-tab.ts';
import { keepRows, ownRows as rowsOf } from './kept.ts';
import { type ListAction, type ListState, reduceList, startState } from './list-state.ts';
import { type Begin, othersOf, PLAIN, stateOf, viewOf } from './view.ts';

/** How the address takes what is done with a list: another page or filter is a page of its own, which Back leads away from. */
const ENTERING: Readonly<Record<ListAction['type'], Entering>> = {
  ...{ keyword: 'push', filter: 'push', unfilter: 'push', reset: 'push', sort: 'push', page: 'push', group: 'push' },
  ...{ rows: 'replace', exact: 'replace' },
};

/** What a list is asked for: as its tab's address says, or in a dialog as the person sets it there. */
export interface Asked {
  /** as long as it is not known with what the list begins */
  asked: ListState;
  /** the same list that begins with a view */
  from: (begin: Begin) => ListState;
  dispatch: (action: ListAction, begin: Begin) => void;
}

export function useListState(cloud: string, isPage: boolean): Asked {
  const { key, view } = useTab();
  const [ownRows, setOwnRows] = useState(() => rowsOf(cloud));
  const [local, change] = useReducer(reduceList, ownRows, startState);
  const [exact, setExact] = useState(false);
  const from = useCallback(
    (begin: Begin): ListState => (isPage ? { ...stateOf(view, ownRows, begin), exact } : local),
    [isPage, view, ownRows, exact, local],
  );
  const last = useRef<{ type: ListAction['type']; view: typeof view } | null>(null);
  const dispatch = (action: ListAction, begin: Begin) => {
    const own = action.type === 'rows' ? action.rows : ownRows;
    if (action.type === 'rows') keepRows(cloud, own);
    setOwnRows(own);
    if (!isPage) return change(action);
    const next = reduceList(from(begin), action);
    // one word that is typed on is one page, not a page a letter
    const isTypedOn = action.type === 'keyword' && last.current?.type === 'keyword' && last.current.view === view;
    last.current = { type: action.type, view: { ...othersOf(view), ...viewOf(next, own, begin) } };
    setExact(next.exact);
    nav.setView(key, last.current.view, isTypedOn ? 'replace' : ENTERING[action.type]);
  };
  return { asked: useMemo(() => from(PLAIN), [from]), from, dispatch };
}
