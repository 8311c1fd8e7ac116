import { memo, useState } from 'react';
import type { TableDef } from '#protocol/meta/table.ts';
import { Timeline, type TimelineProps } from '#web/flow/process/Timeline.tsx';
import type { Process } from '#web/flow/process/use-process.ts';
import { useText } from '#web/i18n/use-text.ts';
import { type TabItem, Tabs } from '#web/ui/Tabs.tsx';
import { SectionHead } from '../content/SectionHead.tsx';
import type { SubtableForm } from '../state/subtable-form.ts';
import { History } from './History.tsx';
import css from './Rail.module.css';
import { Readers } from './Readers.tsx';
import type { Looked } from './version/looked.ts';

type View = 'process' | 'history' | 'readers';

interface RailProps extends Pick<Process, 'rows' | 'loading' | 'error' | 'ask' | 'askedAt'>, Pick<TimelineProps, 'onAct'> {
  table: TableDef;
  cloud: string;
  id: number;
  subs: readonly SubtableForm[];
  me: number;
  onLook(one: Looked): void;
}

/** Beside the form: how it was handled, and who changed what. On paper the opinions follow the form. */
export const Rail = memo(function Rail({ table, subs, cloud, id, me, onLook, ...process }: RailProps) {
  const { t } = useText();
  const flow = table.flow === 1;
  const [view, setView] = useState<View>(flow ? 'process' : 'history');
  const items: TabItem<View>[] = [
    ...(flow ? [{ key: 'process' as const, label: t('flow.process') }] : []),
    { key: 'history' as const, label: t('form.history') },
    ...(table.readlog === 1 ? [{ key: 'readers' as const, label: t('form.readers') }] : []),
  ];
  return (
    <aside className={flow ? css.rail : `${css.rail} no-print`}>
      <div className="no-print">
        <Tabs items={items} active={view} onChange={setView} label={t('form.about')} />
      </div>
      {flow && <SectionHead className="on-paper">{t('flow.process')}</SectionHead>}
      {flow && (
        <div
          className={view === 'process' ? css.body : `${css.body} on-paper`}
          role="tabpanel"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
          tabIndex={0}
          aria-label={t('flow.process')}
        >
          <Timeline me={me} {...process} />
        </div>
      )}
      {view === 'history' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
        <div className={`${css.body} no-print`} role="tabpanel" tabIndex={0} aria-label={t('form.history')}>
          <History table={table} subs={subs} cloud={cloud} id={id} onLook={onLook} />
        </div>
      )}
      {view === 'readers' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
        <div className={`${css.body} no-print`} role="tabpanel" tabIndex={0} aria-label={t('form.readers')}>
          <Readers cloud={cloud} id={id} />
        </div>
      )}
    </aside>
  );
});
