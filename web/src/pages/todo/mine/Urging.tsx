import { useEffect } from 'react';
import { remarkOf } from '#web/api/error.ts';
import { invalidateTable } from '#web/api/use-op.ts';
import { useSession } from '#web/api/use-session.ts';
import { useTable } from '#web/api/use-table.ts';
import { LazyAct } from '#web/flow/beside/LazyAct.tsx';
import { useProcess } from '#web/flow/process/use-process.ts';
import { useText } from '#web/i18n/use-text.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import type { TodoItem } from '../todo-item.ts';

/** Asks who has an application to hurry: who that is now is asked first, and why it cannot be is said. */
export function Urging({ row, onClose }: { row: TodoItem; onClose(): void }) {
  const { t } = useText();
  const { session } = useSession();
  const { table } = useTable(row.source);
  const process = useProcess(table, row.source, row.rowid);
  const act = process.acts.find(({ op }) => op === 'Urge');
  const isKnown = table !== undefined && !process.loading;
  const why = process.error?.remark ?? (act?.off ? remarkOf({ ...act.off, data: act.off.data ?? {} }) : act ? undefined : t('mine.nobody'));
  const refused = isKnown ? why : undefined;
  useEffect(() => {
    if (refused === undefined) return;
    toast.info(refused);
    onClose();
  }, [refused, onClose]);
  if (!isKnown || refused !== undefined) return null;
  const done = (_op: string, message: string) => {
    toast.done(message);
    void invalidateTable(row.source);
    onClose();
  };
  const on = {
    table,
    cloud: row.source,
    id: row.rowid,
    name: row.key_name,
    todo: undefined,
    me: session?.user.id ?? 0,
    rows: process.rows,
    done,
  };
  return <LazyAct on={on} begun={{ op: 'Urge' }} onClose={onClose} />;
}
