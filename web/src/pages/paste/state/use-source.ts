import { useMemo, useState } from 'react';
import type { FieldDef } from '#protocol/meta/field.ts';
import { type Block, isBlank, MOST_COLUMNS, MOST_LETTERS, MOST_ROWS, parseBlock, widthOf } from '#protocol/rules/sheet/block.ts';
import { assignColumn, type Columns, matchColumns } from '#protocol/rules/sheet/columns.ts';

/** What is pasted, and how its columns lie on the fields. */
export interface Source {
  text: string;
  /** another text is matched anew */
  setText(text: string): void;
  block: Block;
  /** its rows without the head and without empty ones, each with its number in what was pasted */
  lines: readonly { line: number; cells: readonly string[] }[];
  columns: Columns;
  setHasHead(has: boolean): void;
  assign(column: number, field: string | null): void;
  /** it is more than is taken at once */
  tooMany: boolean;
  tooWide: boolean;
  tooLong: boolean;
}

const NONE: Block = [];

export function useSource(fields: readonly FieldDef[]): Source {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<Columns | null>(null);
  const tooLong = text.length > MOST_LETTERS;
  const whole = useMemo(() => (tooLong ? NONE : parseBlock(text)), [text, tooLong]);
  const tooWide = widthOf(whole) > MOST_COLUMNS;
  const block = tooWide ? NONE : whole;
  const columns = useMemo(() => chosen ?? matchColumns(block, fields), [chosen, block, fields]);
  const lines = useMemo(
    () =>
      block
        .map((cells, at) => ({ line: columns.hasHead ? at : at + 1, cells }))
        .slice(columns.hasHead ? 1 : 0)
        .filter(({ cells }) => !isBlank(cells)),
    [block, columns.hasHead],
  );
  return {
    ...{ text, block, lines, columns, tooWide, tooLong },
    tooMany: lines.length > MOST_ROWS,
    setText: (next) => {
      setText(next);
      setChosen(null);
    },
    setHasHead: (has) => setChosen(matchColumns(block, fields, has)),
    assign: (column, field) => setChosen(assignColumn(columns, column, field)),
  };
}
