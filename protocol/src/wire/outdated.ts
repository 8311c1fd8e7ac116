import type { EntityValue } from './envelope.ts';

interface Name {
  key_name: string;
  key_name_en: string;
}

/** A running case of `/flow?op=Outdated`, by the id of its record. */
export interface OutdatedCase extends EntityValue {
  /** of the flow that it goes by */
  version: number;
  /** the step at which it waits, as that flow calls it */
  state: number;
  label: Name;
  who: readonly EntityValue[];
}

/** How many wait at a step of an older flow. */
export interface OutdatedStep {
  version: number;
  state: number;
  label: Name;
  cases: number;
  /** the newest flow has a step of this number */
  known: 0 | 1;
}

/** What `/flow?op=Outdated` answers in `data`. */
export interface OutdatedFlows {
  /** the newest */
  version: number;
  /** where a case can go on in it */
  steps: readonly ({ state: number } & Name)[];
  older: readonly OutdatedStep[];
}

/** What `/flow?op=Migrate` answers of a case that can go, in its row's `data`. */
export interface Migrated {
  step: Name;
  who: readonly EntityValue[];
  /** 1: its people and to-dos stay as they are */
  stays: 0 | 1;
}
