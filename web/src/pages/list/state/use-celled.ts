import type { TableDef } from '#protocol/meta/table.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { isLooking } from '#web/api/session.ts';
import { useView } from '#web/nav/use-tab.ts';
import { usePhone } from '#web/ui/use-media.ts';

/** A list that its definition lets one edit in its cells. */
export interface Celled {
  isOn: boolean;
  set(isOn: boolean): void;
}

/** Whether the list is edited in its cells, as its address says; undefined where nobody may: on a phone and in groups a record opens its form. */
export function useCelled(table: TableDef | undefined, isPage: boolean, rows: readonly WireRow[]): Celled | undefined {
  const [view, setView] = useView();
  const phone = usePhone();
  const isOn = view.cells === '1';
  const may = isPage && !phone && !isLooking() && table?.fields.some(({ editable }) => editable === 1);
  if (!may || !(isOn || rows.some(({ _actions }) => _actions?.some(({ op }) => op === 'Modify')))) return undefined;
  return { isOn, set: (on) => setView({ cells: on ? '1' : '' }, 'push') };
}
