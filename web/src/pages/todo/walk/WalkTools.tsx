import { use, useEffect, useRef } from 'react';
import { asApiError } from '#web/api/error.ts';
import { tableOf } from '#web/api/table-of.ts';
import { formatCount } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { dataLabel } from '#web/nav/page.ts';
import { nav } from '#web/nav/store.ts';
import { TabContext, useTab } from '#web/nav/use-tab.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { usePhone } from '#web/ui/use-media.ts';
import { pageOfTodo } from '../todo-item.ts';
import css from './WalkTools.module.css';
import { placeIn, stepFrom, useWalk } from './walk.ts';

/** On a record that was opened from the to-do page: its place in the list, and the ones before and after it, by buttons or Alt with an arrow. */
export function WalkTools({ cloud, id }: { cloud: string; id: number }) {
  const { t } = useText();
  const tab = useTab();
  const part = use(TabContext)?.part;
  const phone = usePhone();
  const walk = useWalk((state) => state.walk);
  const of = { source: tableOf(cloud), rowid: id };
  const at = walk ? placeIn(walk, of) : -1;
  const isThere = walk !== null && at >= 0 && walk.total > 1 && !part;
  const go = async (step: -1 | 1) => {
    try {
      const row = await stepFrom(of, step);
      if (!row || !walk) return;
      const label = dataLabel(row.key_name);
      // a walk is one page, not a page a record
      if (await nav.mayTurn(tab.key, label)) tab.turnTo(pageOfTodo(walk.view, row), label, 'replace');
    } catch (error) {
      toast.error(asApiError(error).remark);
    }
  };
  useArrows(tab.active && isThere, (step) => void go(step));
  if (!isThere) return null;
  const place = walk.before + at + 1;
  const size = phone ? { size: 'touch' as const } : {};
  return (
    <span className={`${css.walk} no-print`} data-phone="">
      <span className={css.place} title={t('form.walk')}>
        {t('form.placeOf', { n: formatCount(place), of: formatCount(Math.max(walk.total, place)) })}
      </span>
      <IconButton {...size} data-phone="" icon="up" label={t('form.walkBack')} disabled={place <= 1} onClick={() => void go(-1)} />
      <IconButton {...size} data-phone="" icon="down" label={t('form.walkOn')} disabled={place >= walk.total} onClick={() => void go(1)} />
    </span>
  );
}

/** Alt with an arrow, while the page is on screen and no list of choices or dialog has a use for it. */
function useArrows(active: boolean, go: (step: -1 | 1) => void): void {
  const latest = useRef(go);
  latest.current = go;
  useEffect(() => {
    if (!active) return;
    const press = (event: KeyboardEvent) => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined;
      const isTaken = event.target instanceof Element && event.target.closest('dialog, [role=dialog], [role=combobox], select');
      if (!step || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented || isTaken) return;
      event.preventDefault();
      latest.current(step);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [active]);
}
