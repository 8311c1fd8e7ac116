import { useMemo, useState } from 'react';
import type { Layout } from '#protocol/meta/layout.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import { laidOut } from '#protocol/rules/layout.ts';
import { isLooking } from '#web/api/session.ts';
import { toldElsewhere } from '../layout/told-elsewhere.ts';
import { layoutIn, type Viewing } from './use-viewing.ts';

/** How a person changes how a list lies. */
export interface Laying {
  cloud: string;
  /** the definition as it is without any layout */
  declared: LoadedTable;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  /** keeps another width of a column; null: as wide as it needs */
  widen: (uid: string, width: number | null) => void;
  /** keeps a column before another one, or last */
  move: (uid: string, before: string | null) => void;
  /** how it lies now */
  layout: Layout | undefined;
  /** the view that it is seen by: what is set is of that, until it is saved */
  viewing: Viewing | undefined;
}

toldElsewhere();

/** A definition as the list lies for its reader, and on a page of its own how he changes that. */
export function useLaidOut(cloud: string, isPage: boolean, declared: TableDef | undefined, viewing: Viewing | undefined) {
  const [isOpen, setOpen] = useState(false);
  const loaded = declared as LoadedTable | undefined;
  const layout = loaded && layoutIn(loaded, viewing);
  const table = useMemo(() => loaded && laidOut(loaded, layout), [loaded, layout]);
  const laying = useMemo((): Laying | undefined => {
    if (!isPage || !loaded?.layouts || isLooking()) return undefined;
    const quick = () => import('../layout/quick.ts');
    const now = { cloud, declared: loaded, isOpen, setOpen, layout, viewing: viewing?.now && viewing };
    return {
      ...now,
      widen: (uid, width) => void quick().then((room) => room.widen(now, uid, width)),
      move: (uid, before) => void quick().then((room) => room.move(now, uid, before)),
    };
  }, [cloud, isPage, loaded, layout, viewing, isOpen]);
  return { table, layout, laying };
}
