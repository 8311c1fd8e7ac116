import { type ReactNode, useEffect, useRef } from 'react';
import { ops } from '#web/api/ops.ts';
import { tableOf } from '#web/api/table-of.ts';
import { useOp } from '#web/api/use-op.ts';
import { useText } from '#web/i18n/use-text.ts';
import { go } from '#web/nav/address.ts';
import { placeAddress } from '#web/nav/paths.ts';
import { useNav } from '#web/nav/store.ts';
import { useTab } from '#web/nav/use-tab.ts';
import { actOf, besideOf, openTodo, TODO_FIELDS, type TodoItem, viewOf, waitingBeside, waitsOn } from '#web/pages/todo/todo-item.ts';
import { useNamed } from '#web/pages/todo/use-named.ts';
import { nextIn, placeIn, useWalk } from '#web/pages/todo/walk/walk.ts';
import { Button } from '#web/ui/Button.tsx';
import { useFollow } from '../use-follow.ts';
import { Apart, Bar } from './Bar.tsx';
import css from './NextTodo.module.css';

/** How far into the list the next one is looked for. */
const MOST_WALKED = 100;

/** After a decision: what waits next, of the list that it was opened from where there is one, under the hand that has just decided; `children`: what can still be done with what was decided. */
export function NextTodo({ cloud, id, children }: { cloud: string; id: number; children?: ReactNode }) {
  const { t, label } = useText();
  const { active } = useTab();
  const walk = useWalk((state) => state.walk);
  const isWalked = walk !== null && waitsOn(walk.view) && placeIn(walk, { source: tableOf(cloud), rowid: id }) >= 0;
  const filters = isWalked ? { ...walk.filters, ...besideOf(cloud, id) } : waitingBeside(cloud, id);
  const rows = isWalked ? MOST_WALKED : 1;
  const answer = useOp(ops.page, { cloud: 'todo', page: 1, rows, filters, fields: TODO_FIELDS }, { fresh: 0 });
  useFollow(() => true, answer.refetch);
  const first = useRef<HTMLButtonElement>(null);
  const waiting = (answer.data?.rows ?? []) as unknown as TodoItem[];
  const found = isWalked ? nextIn(walk, { source: tableOf(cloud), rowid: id }, waiting) : waiting[0];
  const [next] = useNamed(found ? [found] : []);
  const isThere = active && answer.data !== undefined;
  useEffect(() => {
    if (isThere && document.activeElement?.matches('body, [role=tabpanel]')) first.current?.focus();
  }, [isThere]);
  if (!answer.data) return null;
  const back = () => go(placeAddress({ page: { url: '/todo' }, view: {}, module: useNav.getState().module }));
  return (
    <Bar label={t('form.nextOne')}>
      {next ? (
        <>
          <Button ref={first} className={css.next} size="medium" kind="primary" onClick={() => openTodo(viewOf(next), next)}>
            {t('form.openNext', { act: t(actOf(viewOf(next), next)) })}
          </Button>
          <span className={css.name}>
            <span className="ellipsis">{label(next)}</span>
            <small>{t('form.left', { n: Number(answer.data.total ?? 1) })}</small>
          </span>
        </>
      ) : (
        <span>{t('form.noOther')}</span>
      )}
      <Apart />
      {children}
      <Button {...(next ? {} : { ref: first })} size="medium" onClick={back}>
        {t('form.back')}
      </Button>
    </Bar>
  );
}
