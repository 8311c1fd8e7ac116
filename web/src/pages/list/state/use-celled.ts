import type { ActionDef } from '#protocol/meta/flow.ts';
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

/** What is offered of a record on the page. */
interface Offering {
  actionsOf: (row: WireRow) => readonly Pick<ActionDef, 'op'>[];
}

/** Whether Modify of a record is offered here; where its actions are not told, the server says it. */
export const mayModify = (row: WireRow, { actionsOf }: Offering): boolean =>
  row._actions === undefined || actionsOf(row).some(({ op }) => op === 'Modify');

/** Whether the list is edited in its cells, as its address says; undefined where nobody may: on a phone and in groups a record opens its form. */
export function useCelled(table: TableDef | undefined, isPage: boolean, rows: readonly WireRow[], hand: Offering): Celled | undefined {
  const [view, setView] = useView();
  const phone = usePhone();
  const isOn = view.cells === '1';
  const may = isPage && !phone && !isLooking() && table?.fields.some(({ editable }) => editable === 1);
  if (!may || !(isOn || rows.some((row) => row._actions && mayModify(row, hand)))) return undefined;
  return { isOn, set: (on) => setView({ cells: on ? '1' : '' }, 'push') };
}
