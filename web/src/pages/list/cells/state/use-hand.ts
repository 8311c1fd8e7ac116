import { type RefObject, useMemo, useRef, useState } from 'react';
import type { FieldDef } from '#protocol/meta/field.ts';
import { type Block, MOST_LETTERS, MOST_ROWS, parseBlock } from '#protocol/rules/sheet/block.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { useFieldHost } from '#web/fields/host.ts';
import { shown } from '#web/fields/shown.ts';
import { useText } from '#web/i18n/use-text.ts';
import { currencyIn, specsOf } from '../../../form/state/circumstances.ts';
import { nameCells } from '../../../form/state/named-cells.ts';
import type { Column } from '../../state/columns.ts';
import { clearCells, copied, fillDown, type Ground, isTooMuch, type Laid, layBlock, type Range } from './block.ts';
import { type Place, placeAt, rangeOf } from './place.ts';
import type { Sheet } from './sheet.ts';
import type { Cells } from './use-cells.ts';

/** The cell that is typed in; `fresh`: what is typed takes the place of what stands there. */
export interface Editing {
  id: number;
  name: string;
  fresh: boolean;
}

/** Where one is in the sheet, and what one does there. */
export interface Hand {
  place: Place;
  editing: Editing | null;
  /** what became of what was done to several cells */
  said: string;
  /** down to which row a drag of the handle would fill */
  filling: number | null;
  setFilling(bottom: number | null): void;
  go(place: Place): void;
  /** whether the cell may be typed in */
  isOpen(row: number, column: number): boolean;
  edit(fresh: boolean): void;
  /** leaves the cell that is typed in; what stands there is checked */
  leave(): void;
  /** leaves it as it was before */
  takeBack(): void;
  type(values: Readonly<Record<string, unknown>>): void;
  undo(): void;
  fill(bottom?: number): void;
  clear(): void;
  copy(): string;
  paste(text: string): void;
}

interface HandOn {
  cells: Cells;
  columns: readonly Column[];
  /** brings a cell before the eyes */
  reveal(place: Place): void;
  box: RefObject<HTMLElement | null>;
}

export function useHand({ cells, columns, reveal, box }: HandOn): Hand {
  const { sheet, records } = cells;
  const [wanted, setPlace] = useState<Place>(() => placeAt(0, 0, { rows: 1, columns: 1 }));
  const [said, setSaid] = useState('');
  const [filling, setFilling] = useState<number | null>(null);
  const extent = { rows: records.length, columns: columns.length };
  const place = inside(wanted, extent);
  const fields = useMemo(() => columns.map(({ field }) => field), [columns]);
  const ground: Ground = { sheet, records, fields };
  const isOpen = (row: number, column: number) => {
    const record = records[row];
    return record !== undefined && fields[column] !== undefined && sheet.isOpen(fields[column], record);
  };
  const { begin, leave, ...turn } = useTurn(sheet, records, box);
  const several = useSeveral(sheet, setSaid);
  const reached = rangeOf(place);
  return {
    ...{ place, said, filling, setFilling, isOpen, leave, ...turn },
    go: (next) => {
      leave();
      setPlace(next);
      reveal(next);
    },
    edit: (fresh) => {
      const record = records[place.row];
      if (!record || !isOpen(place.row, place.column)) return setSaid(several.closedWord());
      setSaid('');
      setPlace(placeAt(place.row, place.column, extent));
      begin({ id: record.id, name: fields[place.column]!.field_name, fresh });
    },
    undo: () => {
      leave();
      several.undone(sheet.undo());
    },
    fill: (bottom) => {
      const from = sourceOf(reached, bottom);
      if (from.top < 0) return;
      const isLaid = several.lay(fillDown(ground, from, bottom ?? reached.bottom), 'cells.filled');
      if (isLaid && bottom !== undefined) setPlace({ ...placeAt(reached.top, reached.left, extent), row: bottom, column: reached.right });
    },
    clear: () => void several.lay(clearCells(ground, reached), 'cells.cleared'),
    copy: () => several.copy(ground, reached),
    paste: (text) => several.paste(ground, reached, text),
  };
}

/** What is filled down: all that is chosen where the handle was dragged, else its first row; of one row alone the row above. */
function sourceOf(reached: Range, bottom: number | undefined): Range {
  if (bottom !== undefined) return reached;
  const top = reached.top === reached.bottom ? reached.top - 1 : reached.top;
  return { ...reached, top, bottom: top };
}

/** A turn at one cell: from its first key until it is left, which is one step. */
function useTurn(sheet: Sheet, records: Ground['records'], box: HandOn['box']) {
  const [editing, setEditing] = useState<Editing | null>(null);
  const turn = useRef<object | null>(null);
  const leave = () => {
    if (!editing) return;
    sheet.store.getState().edits.get(editing.id)?.typing.leave(editing.name);
    turn.current = null;
    setEditing(null);
    box.current?.focus({ preventScroll: true });
  };
  return {
    editing,
    leave,
    begin: (next: Editing) => {
      turn.current = {};
      setEditing(next);
    },
    takeBack: () => {
      const { steps } = sheet.store.getState();
      if (turn.current && typedAt.has(turn.current) && typedAt.get(turn.current) === steps.at(-1)) sheet.undo();
      leave();
    },
    type: (values: Readonly<Record<string, unknown>>) => {
      const record = records.find((one) => one?.id === editing?.id);
      if (!record || !turn.current) return;
      sheet.change([{ record, values }], turn.current);
      typedAt.set(turn.current, sheet.store.getState().steps.at(-1)!);
    },
  };
}

/** The step that a turn at a cell made. */
const typedAt = new WeakMap<object, unknown>();

/** The place as far as there are rows and columns. */
function inside({ row, column, from }: Place, extent: { rows: number; columns: number }): Place {
  return placeAt(row, column, extent, placeAt(from.row, from.column, extent));
}

/** What is done to several cells at once, each a step of its own, and what is said of it. */
function useSeveral(sheet: Sheet, setSaid: (words: string) => void) {
  const { t, locale } = useText();
  const host = useFieldHost();
  const tooMany = () => setSaid(t('cells.tooMany', { n: MOST_ROWS }));
  const lay = (laid: Laid, word: 'cells.filled' | 'cells.cleared' | 'cells.pasted'): boolean => {
    const { changes, cells, closed, over } = laid;
    if (isTooMuch(laid)) {
      tooMany();
      return false;
    }
    if (changes.length > 0) sheet.change(changes);
    const parts = [
      ...(cells > 0 || closed + over === 0 ? [t(word, { n: cells })] : []),
      ...(closed > 0 ? [t('cells.closedN', { n: closed })] : []),
      ...(over > 0 ? [t('cells.over', { n: over })] : []),
    ];
    setSaid(parts.join(' '));
    return true;
  };
  const name = (changes: Laid['changes']) =>
    nameCells(namingIn(sheet, changes), host.called, () => undefined).then(() => sheet.tell(changes));
  return {
    lay,
    closedWord: () => t('cells.closed'),
    undone: (was: boolean) => setSaid(t(was ? 'cells.undone' : 'cells.nothingToUndo')),
    copy: (ground: Ground, of: ReturnType<typeof rangeOf>) => {
      setSaid(t('cells.copied', { n: (of.bottom - of.top + 1) * (of.right - of.left + 1) }));
      return copied(ground, of, (field, value) => shown(field, value, locale));
    },
    paste: (ground: Ground, at: ReturnType<typeof rangeOf>, text: string) => {
      const block: Block = parseBlock(text.slice(0, MOST_LETTERS));
      if (text.length > MOST_LETTERS || block.length > MOST_ROWS) return tooMany();
      const laid = layBlock(ground, block.length > 0 ? block : [['']], at, (field, record) => specOf(sheet, field, record));
      if (lay(laid, 'cells.pasted')) void name(laid.changes);
    },
  };
}

const specOf = ({ table, filler }: Sheet, field: FieldDef, record: WireRow) =>
  specsOf(table, currencyIn(record, filler)).find(({ def }) => def.field_name === field.field_name) ?? { def: field };

/** The cells in which records were named by words, field by field. */
const namingIn = ({ store, table }: Sheet, changes: Laid['changes']) =>
  table.fields.flatMap((field) =>
    changes
      .filter(({ values }) => Object.hasOwn(values, field.field_name))
      .flatMap(({ record, values }) => {
        const edit = store.getState().edits.get(record.id);
        if (!edit) return [];
        return [
          {
            field,
            values: () => edit.typing.store.getState().values,
            put: (value: unknown) => edit.typing.set({ [field.field_name]: value }, field, Object.keys(values)),
          },
        ];
      }),
  );
