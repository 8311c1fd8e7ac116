import { useText } from '#web/i18n/use-text.ts';
import type { Tab } from '#web/nav/tabs.ts';
import { kindOf } from '#web/router/kinds.ts';

/** What a tab is called; one that an address opened says so until its page knows. */
export function useTabName(tab: Pick<Tab, 'label' | 'page'> | undefined): string {
  const { t, label } = useText();
  return label(tab?.label) || t(tab && kindOf(tab.page) === 'missing' ? 'ui.missing' : 'ui.loading');
}
