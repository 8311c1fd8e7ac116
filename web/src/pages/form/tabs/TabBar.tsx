import { useEffect, useRef } from 'react';
import { subtableKey } from '#protocol/rules/form/rows-name.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { TABS_EN, TABS_ZH } from '#web/i18n/parts/records/tabs.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Tabs } from '#web/ui/Tabs.tsx';
import css from './TabBar.module.css';
import type { SubTabs } from './use-sub-tabs.ts';

addTexts(TABS_ZH, TABS_EN);

interface TabBarProps {
  tabs: SubTabs;
  /** what the record is called */
  name: string;
  /** something typed in the form is not saved */
  dirty: boolean;
  /** how many rows there are, of those lists that were looked at */
  counts: ReadonlyMap<string, number>;
  /** what the ids of tabs and panel begin with */
  base: string;
}

/** The form and the lists beside it, one of which is on screen; on a phone they are moved sideways. */
export function TabBar({ tabs: { items, shown, select }, name, dirty, counts, base }: TabBarProps) {
  const { t, label } = useText();
  const box = useRef<HTMLDivElement>(null);
  const active = shown ? subtableKey(shown) : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen is moved into sight
  useEffect(() => {
    box.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);
  return (
    <div className={`${css.bar} no-print`} ref={box}>
      <Tabs
        label={t('tabs.parts', { name })}
        base={base}
        active={active}
        onChange={select}
        items={[
          { key: '', label: t(dirty ? 'tabs.formUnsaved' : 'tabs.form') },
          ...items.map((sub) => ({ key: subtableKey(sub), label: label(sub), count: counts.get(subtableKey(sub)) })),
        ]}
      />
    </div>
  );
}
