import type { ProcessRow } from '#protocol/wire/process.ts';
import type { Texts } from '#web/i18n/use-text.ts';
import { isDecidingRow } from './use-process.ts';

/** All who sent a record back, or refused it, in the step that led to where it is now, in their order: one vote alone may not have done it. */
export function objectionsOf(rows: readonly ProcessRow[]): readonly ProcessRow[] {
  const now = rows.find(isDecidingRow)?.visit;
  const against = rows.filter((row) => row.outcome === -1 && row.visit !== now);
  const last = Math.max(...against.map(({ visit }) => visit));
  return against.filter(({ visit }) => visit === last).sort((one, other) => timeOf(one).localeCompare(timeOf(other)) || one.id - other.id);
}

const timeOf = ({ finish_time }: ProcessRow): string => finish_time ?? '';

/** Who acted, and for whom where that was another. */
export const whoActed = ({ t, label }: Pick<Texts, 't' | 'label'>, { review_entity, done_entity }: ProcessRow): string =>
  done_entity && done_entity.id !== review_entity.id
    ? t('flow.onBehalf', { who: label(done_entity), of: label(review_entity) })
    : label(review_entity);
