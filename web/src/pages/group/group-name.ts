import { useText } from '#web/i18n/use-text.ts';
import type { GroupKey } from './groups.ts';
import type { GroupController } from './use-group-page.ts';

type Named = Pick<GroupController, 'table' | 'groups'>;

/** What a line of the left side is called. */
export function useGroupName(): (of: Named, key: GroupKey) => string {
  const { t, label } = useText();
  return ({ table, groups }, key) => {
    if (key === 'all') return label(table);
    if (key === 'none') return t('group.none');
    if (key === 'blind') return t('group.blind');
    const group = groups.find((each) => each.key === key);
    return group ? label(group.value) : t('group.gone');
  };
}
