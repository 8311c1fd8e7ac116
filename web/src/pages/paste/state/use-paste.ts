import { useCallback, useMemo, useRef, useState } from 'react';
import type { FieldDef } from '#protocol/meta/field.ts';
import { sheetFields } from '#protocol/rules/sheet/columns.ts';
import { asApiError } from '#web/api/error.ts';
import { sessionState } from '#web/api/session.ts';
import { invalidateTable } from '#web/api/use-op.ts';
import { useFieldHost } from '#web/fields/host.ts';
import { today } from '#web/i18n/clock.ts';
import { say } from '#web/i18n/use-text.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import { formOf, specsOf } from '../../form/state/circumstances.ts';
import type { Values } from '../../form/state/form-state.ts';
import { nameCells, type Unclear } from '../../form/state/named-cells.ts';
import { startingValues } from '../../form/state/starting.ts';
import { addRow, type Column, columnsOf, createRow, isGood, namingCells, type PasteInto, type PasteRow, tellRefusal } from './paste-row.ts';
import { type Source, useSource } from './use-source.ts';
import { useToldNames, useWrong } from './use-wrong.ts';

/** What is done with the rows now: nothing, whom they name is asked, or they are saved one after the other. */
export type Doing = 'nothing' | 'asking' | 'saving';

export interface Paste {
  /** the fields that rows can fill, in the order of the form */
  fields: readonly FieldDef[];
  source: Source;
  /** null while it is being pasted */
  rows: readonly PasteRow[] | null;
  /** those of the fields that stand in the rows, in the order of the form: what was pasted, what they begin with, what must be filled, and of what something was told */
  shown: readonly FieldDef[];
  wrong: readonly PasteRow[];
  doing: Doing;
  /** how often a save found no row that could be saved */
  inVain: number;
  /** rows that are saved already, and how many are being saved in all */
  done: { saved: number; of: number };
  /** why a word in a cell names nobody */
  why(field: FieldDef, word: string): Unclear | undefined;
  review(): Promise<void>;
  back(): void;
  leaveOut(row: PasteRow): void;
  save(): Promise<void>;
  /** no further row is begun */
  stop(): void;
}

/** `waits`: what rows begin with is on its way. */
export function usePaste(into: Required<Pick<PasteInto, 'cloud' | 'table' | 'starting'>>, waits: boolean, onDone: () => void): Paste {
  const { cloud, table, starting } = into;
  const filler = useMemo(() => ({ user: sessionState().session!.user, today: today() }), []);
  const fields = useMemo(() => {
    const form = formOf(table, 'Add', 1, startingValues(table, filler), filler);
    return sheetFields({ ...form, holds: () => true });
  }, [table, filler]);
  const source = useSource(fields);
  const [rows, setRows] = useState<readonly PasteRow[] | null>(null);
  const told = useToldNames(rows ?? NO_ROWS);
  const shown = useShown(fields, source, starting, told);
  const naming = useNaming(fields);
  const whole = useMemo(() => ({ cloud, table, filler, starting }), [cloud, table, filler, starting]);
  const saving = useSaving({ into: whole, shown, naming: naming.name, setRows, onDone });
  const leaveOut = useCallback((row: PasteRow) => setRows((now) => now?.filter((one) => one !== row) ?? null), []);
  const review = async () => {
    const specs = new Map(specsOf(table, filler.user.domain ?? null).map((spec) => [spec.def.field_name, spec]));
    const columns = source.columns.fields.flatMap((name, at): Column[] => (name === null ? [] : [{ at, spec: specs.get(name)! }]));
    const made = source.lines.map(({ line, cells }) => createRow(whole, line, cells, columns));
    setRows(made);
    saving.setDoing('asking');
    await naming.name(made);
    for (const row of made) await isGood(row);
    saving.setDoing('nothing');
  };
  return {
    ...{ fields, source, rows, shown, review },
    wrong: useWrong(rows ?? NO_ROWS),
    doing: waits ? 'asking' : saving.doing,
    done: saving.done,
    inVain: saving.inVain,
    why: naming.why,
    back: () => setRows(null),
    leaveOut,
    save: () => saving.save(rows ?? NO_ROWS),
    stop: saving.stop,
  };
}

const NO_ROWS: readonly PasteRow[] = [];

function useShown(fields: readonly FieldDef[], { columns }: Source, starting: Values, told: ReadonlySet<string>): readonly FieldDef[] {
  return useMemo(() => columnsOf(fields, { pasted: columns.fields, starting, told }), [fields, columns, starting, told]);
}

/** Asks whom cells name, and remembers why a word names nobody. */
function useNaming(fields: readonly FieldDef[]) {
  const host = useFieldHost();
  const unclear = useRef(new Map<string, Unclear>());
  const name = useCallback(
    async (rows: readonly PasteRow[]) => {
      unclear.current = new Map();
      await nameCells(namingCells(rows, fields), host.called, (field, word, why) =>
        unclear.current.set(`${field.field_name}/${word}`, why),
      );
    },
    [fields, host],
  );
  const why = useCallback((field: FieldDef, word: string) => unclear.current.get(`${field.field_name}/${word}`), []);
  return { name, why };
}

interface SavingOn {
  into: PasteInto;
  shown: readonly FieldDef[];
  naming(rows: readonly PasteRow[]): Promise<void>;
  setRows(change: (now: readonly PasteRow[] | null) => readonly PasteRow[] | null): void;
  onDone(): void;
}

/**
 * Saves the rows of which nothing is wrong, each by an Add of its own, one after the other in the order in which they were pasted: a row that
 * is refused keeps none behind it. What is left names perhaps what was just saved, and is asked for once more.
 */
function useSaving({ into, shown, naming, setRows, onDone }: SavingOn) {
  const [doing, setDoing] = useState<Doing>('nothing');
  const [done, setDone] = useState({ saved: 0, of: 0 });
  const [inVain, setInVain] = useState(0);
  const isStopped = useRef(false);
  const save = async (rows: readonly PasteRow[]) => {
    isStopped.current = false;
    setDoing('saving');
    const before = done.saved;
    const good: PasteRow[] = [];
    for (const row of rows) if (await isGood(row)) good.push(row);
    if (good.length === 0) setInVain((now) => now + 1);
    setDone({ saved: before, of: before + good.length });
    const saved = await addAll(into, good, shown, {
      isStopped: () => isStopped.current,
      onSaved: (row, n) => {
        setDone({ saved: before + n, of: before + good.length });
        setRows((now) => now?.filter((one) => one !== row) ?? null);
      },
    });
    const left = rows.filter((row) => !saved.has(row));
    if (saved.size > 0) void invalidateTable(into.cloud);
    if (left.length === 0) {
      toast.done(say('paste.allSaved', { n: before + saved.size }));
      return onDone();
    }
    const refused = left.filter((row) => good.includes(row));
    const others = left.filter((row) => !refused.includes(row));
    if (saved.size > 0 && others.length > 0) {
      await naming(others);
      for (const row of others) await isGood(row);
    }
    setDoing('nothing');
  };
  const stop = () => {
    isStopped.current = true;
  };
  return { doing, setDoing, done, inVain, save, stop };
}

interface AddingOn {
  isStopped(): boolean;
  onSaved(row: PasteRow, count: number): void;
}

/** Without a connection, a session or a server that has time the next row would meet the same. */
const ENDS: ReadonlySet<number> = new Set([0, 103, 401]);

async function addAll(into: PasteInto, rows: readonly PasteRow[], shown: readonly FieldDef[], on: AddingOn): Promise<Set<PasteRow>> {
  const saved = new Set<PasteRow>();
  for (const row of rows) {
    if (on.isStopped()) break;
    try {
      await addRow(row, into);
      saved.add(row);
      on.onSaved(row, saved.size);
    } catch (failure) {
      const error = asApiError(failure);
      tellRefusal(row, error, (name) => shown.some((field) => field.field_name === name));
      if (ENDS.has(error.code)) break;
    }
  }
  return saved;
}
