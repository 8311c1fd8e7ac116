import type { EntityValue } from './envelope.ts';

/** An absence that is not over, as `/flow?op=Agents` answers it: who acts for whom, from when until when (company's clock), and why. */
export interface Agency {
  id: number;
  user_entity: EntityValue;
  agent_entity: EntityValue;
  begin_time: string;
  end_time: string;
  /** null: all */
  tables: readonly AgencyTable[] | null;
  remark: string;
  /** 1: now */
  live: 0 | 1;
}

/** A table with a flow that an absence may be bounded to. */
export interface AgencyTable {
  cloud: string;
  key_name: string;
  key_name_en: string;
}
