import { migrate as en } from '../en_US/case/migrate.ts';
import { migrate } from '../zh_CN/case/migrate.ts';

/** Texts of a case that is taken over to another version of its flow; the chart adds them (`addTexts`). Chinese names the keys. */
export const MIGRATE_ZH = { migrate };
export const MIGRATE_EN: { migrate: Record<keyof typeof migrate, string> } = { migrate: en };
