import { useMemo } from 'react';
import type { Chart } from '#protocol/rules/chart.ts';
import { useUnits } from '#web/fields/amounts.tsx';
import { useText } from '#web/i18n/use-text.ts';
import type { inWords } from './words.ts';

/** What conditions are put into words with. */
export type Telling = Parameters<typeof inWords>[1];

export function useTelling({ fields, values }: Pick<Chart, 'fields' | 'values'>): Telling {
  const texts = useText();
  const units = useUnits();
  return useMemo(() => ({ fields, values, texts, units }), [fields, values, texts, units]);
}
