import type { EntityValue } from './envelope.ts';

/** What follows where a node of a tree is put below another: numbers of what the reader may see. */
export interface Moving {
  /** nodes below it: they go with it */
  below: number;
  /** what hangs on the nodes of this tree beside them */
  facts: readonly MovingFact[];
}

/**
 * People who belong to the nodes that move; people of `of` whose department's rows grow (gain) or shrink (lose) by `tables`, and those who see
 * as before but may do something (change, delete) on more or fewer of them (gainActs, loseActs).
 */
export type MovingFact = { kind: 'people'; n: number } | MovingScope;

export interface MovingScope {
  kind: 'gain' | 'lose' | 'gainActs' | 'loseActs';
  n: number;
  of: readonly EntityValue[];
  /** rows of the nodes that move, by table, most first */
  tables: readonly { key_name: string; key_name_en: string; rows: number }[];
}
