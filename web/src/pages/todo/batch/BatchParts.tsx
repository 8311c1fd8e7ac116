import type { ReactNode } from 'react';
import { addTexts } from '#web/i18n/catalogue.ts';
import { BATCH_EN, BATCH_ZH } from '#web/i18n/parts/batch.ts';
import type { TodoItem } from '../todo-item.ts';
import { BatchBar } from './BatchBar.tsx';
import { BatchSide } from './BatchSide.tsx';
import { RowResult } from './RowResult.tsx';
import type { Result } from './result.ts';
import { useKnownTables } from './tables.ts';
import type { BatchController } from './use-batch.ts';

addTexts(BATCH_ZH, BATCH_EN);

export interface BatchPartProps {
  part: 'bar' | 'side';
  it: BatchController;
  rows: readonly TodoItem[];
  open(row: TodoItem): void;
  leave(): void;
}

/** The bar above the list, and what stands beside it. */
export function BatchPart({ part, ...on }: BatchPartProps): ReactNode {
  const tables = useKnownTables(on.rows.map(({ source }) => source));
  return part === 'bar' ? <BatchBar on={{ ...on, tables }} /> : <BatchSide on={{ ...on, tables }} />;
}

export const ResultOf = ({ result }: { result: Result }): ReactNode => <RowResult result={result} />;
