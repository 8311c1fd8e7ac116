import { type ReactNode, useEffect, useRef } from 'react';
import { ops } from '#web/api/ops.ts';
import { useOp } from '#web/api/use-op.ts';
import { useText } from '#web/i18n/use-text.ts';
import { go } from '#web/nav/address.ts';
import { placeAddress } from '#web/nav/paths.ts';
import { useNav } from '#web/nav/store.ts';
import { useTab } from '#web/nav/use-tab.ts';
import { actOf, openTodo, TODO_FIELDS, type TodoItem, waitingBeside } from '#web/pages/todo/todo-item.ts';
import { Button } from '#web/ui/Button.tsx';
import { useFollow } from '../use-follow.ts';
import { Apart, Bar } from './Bar.tsx';
import css from './NextTodo.module.css';

/** After a decision: what waits next, under the hand that has just decided; `children`: what can still be done with what was decided. */
export function NextTodo({ cloud, id, children }: { cloud: string; id: number; children?: ReactNode }) {
  const { t } = useText();
  const { active } = useTab();
  const filters = waitingBeside(cloud, id);
  const answer = useOp(ops.page, { cloud: 'todo', page: 1, rows: 1, filters, fields: TODO_FIELDS }, { fresh: 0 });
  useFollow(() => true, answer.refetch);
  const first = useRef<HTMLButtonElement>(null);
  const [next] = (answer.data?.rows ?? []) as unknown as TodoItem[];
  const isThere = active && answer.data !== undefined;
  useEffect(() => {
    if (isThere && document.activeElement?.matches('body, [role=tabpanel]')) first.current?.focus();
  }, [isThere]);
  if (!answer.data) return null;
  const back = () => go(placeAddress({ page: { url: '/todo' }, view: {}, module: useNav.getState().module }));
  return (
    <Bar label={t('todo.nextOne')}>
      {next ? (
        <>
          <Button ref={first} size="medium" kind="primary" onClick={() => openTodo('todo', next)}>
            {t('todo.openNext', { act: t(actOf('todo', next)) })}
          </Button>
          <span className={css.name}>
            <span className="ellipsis">{next.key_name}</span>
            <small>{t('todo.left', { n: Number(answer.data.total ?? 1) })}</small>
          </span>
        </>
      ) : (
        <span>{t('todo.noOther')}</span>
      )}
      <Apart />
      {children}
      <Button {...(next ? {} : { ref: first })} size="medium" onClick={back}>
        {t('todo.back')}
      </Button>
    </Bar>
  );
}
