import { useText } from '#web/i18n/use-text.ts';
import type { LevelField } from './levels.ts';
import type { Group } from './lines.ts';

/** What a group is called: its value, or that there is none, or none that its reader may see. */
export function useGroupName() {
  const { t, label } = useText();
  return (group: Group, level: LevelField): string => {
    if (group.unauthorized) return t('grouped.unseen');
    if (group.value === null) return t('grouped.none');
    return level.unit ? String(group.value) : label(group) || String(group.value);
  };
}
